// What a screen reader says without being asked.
import { effect, signal } from "@preact/signals";
import { t } from "../strings";
import { announcement, connection } from "./connection";
import { shown, working } from "./translation";

export const said = signal("");

// A little later, so that fast typing does not make it talk without end, and so that saying the same again is a change.
const kPause = 900; // milliseconds
const kLongest = 400; // characters of a translation that are read out
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(message: string, pause = 50) {
  clearTimeout(timer);
  said.value = "";
  timer = setTimeout(() => (said.value = message), pause);
}

export function keepAnnouncing() {
  effect(() => {
    const state = shown.value;
    if (!state || working.value) return;
    const { translation, sentences } = state;
    announce(translation.length <= kLongest ? t.status.translated(translation) : t.status.long(sentences.length), kPause);
  });
  effect(() => {
    const state = connection.value;
    if (state.state === "down") announce(t.connection[state.reason]);
  });
  effect(() => {
    if (announcement.value !== "back") return;
    announcement.value = null;
    announce(t.connection.back);
  });
}
