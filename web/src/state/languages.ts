// Which languages the server translates between, and which are chosen.
import { computed, signal } from "@preact/signals";
import type { Direction, Limits, Model, Models } from "../api/types";
import { languageName } from "../strings";
import { isString, persisted } from "./storage";

export const kAuto = "auto";

export const models = signal<Model[]>([]);
export const limits = signal<Limits>({});
export const correcting = signal<NonNullable<Models["corrections"]>>("all"); // who may
export const chosenSource = persisted("source", kAuto, isString);
export const chosenTarget = persisted("target", "", isString);
export const detected = signal<string | null>(null); // by the last answer, when the source is kAuto

export interface Language {
  code: string;
  name: string;
}

function unique(languages: Language[]): Language[] {
  const byCode = new Map(languages.map((language) => [language.code, language]));
  return [...byCode.values()].sort((a, b) => a.name.localeCompare(b.name));
}

export const sources = computed(() =>
  unique(models.value.map((model) => ({ code: model.source, name: languageName(model.source, model.source_name) }))),
);

// Where there is only one language, there is nothing to detect.
export const source = computed(() => {
  const only = sources.value.length === 1 ? sources.value[0] : undefined;
  if (only) return only.code;
  return sources.value.some(({ code }) => code === chosenSource.value) ? chosenSource.value : kAuto;
});

export const targets = computed(() =>
  unique(
    models.value
      .filter((model) => source.value === kAuto || model.source === source.value)
      .map((model) => ({ code: model.target, name: languageName(model.target, model.target_name) })),
  ),
);

// As chosen; otherwise what the browser's user reads, if the server translates into it.
export const target = computed(() => {
  const wanted = [chosenTarget.value, ...navigator.languages.map((code) => code.split("-")[0] ?? "")];
  const code = wanted.find((one) => targets.value.some((language) => language.code === one));
  return code ?? targets.value[0]?.code ?? "";
});

// What the text is written in: as chosen, or as detected. Null before anything is known.
export const actualSource = computed(() => (source.value === kAuto ? detected.value : source.value));

const modelOf = (from: string | null, to: string) =>
  models.value.find((model) => model.source === from && model.target === to);

export const reverse = computed(() => modelOf(target.value, actualSource.value ?? "") ?? null);

export const directions = computed<Record<"source" | "target", Direction | "auto">>(() => {
  const model = modelOf(actualSource.value, target.value);
  return model ? model.direction : { source: "auto", target: "auto" };
});

export const nameOf = (code: string | null) =>
  sources.value.find((language) => language.code === code)?.name ??
  targets.value.find((language) => language.code === code)?.name ??
  code ??
  "";

export function swapLanguages() {
  const model = reverse.value;
  if (!model) return;
  chosenSource.value = model.source;
  chosenTarget.value = model.target;
}
