import { effect } from "@preact/signals";
import { isString, persisted } from "../state/storage";
import { t } from "../strings";

const kThemes = ["auto", "light", "dark"] as const;
type Theme = (typeof kThemes)[number];
const isTheme = (value: unknown): value is Theme => isString(value) && (kThemes as readonly string[]).includes(value);

const theme = persisted<Theme>("theme", "auto", isTheme);
effect(() => void (document.documentElement.dataset["theme"] = theme.value));

export function Header() {
  return (
    <header class="top">
      <h1>Calque</h1>
      <p class="tagline">{t.tagline}</p>
      <span class="space" />
      <div class="select theme">
        <select aria-label={t.theme.label} value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
          {kThemes.map((name) => (
            <option key={name} value={name}>
              {t.theme[name]}
            </option>
          ))}
        </select>
      </div>
    </header>
  );
}
