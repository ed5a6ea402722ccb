// The box in which a translation is corrected.
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../state/announcements";
import { forget } from "../state/choices";
import { correct, trouble } from "../state/corrections";
import { editing } from "../state/editing";
import { directions } from "../state/languages";
import { shown } from "../state/translation";
import { focusWord } from "../state/walking";
import { t } from "../strings";

function close(sentence: number) {
  editing.value = null;
  focusWord({ sentence, token: 0 });
}

async function save() {
  const state = shown.value;
  const open = editing.value;
  const sentence = open && state?.sentences[open.sentence];
  if (!state || !sentence || open.draft.trim() === "") return;
  const { source, target } = state.model;
  const saved = await correct({ source_text: sentence.source.text, target_text: open.draft.trim(), source, target });
  if (!saved) return announce(t.corrections.failed(trouble.value ?? ""));
  forget(sentence.source.text); // what was chosen before would stand in the way of what was learned
  announce(t.corrections.saved);
  close(open.sentence);
}

export function Editor() {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  const open = editing.value;
  const state = shown.value;
  const sentence = open && state?.sentences[open.sentence];
  if (!open || !state || !sentence) return null;
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close(open.sentence);
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
      }}
    >
      <h2>{t.corrections.edit(open.sentence + 1, state.sentences.length)}</h2>
      <p class="original" lang={state.model.source} dir={directions.value.source}>
        {sentence.source.text}
      </p>
      <textarea
        ref={area}
        rows={3}
        aria-label={t.corrections.label}
        lang={state.model.target}
        dir={directions.value.target}
        value={open.draft}
        onInput={(event) => (editing.value = { ...open, draft: event.currentTarget.value })}
      />
      {trouble.value !== null && (
        <p class="trouble" role="alert">
          {t.corrections.failed(trouble.value)}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="main" disabled={open.draft.trim() === ""}>
          {t.corrections.save}
        </button>
        <button type="button" class="quiet" onClick={() => close(open.sentence)}>
          {t.corrections.cancel}
        </button>
      </div>
    </form>
  );
}
