// Which words and phrases of the two sides belong together.
import type { Link, Phrase, Span, Translation } from "../api/types";

export type Side = "source" | "target";

export interface Related {
  words: Record<Side, number[]>;
  phrases: Record<Side, Span | null>;
}

const within = (span: Span, position: number) => position >= span[0] && position < span[1];

export const phraseAt = (phrases: readonly Phrase[], side: Side, token: number) =>
  phrases.findIndex((phrase) => within(phrase[side], token));

// All that lights up with a word: the word, those it is linked to, and its phrase on both sides. A word without a link of its own
// belongs to its whole phrase.
export function relatedTo(translation: Translation, side: Side, token: number): Related {
  const [own, other]: [keyof Link & (0 | 1), keyof Link & (0 | 1)] = side === "source" ? [0, 1] : [1, 0];
  const linked = translation.alignment.filter((link) => link[own] === token).map((link) => link[other]);
  const phrase = translation.phrases[phraseAt(translation.phrases, side, token)];
  const words = side === "source" ? { source: [token], target: linked } : { source: linked, target: [token] };
  return { words, phrases: { source: phrase?.source ?? null, target: phrase?.target ?? null } };
}

// Which phrases (in target order) left the order of the source: all but the run of phrases in the source's order that has most words.
export function movedPhrases(phrases: readonly Phrase[]): boolean[] {
  const words = phrases.map(({ source }) => source[1] - source[0]);
  const best: { words: number; before: number }[] = [];
  phrases.forEach((phrase, index) => {
    const here = { words: words[index] ?? 0, before: -1 };
    for (let before = 0; before < index; ++before) {
      const total = (best[before]?.words ?? 0) + (words[index] ?? 0);
      if ((phrases[before]?.source[0] ?? 0) < phrase.source[0] && total > here.words) [here.words, here.before] = [total, before];
    }
    best.push(here);
  });
  const moved = phrases.map(() => true);
  let at = best.reduce((end, { words: total }, index) => (total > (best[end]?.words ?? 0) ? index : end), 0);
  for (; at >= 0 && at < moved.length; at = best[at]?.before ?? -1) moved[at] = false;
  return moved;
}

export type Step = "first" | "monotone" | "swap" | "left" | "right";

// How the phrase at `index` (in target order) stands to the one before it.
export function stepTo(phrases: readonly Phrase[], index: number): { step: Step; distance: number } {
  const phrase = phrases[index];
  if (!phrase) return { step: "first", distance: 0 };
  const before = phrases[index - 1];
  const distance = phrase.source[0] - (before ? before.source[1] : 0);
  if (distance === 0) return { step: before ? "monotone" : "first", distance };
  if (!before) return { step: "right", distance };
  if (phrase.source[1] === before.source[0]) return { step: "swap", distance };
  return { step: distance > 0 ? "right" : "left", distance };
}
