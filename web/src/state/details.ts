// Everything about one sentence: alternatives, explanations and the n-best list. They are asked for the sentence that is looked at,
// after its translation is there, so that typing is never slowed down by them.
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { api, isAbort } from "../api/client";
import type { Feature, Sentence, TranslateRequest } from "../api/types";
import { choicesIn, textsOf } from "./choices";
import { connection, passing } from "./connection";
import { corrections } from "./corrections";
import { models } from "./languages";
import { current } from "./pointing";
import { tab } from "./tabs";
import { shown, terminology, working } from "./translation";

export interface Details {
  sentence: Sentence;
  features: Feature[];
}

const kAlternatives = 12;
const kTranslations = 100; // many of them have the same words
const kDelay = 80; // milliseconds

// The sentence that is looked at, by itself.
const base = computed<TranslateRequest | null>(() => {
  const state = shown.value;
  const index = current.value;
  const sentence = state?.sentences[index];
  if (!state || !sentence) return null;
  const fixed = choicesIn(sentence.source.text, index, textsOf(state.sentences));
  return {
    text: sentence.source.text,
    source: state.model.source,
    target: state.model.target,
    ...terminology(),
    ...(fixed.length > 0 ? { fixed: fixed.map(({ source, target }) => ({ sentence: 0, source, target })) } : {}),
  };
});

const spans = (sentence: Sentence) => JSON.stringify(sentence.translations[0]?.phrases.map(({ source, target }) => [source, target]));

// Answers to one kind of request about a sentence, remembered by the request.
class Answers {
  private readonly known = signal(new Map<string, Details | null>()); // null: there is none
  private controller: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly request: ReadonlySignal<TranslateRequest | null>,
    private readonly remembered: number, // how many answers
  ) {}

  // Undefined while it is on its way; null if the sentence by itself is not what it is within the text.
  readonly value = computed<Details | null | undefined>(() => {
    const request = this.request.value;
    const sentence = shown.value?.sentences[current.value];
    if (!request || !sentence) return null;
    const found = this.known.value.get(JSON.stringify(request));
    return found && spans(found.sentence) !== spans(sentence) ? null : found;
  });

  keepAsking(wanted: () => boolean) {
    effect(() => {
      void [corrections.value, models.value]; // what was known may be true no more
      this.known.value = new Map();
    });
    effect(() => {
      const request = this.request.value;
      const missing = request !== null && !this.known.value.has(JSON.stringify(request));
      const now = wanted() && !working.value && connection.value.state === "up";
      untracked(() => {
        clearTimeout(this.timer);
        if (request && missing && now) this.timer = setTimeout(() => void this.ask(request), kDelay);
      });
    });
  }

  private remember(request: TranslateRequest, value: Details | null) {
    const entries = [...this.known.value, [JSON.stringify(request), value] as const];
    this.known.value = new Map(entries.slice(-this.remembered));
  }

  private async ask(request: TranslateRequest) {
    this.controller?.abort();
    const mine = (this.controller = new AbortController());
    try {
      const answer = await api.translate(request, mine.signal);
      const sentences = answer.results[0]?.sentences ?? [];
      const only = sentences.length === 1 ? sentences[0] : undefined;
      this.remember(request, only ? { sentence: only, features: answer.features } : null);
    } catch (error) {
      if (!isAbort(error) && !passing(error)) this.remember(request, null);
    }
  }
}

const extended = (more: Partial<TranslateRequest>) => computed(() => base.value && { ...base.value, ...more });

const reasons = new Answers(extended({ alternatives: kAlternatives, explain: true }), 100);
const list = new Answers(extended({ n_best: kTranslations }), 10);
export const details = reasons.value;
export const nBest = list.value;

export function keepExplaining() {
  reasons.keepAsking(() => true);
  list.keepAsking(() => tab.value === "others");
}
