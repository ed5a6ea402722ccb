// The tabs below the panes.
import type { ComponentType } from "preact";
import { total } from "../state/corrections";
import { jobs } from "../state/files";
import { kTabs, type Tab, tab } from "../state/tabs";
import { kept, terms } from "../state/terms";
import { t } from "../strings";
import { Corrections } from "./corrections";
import { Files } from "./files";
import { LookUp } from "./look-up";
import { Others } from "./others";
import { Reasons } from "./reasons";
import { Terms } from "./terms";

const panels: Record<Tab, ComponentType> = {
  reasons: Reasons,
  others: Others,
  lookUp: LookUp,
  terms: Terms,
  corrections: Corrections,
  files: Files,
};

const counts: Partial<Record<Tab, () => number>> = {
  terms: () => terms.value.length + kept.value.length,
  corrections: () => total.value,
  files: () => jobs.value.length,
};

function onKeyDown(event: KeyboardEvent) {
  const list = event.currentTarget as HTMLElement;
  const forward = getComputedStyle(list).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const at = kTabs.indexOf(tab.value);
  const next: Record<string, number> = { ArrowRight: at - 1, ArrowLeft: at - 1, [forward]: at + 1, Home: 0, End: kTabs.length - 1 };
  const index = next[event.key];
  if (index === undefined) return;
  event.preventDefault();
  tab.value = kTabs[(index + kTabs.length) % kTabs.length] ?? "reasons";
  requestAnimationFrame(() => list.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
}

export function Tabs() {
  const Panel = panels[tab.value];
  return (
    <div class="tabs">
      <div role="tablist" aria-label={t.tabs.label} onKeyDown={onKeyDown}>
        {kTabs.map((name) => {
          const count = counts[name]?.() ?? 0;
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab.value === name}
              aria-controls="panel"
              tabIndex={tab.value === name ? 0 : -1}
              onClick={() => (tab.value = name)}
            >
              {t.tabs[name]}{" "}
              {count > 0 && <span class="badge">{count}</span>}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id="panel" class={`panel ${tab.value}`} aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        <Panel />
      </div>
    </div>
  );
}
