// The translation, word by word: pointing lights up where a word came from, choosing a phrase shows its alternatives.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { unitsOf } from "../text/codepoints";
import { phraseAt } from "../text/relations";
import { announce } from "../state/announcements";
import { connection } from "../state/connection";
import { available } from "../state/corrections";
import { editing, startEditing } from "../state/editing";
import { directions, target } from "../state/languages";
import { alternativesOpen, best, choosePhrase, current, lookAt, pointed, type Word, wordOf } from "../state/pointing";
import { shown, text, working } from "../state/translation";
import { position, stand, walk, focusWord } from "../state/walking";
import { t } from "../strings";
import { Editor } from "./editor";
import { Words } from "./words";

function openAlternatives({ sentence, token }: Word) {
  const translation = best(sentence);
  const index = translation ? phraseAt(translation.phrases, "target", token) : -1;
  stand({ sentence, token });
  lookAt(sentence);
  if (index < 0) return;
  choosePhrase(sentence, index);
  alternativesOpen.value = true;
}

function onKeyDown(event: KeyboardEvent) {
  const word = wordOf(event.target as Element);
  if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    openAlternatives(word);
    return;
  }
  const next = walk(event.key, directions.value.target === "rtl");
  if (!next) return;
  event.preventDefault();
  focusWord(next);
}

function Sentences() {
  const state = shown.value;
  if (!state) return null;
  const unit = unitsOf(state.translation);
  const drawn: ComponentChildren[] = [];
  let end = 0;
  state.sentences.forEach((sentence, index) => {
    const translation = sentence.translations[0];
    if (!translation) return;
    const [from, to] = [unit(sentence.target.begin), unit(sentence.target.end)];
    drawn.push(state.translation.slice(end, from));
    drawn.push(
      <span class={index === current.value && state.sentences.length > 1 ? "sentence current" : "sentence"} key={index}>
        <Words
          sentence={index}
          side="target"
          text={translation.text}
          tokens={translation.tokens}
          translation={translation}
          origin={sentence.source}
          {...(position.value?.sentence === index ? { focusable: position.value.token } : {})}
        />
      </span>,
    );
    end = to;
  });
  drawn.push(state.translation.slice(end));
  return <>{drawn}</>;
}

const copied = signal(false);

async function copy() {
  try {
    await navigator.clipboard.writeText(shown.value?.translation ?? "");
  } catch {
    return; // the browser does not allow it; the text can still be selected
  }
  copied.value = true;
  announce(t.target.copied);
  setTimeout(() => (copied.value = false), 2000);
}

function Actions() {
  if (!shown.value) return <div class="actions" />;
  return (
    <div class="actions">
      <span class="working">{working.value && t.target.working}</span>
      <span class="space" />
      {available.value && editing.value === null && (
        <button type="button" class="quiet" onClick={() => startEditing(current.value)}>
          {t.target.correct}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => void copy()}>
        {copied.value ? t.target.copied : t.target.copy}
      </button>
    </div>
  );
}

// Where the mouse leaves the words, the word with the focus lights up again.
function onPointerOver(event: Event) {
  pointed.value = wordOf(event.target as Element) ?? wordOf(document.activeElement);
}

function Empty() {
  return (
    <p class="empty" lang={t.code} dir={t.direction}>
      {working.value ? t.target.working : t.target.empty}
    </p>
  );
}

export function TargetPane() {
  // While the server is away, the translation may be that of another text.
  const stale = connection.value.state === "down" && shown.value !== null && shown.value.text !== text.value;
  return (
    <section class="pane target" id="translation" tabIndex={-1} aria-label={t.target.label} aria-busy={working.value}>
      <div
        class={`paper translation${stale ? " stale" : ""}`}
        lang={target.value || undefined}
        dir={directions.value.target}
        role="group"
        aria-label={t.target.label}
        aria-describedby="translation-hint"
        onKeyDown={onKeyDown}
        onPointerOver={onPointerOver}
        onPointerLeave={() => (pointed.value = wordOf(document.activeElement))}
        onFocusIn={(event) => {
          const word = wordOf(event.target as Element);
          if (!word) return;
          pointed.value = word;
          stand(word);
        }}
        onFocusOut={() => (pointed.value = null)}
        onClick={(event) => {
          const word = wordOf(event.target as Element);
          if (word && getSelection()?.isCollapsed !== false) openAlternatives(word);
        }}
      >
        {shown.value ? <Sentences /> : <Empty />}
      </div>
      <p id="translation-hint" hidden>
        {t.target.hint}
      </p>
      {editing.value !== null && <Editor />}
      <Actions />
    </section>
  );
}
