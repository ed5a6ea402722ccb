// The tab in which a phrase is looked up: its translations with counts, and example sentences.
import type { ComponentChildren } from "preact";
import type { LookUp as Found } from "../api/types";
import { actualSource, directions, target } from "../state/languages";
import { found, lookUpProblem, query, search, searching } from "../state/look-up";
import { say, t } from "../strings";
import { Bar } from "./bar";

// The words that were looked for stand out in the examples.
function marked(text: string, phrase: string): ComponentChildren {
  const at = text.toLowerCase().indexOf(phrase.toLowerCase());
  if (phrase === "" || at < 0) return text;
  return [text.slice(0, at), <mark>{text.slice(at, at + phrase.length)}</mark>, text.slice(at + phrase.length)];
}

function Entries({ of }: { of: Found }) {
  if (of.entries.length === 0) return <p class="note">{t.lookUp.none(of.phrase)}</p>;
  const counted = of.entries.some(({ count }) => count !== undefined && count !== null);
  return (
    <table class="entries">
      <caption class="hidden">{t.lookUp.entries(of.phrase)}</caption>
      <thead>
        <tr>
          <th scope="col">{t.lookUp.target}</th>
          {counted && <th scope="col">{t.lookUp.count}</th>}
          <th scope="col">{t.lookUp.probability}</th>
        </tr>
      </thead>
      <tbody>
        {of.entries.map((entry) => (
          <tr key={entry.target}>
            <th scope="row" lang={target.value} dir={directions.value.target}>
              {entry.target}
            </th>
            {counted && <td class="number">{entry.count === undefined ? "" : say.count(entry.count)}</td>}
            <td class="wide">
              <Bar share={entry.probability} />
              <span class="number">{say.chance(entry.probability)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Examples({ of }: { of: Found }) {
  if (of.examples.length === 0) return <p class="note">{t.lookUp.noExamples}</p>;
  return (
    <section>
      <h3>{t.lookUp.examples}</h3>
      <ul class="examples">
        {of.examples.map(({ source, target: translated }) => (
          <li key={source}>
            <p lang={actualSource.value ?? undefined} dir={directions.value.source}>
              {marked(source, of.phrase)}
            </p>
            <p lang={target.value} dir={directions.value.target}>
              {translated}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LookUp() {
  return (
    <>
      <header class="heading">
        <h2>{t.lookUp.title}</h2>
      </header>
      <form
        class="fields"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <label>
          <span>{t.lookUp.label}</span>
          <input
            type="search"
            lang={actualSource.value ?? undefined}
            dir="auto"
            autocomplete="off"
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          {t.lookUp.go}
        </button>
      </form>
      <div aria-live="polite" aria-busy={searching.value}>
        {lookUpProblem.value !== null && <p class="trouble">{t.problems.refused(lookUpProblem.value)}</p>}
        {found.value && (
          <div class="columns">
            <Entries of={found.value} />
            <Examples of={found.value} />
          </div>
        )}
      </div>
    </>
  );
}
