// Looking up a phrase in the phrase table and the training text.
import { signal } from "@preact/signals";
import { api, Failure, isAbort } from "../api/client";
import type { LookUp } from "../api/types";
import { passing } from "./connection";
import { actualSource, models, target } from "./languages";

export const query = signal("");
export const found = signal<LookUp | null>(null);
export const searching = signal(false);
export const lookUpProblem = signal<string | null>(null);

let controller: AbortController | undefined;

export async function search() {
  controller?.abort();
  const mine = (controller = new AbortController());
  const phrase = query.value.trim();
  const source = actualSource.value ?? models.value.find((model) => model.target === target.value)?.source;
  lookUpProblem.value = null;
  found.value = null;
  searching.value = phrase !== "" && source !== undefined;
  if (!searching.value || source === undefined) return;
  try {
    const answer = await api.lookUp(phrase, source, target.value, mine.signal);
    if (mine === controller) found.value = answer;
  } catch (error) {
    if (isAbort(error) || mine !== controller) return;
    if (!passing(error)) lookUpProblem.value = error instanceof Failure ? error.message : "";
  } finally {
    if (mine === controller) searching.value = false;
  }
}

export function searchFor(phrase: string) {
  query.value = phrase;
  void search();
}
