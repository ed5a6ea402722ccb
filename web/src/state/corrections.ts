// Corrections that the server has learned, and giving it another.
import { signal } from "@preact/signals";
import { api, Failure } from "../api/client";
import type { Correction } from "../api/types";
import { passing, whenBack } from "./connection";

export const corrections = signal<Correction[]>([]);
export const available = signal(true); // some servers take no corrections
export const trouble = signal<string | null>(null);

// A server that takes no corrections forbids them, which has nothing to do with keys.
const passes = (error: unknown) => !(error instanceof Failure && error.kind === "key") && passing(error);

export async function reload() {
  try {
    corrections.value = (await api.corrections()).corrections;
    available.value = true;
  } catch (error) {
    if (passes(error)) return;
    available.value = false;
  }
}

// Whether it worked; if not, `trouble` says why.
async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  trouble.value = null;
  try {
    await action();
    await reload();
    return true;
  } catch (error) {
    passes(error);
    trouble.value = error instanceof Failure ? error.message : "";
    return false;
  }
}

export const correct = (correction: Omit<Correction, "id">) => attempt(() => api.correct(correction));
export const withdraw = (correction: Correction) => attempt(() => api.withdraw(correction.id));

whenBack(() => void reload());
