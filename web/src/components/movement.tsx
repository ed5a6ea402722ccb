// The picture of the movement: the source above, the translation below, and between them a ribbon for each phrase and a thread for each
// link of words. Phrases of the translation are buttons that choose what "why here" tells of.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Sentence, Token, Translation } from "../api/types";
import { textOf } from "../text/pieces";
import { movedPhrases, phraseAt, type Side } from "../text/relations";
import { type Extent, ribbon, thread } from "../text/ribbons";
import { directions } from "../state/languages";
import { choosePhrase, current, phraseIndex, phraseName, pointed, wordName, wordOf } from "../state/pointing";
import { shown } from "../state/translation";
import { t } from "../strings";

const kHeight = 96; // of the ribbons, in pixels

interface RowProps {
  side: Side;
  text: string;
  tokens: readonly Token[];
  translation: Translation;
  moved: readonly boolean[]; // by phrase
}

// Runs of words of one phrase, in the order of the side.
function runs({ side, tokens, translation }: RowProps) {
  const found: { phrase: number; tokens: number[] }[] = [];
  tokens.forEach((_, token) => {
    const phrase = phraseAt(translation.phrases, side, token);
    const last = found.at(-1);
    if (last && phrase >= 0 && last.phrase === phrase) last.tokens.push(token);
    else found.push({ phrase, tokens: [token] });
  });
  return found;
}

function Row(props: RowProps) {
  const { side, text, tokens, translation, moved } = props;
  const word = (token: number) => (
    <span class={`node${side === "source" && translation.unknown.includes(token) ? " unknown" : ""}`} data-word={wordName({ sentence: current.value, side, token })}>
      {textOf(text, tokens, [token, token + 1])}
    </span>
  );
  return (
    <div class={`row ${side}`} lang={side === "source" ? shown.value?.model.source : shown.value?.model.target} dir={directions.value[side]}>
      {runs(props).map((run) => {
        const common = { "data-phrase": phraseName(current.value, run.phrase), "data-step": moved[run.phrase] ? "moved" : "kept" };
        const words = run.tokens.map(word);
        if (side === "source" || run.phrase < 0) return <span class="run" {...common}>{words}</span>;
        return (
          <button type="button" class="run" aria-pressed={phraseIndex.value === run.phrase} onClick={() => choosePhrase(current.value, run.phrase)} {...common}>
            {words}
          </button>
        );
      })}
    </div>
  );
}

interface Places {
  width: number;
  words: Map<string, Extent>;
  runs: Record<Side, Map<string, Extent>>;
}

function measure(rows: HTMLElement): Places {
  const origin = rows.getBoundingClientRect().left;
  const extents = (selector: string, name: string) =>
    new Map(
      [...rows.querySelectorAll<HTMLElement>(selector)].map((element) => {
        const rect = element.getBoundingClientRect();
        return [element.getAttribute(name) ?? "", { from: rect.left - origin, to: rect.right - origin }];
      }),
    );
  return {
    width: rows.scrollWidth,
    words: extents(".node", "data-word"),
    runs: { source: extents(".source .run", "data-phrase"), target: extents(".target .run", "data-phrase") },
  };
}

// What moved lies above what stayed.
const byLayer = (moved: readonly boolean[]) => [...moved.keys()].sort((a, b) => Number(moved[a]) - Number(moved[b]));

function Ribbons({ places, translation, moved }: { places: Places; translation: Translation; moved: readonly boolean[] }) {
  const sentence = current.value;
  return (
    <svg class="ribbons" width={places.width} height={kHeight} aria-hidden="true">
      {byLayer(moved).map((index) => {
        const name = phraseName(sentence, index);
        const [from, to] = [places.runs.source.get(name), places.runs.target.get(name)];
        if (!from || !to) return null;
        return (
          <path
            key={name}
            class={`ribbon${phraseIndex.value === index ? " chosen" : ""}`}
            data-phrase={name}
            data-step={moved[index] ? "moved" : "kept"}
            d={ribbon(from, to, kHeight)}
            onClick={() => choosePhrase(sentence, index)}
          />
        );
      })}
      {translation.alignment.map(([source, target]) => {
        const from = places.words.get(wordName({ sentence, side: "source", token: source }));
        const to = places.words.get(wordName({ sentence, side: "target", token: target }));
        return from && to && <path key={`${source}-${target}`} class="thread" d={thread(from, to, kHeight)} />;
      })}
    </svg>
  );
}

export function Movement({ sentence, translation }: { sentence: Sentence; translation: Translation }) {
  const rows = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<Places | null>(null);
  useLayoutEffect(() => {
    const element = rows.current;
    if (!element) return;
    const update = () => setPlaces(measure(element));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [sentence, translation]);
  const moved = movedPhrases(translation.phrases);
  const count = moved.filter(Boolean).length;
  return (
    <section class="movement">
      <header class="heading">
        <h2>{t.movement.title}</h2>
        <p class="note">{t.movement.summary(translation.phrases.length, count)}</p>
        <p class="legend" aria-hidden="true">
          <span data-step="kept">{t.movement.kept}</span>
          <span data-step="moved">{t.movement.moved}</span>
        </p>
      </header>
      <div class="scroller" role="region" tabIndex={0} aria-label={t.movement.scroll}>
        <div
          class="rows"
          ref={rows}
          onPointerOver={(event) => (pointed.value = wordOf(event.target as Element))}
          onPointerLeave={() => (pointed.value = null)}
        >
          <Row side="source" text={sentence.source.text} tokens={sentence.source.tokens} translation={translation} moved={moved} />
          {places ? <Ribbons places={places} translation={translation} moved={moved} /> : <svg class="ribbons" height={kHeight} aria-hidden="true" />}
          <Row side="target" text={translation.text} tokens={translation.tokens} translation={translation} moved={moved} />
        </div>
      </div>
    </section>
  );
}
