// The text to translate. Under the text area lies a copy of the text, word by word, which lights up.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { countCodePoints, unitsOf } from "../text/codepoints";
import { actualSource, directions, limits } from "../state/languages";
import { lookAt, pointed, wordOf } from "../state/pointing";
import { shown, text } from "../state/translation";
import { say, t } from "../strings";
import { Words } from "./words";

interface Placed {
  begin: number; // UTF-16 units
  end: number;
  index: number;
}

// Sentences of the last answer that still stand where they stood.
function placedSentences(): Placed[] {
  const state = shown.value;
  if (!state) return [];
  const unit = unitsOf(state.text);
  const placed: Placed[] = [];
  let end = 0;
  state.sentences.forEach(({ source }, index) => {
    const [from, to] = [unit(source.begin), unit(source.end)];
    if (from < end || text.value.slice(from, to) !== source.text) return;
    placed.push({ begin: from, end: to, index });
    end = to;
  });
  return placed;
}

function Copy() {
  const content = text.value;
  const drawn: ComponentChildren[] = [];
  let end = 0;
  for (const place of placedSentences()) {
    const sentence = shown.value?.sentences[place.index];
    const translation = sentence?.translations[0];
    if (!sentence || !translation) continue;
    drawn.push(content.slice(end, place.begin));
    drawn.push(
      <span class="sentence" key={place.index}>
        <Words sentence={place.index} side="source" text={sentence.source.text} tokens={sentence.source.tokens} translation={translation} />
      </span>,
    );
    end = place.end;
  }
  // The line break at the end makes the copy as high as the text area.
  return (
    <div class="copy" aria-hidden="true">
      {drawn}
      {content.slice(end)}
      {"\n"}
    </div>
  );
}

// The word of the copy that lies under a point of the text area.
function wordUnder(x: number, y: number) {
  const under = document.elementsFromPoint(x, y).find((element) => element.closest(".copy [data-word]"));
  return wordOf(under);
}

// The word at the caret lights up as if the mouse were on it.
function followCaret(area: HTMLTextAreaElement) {
  const at = area.selectionStart;
  const place = placedSentences().find(({ begin, end }) => at >= begin && at <= end);
  const sentence = place && shown.value?.sentences[place.index];
  if (!place || !sentence) return void (pointed.value = null);
  lookAt(place.index);
  const unit = unitsOf(sentence.source.text);
  const token = sentence.source.tokens.findIndex(
    (word) => unit(word.begin) <= at - place.begin && at - place.begin < unit(word.end),
  );
  pointed.value = token < 0 ? null : { sentence: place.index, side: "source", token };
}

function Count() {
  const count = countCodePoints(text.value);
  const limit = limits.value.characters;
  const over = limit !== undefined && count > limit;
  if (count === 0) return null;
  return (
    <span class={over ? "count over" : "count"}>
      {limit !== undefined && count > limit * 0.8 ? `${say.count(count)} / ${say.count(limit)}` : t.source.count(count)}
    </span>
  );
}

export const sourceArea = signal<HTMLTextAreaElement | null>(null);

export function SourcePane() {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    sourceArea.value = area.current;
    area.current?.focus({ preventScroll: true }); // who comes here wants to write
    const follow = () => {
      if (document.activeElement === area.current && area.current) followCaret(area.current);
    };
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, []);
  const language = actualSource.value ?? undefined;
  return (
    <section class="pane source" aria-label={t.source.label}>
      <div class="paper" lang={language} dir={text.value === "" ? "auto" : directions.value.source}>
        <Copy />
        <textarea
          ref={area}
          class="text"
          aria-label={t.source.label}
          placeholder={t.source.placeholder}
          lang={language}
          dir={text.value === "" ? "auto" : directions.value.source}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="sentences"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onMouseMove={(event) => (pointed.value = wordUnder(event.clientX, event.clientY))}
          onMouseLeave={() => (pointed.value = null)}
          onBlur={() => (pointed.value = null)}
        />
      </div>
      <div class="actions">
        <Count />
        <span class="space" />
        {text.value !== "" && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              text.value = "";
              area.current?.focus();
            }}
          >
            {t.source.clear}
          </button>
        )}
      </div>
    </section>
  );
}
