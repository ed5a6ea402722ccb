// A text cut into what is drawn: words, and what stands between them.
import type { Token } from "../api/types";
import { unitsOf } from "./codepoints";

export interface Piece {
  text: string;
  token: number | null; // null: between words
}

// Tokens that have no place of their own in the text, or one that another token already took, are left out.
export function piecesOf(text: string, tokens: readonly Token[]): Piece[] {
  const unit = unitsOf(text);
  const pieces: Piece[] = [];
  let end = 0;
  tokens.forEach((token, index) => {
    const [from, to] = [unit(token.begin), unit(token.end)];
    if (from < end || to <= from) return;
    if (from > end) pieces.push({ text: text.slice(end, from), token: null });
    pieces.push({ text: text.slice(from, to), token: index });
    end = to;
  });
  if (end < text.length) pieces.push({ text: text.slice(end), token: null });
  return pieces;
}

// What a span of tokens looks like in the text.
export function textOf(text: string, tokens: readonly Token[], [begin, end]: readonly [number, number]): string {
  const unit = unitsOf(text);
  const own = tokens.slice(begin, end).filter((token) => token.end > token.begin);
  const first = own[0];
  const last = own.at(-1);
  return first && last ? text.slice(unit(first.begin), unit(last.end)) : tokens.slice(begin, end).map((token) => token.text).join(" ");
}
