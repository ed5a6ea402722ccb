// What there is to know about this translation: words that are not known, words left out, phrases that the user chose.
import { textOf } from "../text/pieces";
import { announce } from "../state/announcements";
import { choices, undo } from "../state/choices";
import { shown } from "../state/translation";
import { keepWord, kept } from "../state/terms";
import { t } from "../strings";

function wordsOf(kind: "unknown" | "dropped"): string[] {
  const all = (shown.value?.sentences ?? []).flatMap(({ source, translations }) =>
    (translations[0]?.[kind] ?? []).map((token) => textOf(source.text, source.tokens, [token, token + 1])),
  );
  return [...new Set(all)];
}

function Unknown() {
  const words = wordsOf("unknown").filter((word) => !kept.value.some((entry) => entry.word === word));
  if (words.length === 0) return null;
  return (
    <div class="note-line">
      <span>{t.notes.unknown}</span>
      <ul class="chips" lang={shown.value?.model.source}>
        {words.map((word) => (
          <li key={word} class="unknown-word">
            <bdi>{word}</bdi>
            {/\p{L}/u.test(word) && (
              <button type="button" class="close" aria-label={t.notes.keep(word)} title={t.notes.keep(word)} onClick={() => keepWord(word)}>
                +
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Dropped() {
  const words = wordsOf("dropped");
  if (words.length === 0) return null;
  return (
    <div class="note-line">
      <span>{t.notes.dropped}</span>
      <ul class="chips" lang={shown.value?.model.source}>
        {words.map((word) => (
          <li key={word}>
            <bdi>{word}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chosen() {
  if (choices.value.length === 0) return null;
  return (
    <div class="note-line">
      <span>{t.notes.chosen}</span>
      <ul class="chips">
        {choices.value.map((choice) => (
          <li key={`${choice.index}:${choice.source[0]}`} class="chosen-phrase">
            <bdi lang={shown.value?.model.source}>{choice.words}</bdi>
            <span aria-hidden="true">→</span>
            <bdi lang={shown.value?.model.target}>{choice.target}</bdi>
            <button
              type="button"
              class="close"
              aria-label={t.notes.undo(choice.words, choice.target)}
              title={t.notes.undo(choice.words, choice.target)}
              onClick={() => {
                undo(choice);
                announce(t.status.released);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Notes() {
  return (
    <div class="notes">
      <Chosen />
      <Unknown />
      <Dropped />
    </div>
  );
}
