// From which language to which, and the other way round.
import { actualSource, chosenSource, chosenTarget, detected, kAuto, nameOf, reverse, source, sources, swapLanguages, target, targets } from "../state/languages";
import { shown, text } from "../state/translation";
import { t } from "../strings";

// The translation becomes the text.
function swap() {
  const translation = shown.value?.translation ?? "";
  swapLanguages();
  if (translation !== "") text.value = translation;
}

export function LanguageBar() {
  const auto = source.value === kAuto && detected.value ? t.languages.detected(nameOf(detected.value)) : t.languages.detect;
  return (
    <div class="languages" role="group" aria-label={t.languages.label}>
      <div class="select">
        <select aria-label={t.languages.from} value={source.value} onChange={(event) => (chosenSource.value = event.currentTarget.value)}>
          {sources.value.length !== 1 && <option value={kAuto}>{auto}</option>}
          {sources.value.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button
        type="button"
        class="swap"
        aria-label={t.languages.swap}
        title={reverse.value ? t.languages.swap : t.languages.noSwap}
        disabled={!reverse.value || actualSource.value === null}
        onClick={swap}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M4 9h14m-4-4 4 4-4 4M20 15H6m4-4-4 4 4 4" />
        </svg>
      </button>
      <div class="select">
        <select aria-label={t.languages.to} value={target.value} onChange={(event) => (chosenTarget.value = event.currentTarget.value)}>
          {targets.value.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
