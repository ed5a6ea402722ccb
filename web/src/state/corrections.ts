// Corrections that the server has learned, and giving it another.
import { batch, signal } from "@preact/signals";
import { api, apiKey, Failure } from "../api/client";
import type { Correction } from "../api/types";
import { passing, whenBack } from "./connection";
import { correcting } from "./languages";

export const corrections = signal<Correction[]>([]); // newest first; those that are shown
export const total = signal(0);
export const available = signal(true); // some servers take no corrections
export const keyWanted = signal<string | null>(null); // some take them only with a key for it; what was wrong with the one that was sent
export const trouble = signal<string | null>(null);

const kStep = 100; // shown at first, and when more are asked for
const kMostAtOnce = 1000; // that a server lists
let wanted = kStep;

// A server that takes no corrections forbids them, which has nothing to do with the key for translations.
const passes = (error: unknown) => !(error instanceof Failure && error.kind === "key") && passing(error);

async function list() {
  const found: Correction[] = [];
  for (;;) {
    const answer = await api.corrections(found.length, Math.min(wanted - found.length, kMostAtOnce));
    found.push(...answer.corrections);
    if (answer.corrections.length > 0 && found.length < Math.min(wanted, answer.total)) continue;
    return { found, all: answer.total };
  }
}

export async function reload() {
  try {
    const { found, all } = await list();
    batch(() => {
      corrections.value = found;
      total.value = all;
      available.value = true;
      keyWanted.value = null;
    });
  } catch (error) {
    if (passes(error)) return;
    available.value = false;
    const forbidden = error instanceof Failure && error.kind === "key" && correcting.value === "key";
    keyWanted.value = forbidden ? (apiKey.get() ? error.message : "") : null;
  }
}

export const following = () => Math.min(kStep, total.value - corrections.value.length);
export function showMore() {
  wanted = corrections.value.length + kStep;
  return reload();
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
