// Signals whose value outlives the tab.
import { effect, signal, type Signal } from "@preact/signals";

// Storage may be full, switched off, or hold what an older page wrote: the page then works without it.
function read<T>(name: string, valid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    return valid(value) ? value : null;
  } catch {
    return null;
  }
}

export function persisted<T>(name: string, initial: T, valid: (value: unknown) => value is T): Signal<T> {
  const key = `calque.${name}`;
  const value = signal<T>(read(key, valid) ?? initial);
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(value.value));
    } catch {
      // See above.
    }
  });
  return value;
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isListOf =
  <T>(valid: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(valid);
