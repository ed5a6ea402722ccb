// Phrases whose translation the user has chosen. A choice belongs to a sentence by its text, so that it survives changes elsewhere
// in the text and is forgotten when its own sentence changes.
import { signal } from "@preact/signals";
import type { FixedPhrase, Sentence, Span } from "../api/types";

export interface Choice {
  sentence: string;
  index: number; // of the sentence when it was chosen
  source: Span;
  words: string; // of the source phrase
  target: string;
}

export const choices = signal<Choice[]>([]);

const overlap = (a: Span, b: Span) => a[0] < b[1] && b[0] < a[1];

export function choose(choice: Choice) {
  const others = choices.value.filter(
    (other) => other.sentence !== choice.sentence || other.index !== choice.index || !overlap(other.source, choice.source),
  );
  choices.value = [...others, choice];
}

export function undo(choice: Choice) {
  choices.value = choices.value.filter((other) => other !== choice);
}

export function forget(sentence: string) {
  if (choices.value.some((choice) => choice.sentence === sentence))
    choices.value = choices.value.filter((choice) => choice.sentence !== sentence);
}

// Where a choice's sentence stands now: where it stood if it is still there, otherwise its first occurrence.
function placeOf(choice: Choice, sentences: readonly string[]) {
  return sentences[choice.index] === choice.sentence ? choice.index : sentences.indexOf(choice.sentence);
}

export const textsOf = (sentences: readonly Sentence[]) => sentences.map((sentence) => sentence.source.text);

export const choicesIn = (sentence: string, index: number, sentences: readonly string[]) =>
  choices.value.filter((choice) => choice.sentence === sentence && placeOf(choice, sentences) === index);

export const fixedFor = (sentences: readonly string[]): FixedPhrase[] =>
  choices.value
    .map((choice) => ({ sentence: placeOf(choice, sentences), source: choice.source, target: choice.target }))
    .filter((fixed) => fixed.sentence >= 0);

// After an answer: choices of sentences that are gone go as well, the others remember where their sentence stands.
export function settle(sentences: readonly string[]) {
  const left = choices.value.filter((choice) => placeOf(choice, sentences) >= 0);
  const moved = left.map((choice) => {
    const index = placeOf(choice, sentences);
    return index === choice.index ? choice : { ...choice, index };
  });
  if (left.length !== choices.value.length || moved.some((choice, at) => choice !== left[at])) choices.value = moved;
}
