// The alternatives of a phrase, beside the phrase.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Phrase, Sentence, Translation } from "../api/types";
import { textOf } from "../text/pieces";
import { announce } from "../state/announcements";
import { type Choice, choicesIn, choose, textsOf, undo } from "../state/choices";
import { details } from "../state/details";
import { directions } from "../state/languages";
import { alternativesOpen, best, current, phraseIndex, phraseName } from "../state/pointing";
import { openTab } from "../state/tabs";
import { addTerm } from "../state/terms";
import { shown, text } from "../state/translation";
import { focusWord } from "../state/walking";
import { searchFor } from "../state/look-up";
import { say, t } from "../strings";
import { Bar } from "./bar";

interface Chosen {
  sentence: Sentence;
  translation: Translation;
  phrase: Phrase;
  words: string; // of the source
  target: string;
  choice: Choice | undefined;
}

function chosen(): Chosen | null {
  const state = shown.value;
  const sentence = state?.sentences[current.value];
  const translation = sentence?.translations[0];
  const phrase = translation?.phrases[phraseIndex.value];
  if (!state || !sentence || !translation || !phrase) return null;
  const choice = choicesIn(sentence.source.text, current.value, textsOf(state.sentences)).find(
    ({ source }) => source[0] === phrase.source[0] && source[1] === phrase.source[1],
  );
  const words = textOf(sentence.source.text, sentence.source.tokens, phrase.source);
  return { sentence, translation, phrase, words, target: textOf(translation.text, translation.tokens, phrase.target), choice };
}

function close() {
  alternativesOpen.value = false;
  const phrase = best(current.value)?.phrases[phraseIndex.value];
  if (phrase) focusWord({ sentence: current.value, token: phrase.target[0] });
}

function take(target: string) {
  const { sentence, phrase, words } = chosen() ?? {};
  if (!sentence || !phrase || !words || target.trim() === "") return;
  choose({ sentence: sentence.source.text, index: current.value, source: phrase.source, words, target: target.trim() });
  announce(t.status.fixed(words, target.trim()));
  close();
}

// Arrow keys go through the options, as in a menu.
function onArrow(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const options = [...event.currentTarget.querySelectorAll("button")];
  const at = options.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  options[(at + step + options.length) % options.length]?.focus();
}

// The same words, whether as the models see them or as they are written in the sentence.
const plain = (words: string) => words.replace(/\s+/g, "").toLowerCase();

function Options({ of }: { of: Chosen }) {
  const found = details.value;
  if (found === undefined) return <p class="note">{t.alternatives.loading}</p>;
  if (found === null) return <p class="note">{t.alternatives.unavailable}</p>;
  const options =
    found.sentence.alternatives?.find(({ source }) => source[0] === of.phrase.source[0] && source[1] === of.phrase.source[1])
      ?.options ?? [];
  if (options.length === 0) return <p class="note">{t.alternatives.none}</p>;
  const used = plain(of.target);
  return (
    <ul class="options" onKeyDown={onArrow}>
      {options.map((option) => (
        <li key={option.target}>
          <button type="button" aria-pressed={plain(option.target) === used} onClick={() => take(option.target)}>
            <span class="words" lang={shown.value?.model.target} dir={directions.value.target}>
              {option.target}
            </span>
            <Bar share={option.probability} />
            <span class="number">{say.chance(option.probability)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const own = signal("");

function OwnWords() {
  return (
    <form
      class="own"
      onSubmit={(event) => {
        event.preventDefault();
        take(own.value);
        own.value = "";
      }}
    >
      <input
        aria-label={t.alternatives.own}
        placeholder={t.alternatives.own}
        lang={shown.value?.model.target}
        dir="auto"
        autocomplete="off"
        value={own.value}
        onInput={(event) => (own.value = event.currentTarget.value)}
      />
      <button type="submit" class="quiet" disabled={own.value.trim() === ""}>
        {t.alternatives.use}
      </button>
    </form>
  );
}

function More({ of }: { of: Chosen }) {
  const leave = (action: () => void) => () => {
    alternativesOpen.value = false;
    action();
  };
  return (
    <div class="more">
      {of.choice && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            if (of.choice) undo(of.choice);
            announce(t.status.released);
            close();
          }}
        >
          {t.alternatives.undo}
        </button>
      )}
      <button type="button" class="quiet" onClick={leave(() => openTab("reasons", true))}>
        {t.alternatives.why}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={leave(() => {
          searchFor(of.words);
          openTab("lookUp", true);
        })}
      >
        {t.alternatives.lookUp}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={leave(() => {
          addTerm(of.words, of.target);
          announce(t.status.added(of.words));
          openTab("terms", true);
        })}
      >
        {t.alternatives.remember}
      </button>
    </div>
  );
}

const kMargin = 8; // pixels to the edge of the panes

// Below the first line of the phrase, inside the panes. Narrow screens have it at the bottom instead (see the style).
function place(card: HTMLElement) {
  const phrase = document.querySelector(`.translation [data-phrase="${phraseName(current.value, phraseIndex.value)}"]`);
  const frame = card.offsetParent?.getBoundingClientRect();
  const rect = phrase?.getClientRects()[0];
  if (!frame || !rect) return;
  const left = Math.min(rect.left - frame.left, frame.width - card.offsetWidth - kMargin);
  card.style.setProperty("--left", `${Math.max(kMargin, left)}px`);
  card.style.setProperty("--top", `${rect.bottom - frame.top + kMargin}px`);
}

export function Alternatives() {
  const card = useRef<HTMLDivElement>(null);
  const open = alternativesOpen.value;
  const of = open ? chosen() : null;
  const ready = details.value !== undefined;
  useLayoutEffect(() => {
    if (card.current) place(card.current);
  });
  useEffect(() => {
    if (!card.current || !ready) return;
    (card.current.querySelector<HTMLElement>("[aria-pressed=true]") ?? card.current.querySelector<HTMLElement>(".options button") ?? card.current).focus();
  }, [open, ready, of?.phrase]);
  useEffect(() => {
    const outside = (event: Event) => {
      const element = event.target as Element;
      if (!element.closest(".alternatives, .translation")) alternativesOpen.value = false;
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  useEffect(() => void (alternativesOpen.value = false), [text.value]);
  if (!of) return null;
  return (
    <div
      ref={card}
      class="alternatives"
      role="dialog"
      aria-labelledby="alternatives-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header>
        <h2 id="alternatives-title">{t.alternatives.title(of.words)}</h2>
        <button type="button" class="close" aria-label={t.alternatives.close} onClick={close}>
          ×
        </button>
      </header>
      <Options of={of} />
      <OwnWords />
      <More of={of} />
    </div>
  );
}
