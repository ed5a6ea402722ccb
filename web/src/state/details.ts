// Everything about one sentence: n-best list, alternatives and explanations. They are asked for the sentence that is looked at,
// after its translation is there, so that typing is never slowed down by them.
import { computed, effect, signal, untracked } from "@preact/signals";
import { api, isAbort } from "../api/client";
import type { Feature, Sentence, TranslateRequest } from "../api/types";
import { choicesIn, textsOf } from "./choices";
import { connection, passing } from "./connection";
import { corrections } from "./corrections";
import { models } from "./languages";
import { current } from "./pointing";
import { shown, terminology, working } from "./translation";

export interface Details {
  sentence: Sentence;
  features: Feature[];
}

const kTranslations = 10;
const kAlternatives = 12;
const kDelay = 80; // milliseconds
const kRemembered = 200; // sentences

const known = signal(new Map<string, Details | null>()); // null: there are none
let controller: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function requestFor(index: number): TranslateRequest | null {
  const state = shown.value;
  const sentence = state?.sentences[index];
  if (!state || !sentence) return null;
  const fixed = choicesIn(sentence.source.text, index, textsOf(state.sentences));
  return {
    text: sentence.source.text,
    source: state.model.source,
    target: state.model.target,
    n_best: kTranslations,
    alternatives: kAlternatives,
    explain: true,
    ...terminology(),
    ...(fixed.length > 0 ? { fixed: fixed.map(({ source, target }) => ({ sentence: 0, source, target })) } : {}),
  };
}

const spans = (sentence: Sentence) => JSON.stringify(sentence.translations[0]?.phrases.map(({ source, target }) => [source, target]));

// Undefined while they are on their way; null if the sentence by itself is not what it is within the text.
export const details = computed<Details | null | undefined>(() => {
  const request = requestFor(current.value);
  const sentence = shown.value?.sentences[current.value];
  if (!request || !sentence) return null;
  const found = known.value.get(JSON.stringify(request));
  return found && spans(found.sentence) !== spans(sentence) ? null : found;
});

function remember(key: string, value: Details | null) {
  const entries = [...known.value, [key, value] as const];
  known.value = new Map(entries.slice(-kRemembered));
}

async function fetchDetails(request: TranslateRequest) {
  controller?.abort();
  const mine = (controller = new AbortController());
  try {
    const answer = await api.translate(request, mine.signal);
    const sentences = answer.results[0]?.sentences ?? [];
    const only = sentences.length === 1 ? sentences[0] : undefined;
    remember(JSON.stringify(request), only ? { sentence: only, features: answer.features } : null);
  } catch (error) {
    if (isAbort(error)) return;
    if (!passing(error)) remember(JSON.stringify(request), null);
  }
}

export function keepExplaining() {
  effect(() => {
    void [corrections.value, models.value]; // what was known may be true no more
    known.value = new Map();
  });
  effect(() => {
    const request = requestFor(current.value);
    const missing = request !== null && !known.value.has(JSON.stringify(request));
    const idle = !working.value && connection.value.state === "up";
    untracked(() => {
      clearTimeout(timer);
      if (request && missing && idle) timer = setTimeout(() => void fetchDetails(request), kDelay);
    });
  });
}
