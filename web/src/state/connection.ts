// Whether the server answers. When it does not, it is asked again and again, less often with time, and whatever waits for it
// goes on when it is back.
import { signal } from "@preact/signals";
import { api, apiKey, Failure } from "../api/client";
import { correcting, limits, models } from "./languages";

export type Connection =
  | { state: "starting" }
  | { state: "up" }
  | { state: "down"; reason: "away" | "busy" | "limited"; retryAt: number }
  | { state: "key"; message: string };

export const connection = signal<Connection>({ state: "starting" });
export const announcement = signal<"back" | null>(null); // said once, then forgotten

const kFirstDelay = 1; // seconds
const kLongestDelay = 15;
let delay = kFirstDelay;
let timer: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];

export const whenBack = (callback: () => void) => waiting.push(callback);

export function reached() {
  delay = kFirstDelay;
  clearTimeout(timer);
  timer = undefined;
  if (connection.value.state !== "up") connection.value = { state: "up" };
}

// Returns whether the failure is one that passes by itself, so that nothing else need be said about it.
export function passing(failure: unknown): boolean {
  if (!(failure instanceof Failure)) return false;
  if (failure.kind === "key") connection.value = { state: "key", message: failure.message };
  if (failure.kind === "away" || failure.kind === "busy" || failure.kind === "limited") {
    if (timer === undefined) tryLater(failure.kind, failure.retryAfter);
    return true;
  }
  return failure.kind === "key";
}

function tryLater(reason: "away" | "busy" | "limited", retryAfter?: number) {
  const seconds = Math.min(retryAfter ?? delay, 60);
  delay = Math.min(delay * 2, kLongestDelay);
  connection.value = { state: "down", reason, retryAt: Date.now() + seconds * 1000 };
  timer = setTimeout(() => void connect(), seconds * 1000);
}

export async function connect() {
  clearTimeout(timer);
  timer = undefined;
  const before = connection.value.state;
  try {
    const answer = await api.models();
    models.value = answer.models;
    limits.value = answer.limits ?? {};
    correcting.value = answer.corrections ?? "all";
    if (answer.key_required && !apiKey.get()) return void (connection.value = { state: "key", message: "" });
    reached();
    if (before === "down") announcement.value = "back";
    for (const callback of waiting) callback();
  } catch (error) {
    if (!passing(error)) tryLater("away");
  }
}

// A laptop that wakes up or finds its network again should not wait for the timer.
const tryNow = () => {
  if (connection.value.state === "down" && document.visibilityState === "visible") void connect();
};
addEventListener("online", tryNow);
document.addEventListener("visibilitychange", tryNow);
