// The corrections that the server has learned: list, undo, export.
import { api } from "../api/client";
import { announce } from "../state/announcements";
import { passing } from "../state/connection";
import { available, corrections, following, keyWanted, reload, showMore, total, trouble, withdraw } from "../state/corrections";
import { saveAs } from "../state/files";
import { t } from "../strings";
import { KeyForm } from "./key-form";

async function exportAll() {
  try {
    saveAs(await api.memory(), "corrections.tmx");
  } catch (error) {
    passing(error);
  }
}

async function undo(correction: (typeof corrections.value)[number]) {
  if (await withdraw(correction)) announce(t.corrections.withdrawn);
}

export function Corrections() {
  if (keyWanted.value !== null) return <KeyForm explain={t.corrections.key(keyWanted.value)} onKey={() => void reload()} />;
  if (!available.value) return <p class="note">{t.corrections.off}</p>;
  return (
    <>
      <header class="heading">
        <h2>{t.corrections.title}</h2>
        <p class="note">{t.corrections.explain}</p>
        {corrections.value.length > 0 && (
          <button type="button" class="quiet" onClick={() => void exportAll()}>
            {t.corrections.export}
          </button>
        )}
      </header>
      {trouble.value !== null && (
        <p class="trouble" role="alert">
          {t.corrections.failed(trouble.value)}
        </p>
      )}
      {corrections.value.length === 0 && <p class="note">{t.corrections.none}</p>}
      <ul class="pairs long">
        {corrections.value.map((correction) => (
          <li key={correction.id}>
            <span lang={correction.source} dir="auto">
              {correction.source_text}
            </span>
            <span lang={correction.target} dir="auto">
              {correction.target_text}
            </span>
            <button type="button" class="quiet" aria-label={t.corrections.undoOf(correction.target_text)} onClick={() => void undo(correction)}>
              {t.corrections.undo}
            </button>
          </li>
        ))}
      </ul>
      {following() > 0 && (
        <button type="button" class="quiet" onClick={() => void showMore()}>
          {t.corrections.more(following(), total.value)}
        </button>
      )}
    </>
  );
}
