// The user's own glossary and words that are carried over, for each pair of languages. They are sent with every request.
import { computed } from "@preact/signals";
import type { GlossaryEntry } from "../api/types";
import { actualSource, target } from "./languages";
import { isListOf, isString, persisted } from "./storage";

export interface Term extends GlossaryEntry {
  pair: string;
}

export interface KeptWord {
  word: string;
}

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === "object" && value !== null && names.every((name) => isString((value as Record<string, unknown>)[name]));
const isTerm = (value: unknown): value is Term => has(value, "source", "target", "pair");
const isKept = (value: unknown): value is KeptWord => has(value, "word");

export const allTerms = persisted<Term[]>("glossary", [], isListOf(isTerm));
export const kept = persisted<KeptWord[]>("keep", [], isListOf(isKept));

export const pair = computed(() => `${actualSource.value ?? ""}-${target.value}`);
export const terms = computed(() => allTerms.value.filter((term) => term.pair === pair.value));

// The new translation of a phrase replaces an older one.
export function addTerm(source: string, translation: string) {
  const entry = { source: source.trim(), target: translation.trim(), pair: pair.value };
  if (!entry.source || !entry.target) return;
  const others = allTerms.value.filter((term) => term.pair !== entry.pair || term.source !== entry.source);
  allTerms.value = [...others, entry];
}

export function removeTerm(term: Term) {
  allTerms.value = allTerms.value.filter((other) => other !== term);
}

export function keepWord(word: string) {
  const plain = word.trim();
  if (plain && !kept.value.some((entry) => entry.word === plain)) kept.value = [...kept.value, { word: plain }];
}

export function releaseWord(entry: KeptWord) {
  kept.value = kept.value.filter((other) => other !== entry);
}
