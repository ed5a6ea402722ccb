// Requests to the server that sent the page. Every failure becomes a Failure of one of a few kinds, which is all that the page
// has words for.
import type { Answer, Correction, LookUp, Models, TranslateRequest } from "./types";

export type FailureKind = "away" | "busy" | "limited" | "refused" | "too-large" | "key" | "broken";

export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfter?: number, // seconds
  ) {
    super(message);
  }
}

const kKinds: Record<number, FailureKind> = {
  401: "key",
  403: "key",
  413: "too-large",
  429: "limited",
  502: "away",
  503: "busy",
  504: "away",
};

export function failureOf(status: number, body: string, header: (name: string) => string | null): Failure {
  let message = "";
  try {
    message = String((JSON.parse(body) as { error?: unknown }).error ?? "");
  } catch {
    // Not ours: an answer of a proxy, for example. The status says enough.
  }
  const kind = kKinds[status] ?? (status >= 500 ? "broken" : "refused");
  const seconds = Number.parseInt(header("Retry-After") ?? "", 10);
  return new Failure(kind, message, Number.isNaN(seconds) ? undefined : seconds);
}

// The key that some servers ask for, kept until the tab is closed.
const kKeyName = "calque.key";
export const apiKey = {
  get: () => sessionStorage.getItem(kKeyName) ?? "",
  set: (key: string) => sessionStorage.setItem(kKeyName, key),
};

export const authorization = (): Record<string, string> =>
  apiKey.get() ? { Authorization: `Bearer ${apiKey.get()}` } : {};

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers: { ...authorization(), ...(init.body ? { "Content-Type": "application/json" } : {}) },
      credentials: "same-origin",
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Failure("away", "");
  }
  if (!response.ok) throw failureOf(response.status, await response.text(), (name) => response.headers.get(name));
  return response;
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await request(path, init);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Failure("broken", "");
  }
}

const post = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  ...(signal ? { signal } : {}),
});

export const api = {
  models: () => json<Models>("/v1/models"),
  translate: (body: TranslateRequest, signal?: AbortSignal) => json<Answer>("/v1/translate", post(body, signal)),
  lookUp: (phrase: string, source: string, target: string, signal?: AbortSignal) =>
    json<LookUp>(`/v1/phrase?${new URLSearchParams({ q: phrase, source, target })}`, signal ? { signal } : {}),
  corrections: (offset: number, limit: number) =>
    json<{ total: number; corrections: Correction[] }>(`/v1/corrections?${new URLSearchParams({ offset: `${offset}`, limit: `${limit}` })}`),
  correct: (correction: Omit<Correction, "id">) => json<{ id: string | number }>("/v1/corrections", post(correction)),
  withdraw: (id: string | number) => request(`/v1/corrections/${encodeURIComponent(id)}`, { method: "DELETE" }),
  memory: async () => (await request("/v1/corrections.tmx")).blob(),
};

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";
