// The alternatives of a phrase, beside the phrase.
import { signal } from "@preact/signals";
import type { RefObject } from "preact";
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

const phraseOf = () => document.querySelector(`.translation [data-phrase="${phraseName(current.value, phraseIndex.value)}"]`);

// Below the first line of the phrase, inside the panes. Narrow screens have it at the bottom instead (see the style).
function place(card: HTMLElement) {
  const phrase = phraseOf();
  const frame = card.offsetParent?.getBoundingClientRect();
  const rect = phrase?.getClientRects()[0];
  if (!frame || !rect) return;
  const left = Math.min(rect.left - frame.left, frame.width - card.offsetWidth - kMargin);
  card.style.setProperty("--left", `${Math.max(kMargin, left)}px`);
  card.style.setProperty("--top", `${rect.bottom - frame.top + kMargin}px`);
}

// The focus goes to the card at once, and on to the option in use when the options are there, unless the user was quicker.
function useFocus(card: RefObject<HTMLDivElement>, name: string | null, ready: boolean) {
  useLayoutEffect(() => {
    if (!card.current) return;
    card.current.focus({ preventScroll: true });
    // At the bottom of a narrow screen the card would cover the phrase.
    if (getComputedStyle(card.current).position === "fixed") phraseOf()?.scrollIntoView({ block: "start" });
  }, [name]);
  useEffect(() => {
    if (!ready || document.activeElement !== card.current) return;
    (card.current?.querySelector<HTMLElement>("[aria-pressed=true]") ?? card.current?.querySelector<HTMLElement>(".options button"))?.focus();
  }, [name, ready]);
}

// Esc closes from wherever the focus is; so do a click elsewhere and a change of the text.
function useClosing() {
  useEffect(() => {
    const outside = (event: Event) => {
      if (!(event.target as Element).closest(".alternatives, .translation")) alternativesOpen.value = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && alternativesOpen.value) close();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, []);
  useEffect(() => void (alternativesOpen.value = false), [text.value]);
}

export function Alternatives() {
  const card = useRef<HTMLDivElement>(null);
  const of = alternativesOpen.value ? chosen() : null;
  useFocus(card, of && phraseName(current.value, phraseIndex.value), details.value !== undefined);
  useClosing();
  useLayoutEffect(() => {
    if (card.current) place(card.current);
  });
  if (!of) return null;
  return (
    <div
      ref={card}
      class="alternatives"
      role="dialog"
      aria-labelledby="alternatives-title"
      tabIndex={-1}
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
