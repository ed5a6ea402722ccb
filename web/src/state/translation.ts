// The text, its translation, and the requests between them.
import { effect, signal, untracked } from "@preact/signals";
import { api, Failure, isAbort } from "../api/client";
import type { Answer, Sentence, TranslateRequest } from "../api/types";
import { choices, fixedFor, settle, textsOf } from "./choices";
import { connection, passing, reached, whenBack } from "./connection";
import { corrections, total } from "./corrections";
import { detected, kAuto, source, target } from "./languages";
import { kept, terms } from "./terms";

export interface Shown {
  text: string; // what was translated
  translation: string;
  sentences: Sentence[];
  features: Answer["features"];
  model: Answer["model"];
}

export const text = signal("");
export const shown = signal<Shown | null>(null);
export const working = signal(false);
export const problem = signal<Failure | null>(null);

// How long typing must rest: about as long as the last translation took, so that a quick server is asked with almost every key and
// a slow one, or one with a long text, is not kept busy.
const kShortestRest = 30; // milliseconds
const kLongestRest = 800;
let rest = kShortestRest;

let timer: ReturnType<typeof setTimeout> | undefined;
let controller: AbortController | undefined;

export function terminology(): Pick<TranslateRequest, "glossary" | "keep"> {
  return {
    ...(terms.value.length > 0 ? { glossary: terms.value.map(({ source, target }) => ({ source, target })) } : {}),
    ...(kept.value.length > 0 ? { keep: kept.value.map(({ word }) => word) } : {}),
  };
}

function requestFor(sentences: readonly string[]): TranslateRequest {
  const fixed = fixedFor(sentences);
  return {
    text: text.value,
    target: target.value,
    ...(source.value === kAuto ? {} : { source: source.value }),
    ...terminology(),
    ...(fixed.length > 0 ? { fixed } : {}),
  };
}

// Choices are sent by the number of their sentence. In a text that has changed these are known only once the server has split it, so
// that it is asked twice as long as there are choices.
async function ask(signal: AbortSignal): Promise<Answer> {
  const split = shown.value?.text === text.value ? textsOf(shown.value.sentences) : [];
  const request = requestFor(split);
  const answer = await api.translate(request, signal);
  const again = requestFor(textsOf(answer.results[0]?.sentences ?? []));
  return JSON.stringify(again.fixed) === JSON.stringify(request.fixed) ? answer : api.translate(again, signal);
}

// Sentences that are translated as before keep their tokens and translation, the objects themselves, so that they need not be drawn anew.
function reused(sentences: readonly Sentence[]): Sentence[] {
  const before = new Map(shown.value?.sentences.map((sentence) => [sentence.source.text, sentence]));
  return sentences.map((sentence) => {
    const old = before.get(sentence.source.text);
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    if (!old || !same(old.translations, sentence.translations) || !same(old.source.tokens, sentence.source.tokens)) return sentence;
    return { ...sentence, source: { ...sentence.source, tokens: old.source.tokens }, translations: old.translations };
  });
}

function show(asked: string, answer: Answer) {
  const result = answer.results[0];
  if (!result) throw new Failure("broken", "");
  detected.value = answer.model.source;
  shown.value = {
    text: asked,
    translation: result.text,
    sentences: reused(result.sentences),
    features: answer.features,
    model: answer.model,
  };
  settle(textsOf(result.sentences));
}

export async function translateNow() {
  clearTimeout(timer);
  controller?.abort();
  const mine = (controller = new AbortController());
  const asked = text.value;
  problem.value = null;
  working.value = asked.trim() !== "" && target.value !== "";
  if (!working.value) {
    if (asked.trim() === "") [shown.value, detected.value] = [null, null];
    return;
  }
  try {
    const begun = performance.now();
    const answer = await ask(mine.signal);
    rest = Math.min(Math.max(performance.now() - begun, kShortestRest), kLongestRest);
    if (mine !== controller) return;
    show(asked, answer);
    reached();
  } catch (error) {
    if (isAbort(error) || mine !== controller) return;
    if (!passing(error)) problem.value = error instanceof Failure ? error : new Failure("broken", "");
  } finally {
    if (mine === controller) working.value = false;
  }
}

// All but the text that the translation depends on.
const settings = () =>
  JSON.stringify([
    source.value,
    target.value,
    terminology(),
    choices.value.map(({ sentence, source, target }) => [sentence, source, target]),
    [total.value, corrections.value[0]?.id],
  ]);

export function keepTranslating() {
  let last: [string, string] = ["", ""];
  effect(() => {
    const now: [string, string] = [text.value, settings()];
    const typing = now[0] !== last[0];
    if (!typing && now[1] === last[1]) return;
    last = now;
    untracked(() => {
      clearTimeout(timer);
      if (now[0].trim() === "") return void translateNow();
      if (connection.value.state === "down" || connection.value.state === "key") return;
      working.value = target.value !== "";
      timer = setTimeout(() => void translateNow(), typing ? rest : 0);
    });
  });
  whenBack(() => void translateNow());
}
