// Walking through the words of the translation with the keyboard: one of them is in the tab order, arrow keys go to the next.
import { computed, signal } from "@preact/signals";
import { piecesOf } from "../text/pieces";
import { best, wordName } from "./pointing";
import { shown } from "./translation";

export interface Position {
  sentence: number;
  token: number;
}

const asked = signal<Position>({ sentence: 0, token: 0 });

const words = computed<Position[]>(() =>
  (shown.value?.sentences ?? []).flatMap((_, sentence) => {
    const translation = best(sentence);
    if (!translation) return [];
    return piecesOf(translation.text, translation.tokens).flatMap(({ token }) => (token === null ? [] : [{ sentence, token }]));
  }),
);

const placeIn = (list: readonly Position[], { sentence, token }: Position) =>
  list.findIndex((word) => word.sentence === sentence && word.token >= token);

export const position = computed<Position | null>(() => words.value[placeIn(words.value, asked.value)] ?? words.value[0] ?? null);

export const stand = (on: Position) => (asked.value = on);

export function focusWord({ sentence, token }: Position) {
  stand({ sentence, token });
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`.translation [data-word="${wordName({ side: "target", sentence, token })}"]`)?.focus(),
  );
}

// The position that a key leads to, if it leads anywhere.
export function walk(key: string, rightToLeft: boolean): Position | null {
  const list = words.value;
  const now = position.value;
  if (!now) return null;
  const at = placeIn(list, now);
  const [forward, back] = rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === forward) return list[at + 1] ?? null;
  if (key === back) return list[at - 1] ?? null;
  if (key === "Home") return list[0] ?? null;
  if (key === "End") return list.at(-1) ?? null;
  if (key === "ArrowDown") return list.find((word) => word.sentence > now.sentence) ?? null;
  if (key === "ArrowUp") return list.find((word) => word.sentence === now.sentence - 1) ?? null;
  return null;
}
