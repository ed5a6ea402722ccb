// The sentence whose translation is being corrected.
import { signal } from "@preact/signals";
import { best, lookAt } from "./pointing";

export const editing = signal<{ sentence: number; draft: string } | null>(null);

export function startEditing(sentence: number, draft = best(sentence)?.text ?? "") {
  lookAt(sentence);
  editing.value = { sentence, draft };
}
