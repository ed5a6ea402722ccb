// The n-best list: other translations of the sentence, what differs, and the scores that decided.
import { signal } from "@preact/signals";
import type { Feature, Translation } from "../api/types";
import { differing } from "../text/difference";
import { type Piece, piecesOf } from "../text/pieces";
import { type Contribution, contributions, largest, telling } from "../text/scores";
import { available } from "../state/corrections";
import { nBest } from "../state/details";
import { startEditing } from "../state/editing";
import { directions } from "../state/languages";
import { current } from "../state/pointing";
import { shown } from "../state/translation";
import { named, say, t } from "../strings";
import { Bar } from "./bar";
import { SentencePicker } from "./sentence-picker";

const kShown = 12;

// Several ways to the same words are one translation to a reader.
function distinct(translations: readonly Translation[]): Translation[] {
  const seen = new Set<string>();
  return translations.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, kShown);
}

// Neighbours that differ share one mark.
function marks(pieces: readonly Piece[], different: readonly boolean[]) {
  const runs: { text: string; marked: boolean }[] = [];
  const differs = (piece: Piece | undefined) => piece?.token != null && different[piece.token] === true;
  pieces.forEach((piece, index) => {
    const last = runs.at(-1);
    const marked = piece.token === null ? last?.marked === true && differs(pieces[index + 1]) : differs(piece);
    if (last?.marked === marked) last.text += piece.text;
    else runs.push({ text: piece.text, marked });
  });
  return runs;
}

function Text({ translation, best }: { translation: Translation; best: Translation }) {
  const different = differing(
    translation.tokens.map(({ text }) => text),
    best.tokens.map(({ text }) => text),
  );
  return (
    <p class="candidate" lang={shown.value?.model.target} dir={directions.value.target}>
      {marks(piecesOf(translation.text, translation.tokens), different).map(({ text, marked }) => (marked ? <mark>{text}</mark> : text))}
    </p>
  );
}

interface ScoresProps {
  translation: Translation;
  own: Contribution[];
  best: Contribution[];
  rows: boolean[];
  scale: number;
}

function Scores({ translation, own, best, rows, scale }: ScoresProps) {
  const compared = own !== best;
  return (
    <table class="scores">
      <caption class="hidden">{t.others.scores(translation.text)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">{t.others.feature}</span>
          </th>
          <th scope="col">{t.others.value}</th>
          {compared && <th scope="col">{t.others.difference}</th>}
        </tr>
      </thead>
      <tbody>
        {own.map(({ name, value }, row) => {
          const difference = value - (best[row]?.value ?? 0);
          return rows[row] ? (
            <tr key={name}>
              <th scope="row">{named(t.features, name)}</th>
              <td class="wide">
                <Bar share={Math.abs(value) / scale} kind={value < 0 ? "cost" : "gain"} />
                <span class="number">{say.score(value)}</span>
              </td>
              {compared && (
                <td class={`number ${difference < -0.005 ? "worse" : difference > 0.005 ? "better" : ""}`}>{Math.abs(difference) < 0.005 ? "=" : say.difference(difference)}</td>
              )}
            </tr>
          ) : null;
        })}
      </tbody>
    </table>
  );
}

const open = signal(0); // the translation whose scores are shown

function List({ translations, features }: { translations: Translation[]; features: readonly Feature[] }) {
  const [best] = translations;
  if (!best) return null;
  const values = translations.map((translation) => contributions(features, translation.features));
  const [rows, scale] = [telling(values), largest(values)];
  return (
    <ol class="candidates">
      {translations.map((translation, index) => (
        <li key={translation.text}>
          <div class="line">
            <Text translation={translation} best={best} />
            <span class="number">
              <span class="hidden">{t.others.score} </span>
              {say.score(translation.score)}
            </span>
            <div class="do">
              <button
                type="button"
                class="quiet"
                aria-expanded={open.value === index}
                aria-label={`${t.others.show}: ${translation.text}`}
                onClick={() => (open.value = open.value === index ? -1 : index)}
              >
                {t.others.show}
              </button>
              {index > 0 && available.value ? (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${t.others.correct}: ${translation.text}`}
                  onClick={() => startEditing(current.value, translation.text)}
                >
                  {t.others.correct}
                </button>
              ) : (
                <span class="note">{index === 0 && t.others.best}</span>
              )}
            </div>
          </div>
          {open.value === index && (
            <Scores translation={translation} own={values[index] ?? []} best={values[0] ?? []} rows={rows} scale={scale} />
          )}
        </li>
      ))}
    </ol>
  );
}

export function Others() {
  const found = nBest.value;
  if (!shown.value) return <p class="note">{t.sentence.none}</p>;
  const translations = distinct(found?.sentence.translations ?? []);
  return (
    <>
      <SentencePicker />
      <header class="heading">
        <h2>{t.others.title}</h2>
        {found && <p class="note">{translations.length > 1 ? t.others.explain : t.others.only}</p>}
      </header>
      {found ? (
        <List translations={translations} features={found.features} />
      ) : (
        <p class="note">{found === undefined ? t.sentence.loading : t.sentence.unavailable}</p>
      )}
    </>
  );
}
