// Which of the tabs below the panes is open.
import { signal } from "@preact/signals";

export const kTabs = ["reasons", "others", "lookUp", "terms", "corrections", "files"] as const;
export type Tab = (typeof kTabs)[number];

export const tab = signal<Tab>("reasons");

const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// With `go`, the focus and the view go there as well.
export function openTab(next: Tab, go = false) {
  tab.value = next;
  if (!go) return;
  requestAnimationFrame(() => {
    const panel = document.querySelector<HTMLElement>("[role=tabpanel]");
    panel?.focus({ preventScroll: true });
    panel?.scrollIntoView({ block: "nearest", behavior: reduced() ? "auto" : "smooth" });
  });
}
