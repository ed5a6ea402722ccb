// What the user points at: a word under the mouse, the focus or the caret; the sentence that is looked at; a phrase that was chosen.
import { computed, effect, signal } from "@preact/signals";
import type { Span } from "../api/types";
import { phraseAt, relatedTo, type Side } from "../text/relations";
import { shown } from "./translation";

export interface Word {
  sentence: number;
  side: Side;
  token: number;
}

export const pointed = signal<Word | null>(null);
const looked = signal(0);
export const chosenPhrase = signal<{ sentence: number; source: Span } | null>(null);
export const alternativesOpen = signal(false); // for the chosen phrase

// The sentence that is looked at; texts get shorter while it is.
export const current = computed(() => Math.max(0, Math.min(looked.value, (shown.value?.sentences.length ?? 1) - 1)));

export function lookAt(sentence: number) {
  if (looked.value === sentence) return;
  looked.value = sentence;
  chosenPhrase.value = null;
}

export const best = (sentence: number) => shown.value?.sentences[sentence]?.translations[0];

// Index of the chosen phrase in the translation of the sentence that is looked at; -1 if none. The phrase is remembered by its source
// words, because a new translation numbers its phrases anew.
export const phraseIndex = computed(() => {
  const chosen = chosenPhrase.value;
  const translation = best(current.value);
  if (!chosen || !translation || chosen.sentence !== current.value) return -1;
  return phraseAt(translation.phrases, "source", chosen.source[0]);
});

export function choosePhrase(sentence: number, index: number) {
  const phrase = best(sentence)?.phrases[index];
  if (!phrase) return;
  lookAt(sentence);
  chosenPhrase.value = { sentence, source: phrase.source };
}

export const wordName = ({ side, sentence, token }: Word) => `${side}:${sentence}:${token}`;
export const phraseName = (sentence: number, index: number) => `${sentence}:${index}`;

export function wordOf(element: Element | null | undefined): Word | null {
  const name = element?.closest("[data-word]")?.getAttribute("data-word");
  const [side, sentence, token] = name?.split(":") ?? [];
  if (side !== "source" && side !== "target") return null;
  return { side, sentence: Number(sentence), token: Number(token) };
}

const all = (selector: string) => document.querySelectorAll(selector);

function lightPhrase(sentence: number, index: number) {
  for (const element of all(`[data-phrase="${phraseName(sentence, index)}"]`)) element.setAttribute("data-lit", "phrase");
}

function light(word: Word) {
  const translation = best(word.sentence);
  if (!translation) return;
  const related = relatedTo(translation, word.side, word.token);
  lightPhrase(word.sentence, phraseAt(translation.phrases, word.side, word.token));
  for (const side of ["source", "target"] as const)
    for (const token of related.words[side])
      for (const element of all(`[data-word="${wordName({ ...word, side, token })}"]`)) element.setAttribute("data-lit", "word");
}

// Lights are set on the elements directly: drawing everything anew for each movement of the mouse would be slow for long texts.
export function keepLighting() {
  effect(() => {
    const word = pointed.value;
    const open = alternativesOpen.value ? phraseIndex.value : -1; // what is being replaced
    void shown.value;
    requestAnimationFrame(() => {
      for (const element of all("[data-lit]")) element.removeAttribute("data-lit");
      if (word) light(word);
      else if (open >= 0) lightPhrase(current.peek(), open);
    });
  });
}
