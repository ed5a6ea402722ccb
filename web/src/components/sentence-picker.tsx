// Goes from sentence to sentence of a text; nothing if there is only one.
import { current, lookAt } from "../state/pointing";
import { shown } from "../state/translation";
import { t } from "../strings";

export function SentencePicker() {
  const count = shown.value?.sentences.length ?? 0;
  if (count < 2) return null;
  const index = current.value;
  return (
    <div class="picker">
      <button type="button" class="quiet" disabled={index === 0} aria-label={t.sentence.previous} onClick={() => lookAt(index - 1)}>
        <span aria-hidden="true">‹</span>
      </button>
      <span>{t.sentence.of(index + 1, count)}</span>
      <button type="button" class="quiet" disabled={index + 1 >= count} aria-label={t.sentence.next} onClick={() => lookAt(index + 1)}>
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}
