// The glossary and the words that are not translated. Every change is used at once.
import { signal } from "@preact/signals";
import { actualSource, directions, nameOf, target } from "../state/languages";
import { addTerm, keepWord, kept, releaseWord, removeTerm, terms } from "../state/terms";
import { t } from "../strings";

const source = signal("");
const translation = signal("");
const word = signal("");

function Glossary() {
  const add = (event: Event) => {
    event.preventDefault();
    addTerm(source.value, translation.value);
    [source.value, translation.value] = ["", ""];
    document.getElementById("term-source")?.focus();
  };
  return (
    <section>
      <h2>{t.terms.title}</h2>
      <p class="note">{t.terms.explain(nameOf(actualSource.value), nameOf(target.value))}</p>
      <form class="fields" onSubmit={add}>
        <label>
          <span>{t.terms.source}</span>
          <input id="term-source" dir="auto" autocomplete="off" value={source.value} onInput={(event) => (source.value = event.currentTarget.value)} />
        </label>
        <label>
          <span>{t.terms.target}</span>
          <input dir="auto" autocomplete="off" value={translation.value} onInput={(event) => (translation.value = event.currentTarget.value)} />
        </label>
        <button type="submit" class="main" disabled={source.value.trim() === "" || translation.value.trim() === ""}>
          {t.terms.add}
        </button>
      </form>
      {terms.value.length === 0 && <p class="note">{t.terms.none}</p>}
      <ul class="pairs">
        {terms.value.map((term) => (
          <li key={term.source}>
            <span lang={actualSource.value ?? undefined} dir={directions.value.source}>
              {term.source}
            </span>
            <span lang={target.value} dir={directions.value.target}>
              {term.target}
            </span>
            <button type="button" class="close" aria-label={t.terms.remove(term.source)} onClick={() => removeTerm(term)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeptWords() {
  const add = (event: Event) => {
    event.preventDefault();
    keepWord(word.value);
    word.value = "";
    document.getElementById("kept-word")?.focus();
  };
  return (
    <section>
      <h2>{t.terms.keepTitle}</h2>
      <p class="note">{t.terms.keepExplain}</p>
      <form class="fields" onSubmit={add}>
        <label>
          <span>{t.terms.keepLabel}</span>
          <input id="kept-word" dir="auto" autocomplete="off" value={word.value} onInput={(event) => (word.value = event.currentTarget.value)} />
        </label>
        <button type="submit" class="main" disabled={word.value.trim() === ""}>
          {t.terms.add}
        </button>
      </form>
      {kept.value.length === 0 && <p class="note">{t.terms.none}</p>}
      <ul class="chips">
        {kept.value.map((entry) => (
          <li key={entry.word}>
            <bdi>{entry.word}</bdi>
            <button type="button" class="close" aria-label={t.terms.remove(entry.word)} onClick={() => releaseWord(entry)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Terms() {
  return (
    <>
      <div class="columns">
        <Glossary />
        <KeptWords />
      </div>
      <p class="note">{t.terms.stored}</p>
    </>
  );
}
