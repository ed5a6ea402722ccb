// The parts of the page that need no browser, against examples worked by hand.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { buildSync } from "esbuild";

async function load(file) {
  const entry = new URL(`../src/${file}`, import.meta.url).pathname;
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const phrase = (source, target) => ({ source, target });

test("code points become UTF-16 units", async () => {
  const { unitsOf, countCodePoints } = await load("text/codepoints.ts");
  const unit = unitsOf("a😀b");
  assert.deepEqual([0, 1, 2, 3, 4].map(unit), [0, 1, 3, 4, 4]);
  assert.equal(countCodePoints("a😀b"), 3);
  assert.equal(unitsOf("ab")(7), 2);
});

test("a text is cut into its words and what is between them", async () => {
  const { piecesOf, textOf } = await load("text/pieces.ts");
  const token = (text, begin, end) => ({ text, begin, end });
  const tokens = [token("das", 0, 3), token("x", 3, 3), token("buch", 5, 9), token("y", 4, 6)];
  assert.deepEqual(piecesOf("Das  Buch!", tokens), [
    { text: "Das", token: 0 },
    { text: "  ", token: null },
    { text: "Buch", token: 2 },
    { text: "!", token: null },
  ]);
  assert.equal(textOf("Das  Buch!", tokens, [0, 3]), "Das  Buch");
  assert.equal(textOf("Das  Buch!", tokens, [1, 2]), "x");
});

test("a word is related to its links and to its phrase", async () => {
  const { relatedTo } = await load("text/relations.ts");
  const translation = { alignment: [[0, 1], [1, 0], [1, 2]], phrases: [phrase([0, 2], [0, 3]), phrase([2, 3], [3, 4])] };
  assert.deepEqual(relatedTo(translation, "source", 1), {
    words: { source: [1], target: [0, 2] },
    phrases: { source: [0, 2], target: [0, 3] },
  });
  assert.deepEqual(relatedTo(translation, "target", 3).words, { source: [], target: [3] });
});

test("steps have the names of the reordering classes", async () => {
  const { stepTo } = await load("text/relations.ts");
  const phrases = [[1, 2], [0, 1], [2, 4], [6, 7], [4, 5]].map((source) => ({ source }));
  assert.deepEqual(
    phrases.map((_, index) => stepTo(phrases, index)),
    [
      { step: "right", distance: 1 },
      { step: "swap", distance: -2 },
      { step: "right", distance: 1 },
      { step: "right", distance: 2 },
      { step: "left", distance: -3 },
    ],
  );
  assert.deepEqual(stepTo([{ source: [0, 2] }, { source: [2, 3] }], 1), { step: "monotone", distance: 0 });
});

test("moved is what is not in the longest run of the source's order", async () => {
  const { movedPhrases } = await load("text/relations.ts");
  const moved = (...sources) => movedPhrases(sources.map((source) => ({ source })));
  assert.deepEqual(moved([0, 2], [2, 3], [6, 7], [3, 6], [7, 8]), [false, false, true, false, false]);
  assert.deepEqual(moved([0, 1], [1, 2]), [false, false]);
  assert.deepEqual(moved([3, 4], [0, 3]), [true, false]);
  assert.deepEqual(moved(), []);
});

test("moved agrees with trying all runs", async () => {
  const { movedPhrases } = await load("text/relations.ts");
  let seed = 7;
  const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
  for (let round = 0; round < 200; ++round) {
    const lengths = Array.from({ length: 1 + random(7) }, () => 1 + random(3));
    const starts = lengths.map((_, i) => lengths.slice(0, i).reduce((a, b) => a + b, 0));
    const phrases = lengths.map((length, i) => ({ source: [starts[i], starts[i] + length] }));
    phrases.sort(() => random(3) - 1);
    let best = 0;
    for (let chosen = 0; chosen < 1 << phrases.length; ++chosen) {
      const run = phrases.filter((_, i) => chosen & (1 << i));
      if (run.every((one, i) => i === 0 || run[i - 1].source[0] < one.source[0]))
        best = Math.max(best, run.reduce((sum, { source }) => sum + source[1] - source[0], 0));
    }
    const moved = movedPhrases(phrases);
    const kept = phrases.filter((_, i) => !moved[i]);
    assert.ok(kept.every((one, i) => i === 0 || kept[i - 1].source[0] < one.source[0]));
    assert.equal(kept.reduce((sum, { source }) => sum + source[1] - source[0], 0), best);
  }
});

test("contributions are weights times features", async () => {
  const { contributions, telling, largest } = await load("text/scores.ts");
  const features = [{ name: "A", weights: [2, 0.5] }, { name: "UnknownWordPenalty0", weights: [1] }, { name: "C", weights: [0] }];
  const list = contributions(features, [[1, -4], [-100], [7]]);
  assert.deepEqual(list, [{ name: "A", value: 0 }, { name: "UnknownWordPenalty0", value: -100 }, { name: "C", value: 0 }]);
  const other = contributions(features, [[1, 0], [0], [7]]);
  assert.deepEqual(telling([list, other]), [true, true, false]);
  assert.equal(largest([list, other]), 2);
});

test("words that differ are those outside the longest common subsequence", async () => {
  const { differing } = await load("text/difference.ts");
  assert.deepEqual(differing("a x b c".split(" "), "a b d c".split(" ")), [false, true, false, false]);
  assert.deepEqual(differing(["a"], []), [true]);
  assert.deepEqual(differing([], ["a"]), []);
});

test("ribbons begin and end at their words", async () => {
  const { ribbon, thread } = await load("text/ribbons.ts");
  assert.equal(ribbon({ from: 10, to: 20 }, { from: 30, to: 50 }, 100), "M10 0C10 50 30 50 30 100L50 100C50 50 20 50 20 0Z");
  assert.equal(thread({ from: 10, to: 20 }, { from: 30, to: 50 }, 100), "M15 0C15 50 40 50 40 100");
});

test("every language of the page has words of its own for everything", async () => {
  const languages = [await load("strings/en.ts"), await load("strings/de.ts")].map((module) => Object.values(module)[0]);
  const said = (text) => (typeof text === "function" ? text("1", "2", "3") : text);
  const all = (object) => Object.values(object).flatMap((value) => (typeof value === "object" ? all(value) : [String(said(value))]));
  const [english, german] = languages.map(all);
  assert.equal(english.length, german.length);
  const same = english.filter((text, index) => text === german[index]);
  // Numbers alone, "Original", "ltr" and units are the same in both.
  assert.ok(same.length < 8, same.join(", "));
  assert.deepEqual(german.filter((text) => /undefined|\[object/.test(text)), []);
});

test("no component has words of its own: they stand in the file of strings", () => {
  const folder = new URL("../src/components/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const code = readFileSync(new URL(file, folder), "utf8").replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
    const texts = [...code.matchAll(/<\w[^<>]*>\s*([A-Za-z][A-Za-z ,.'’]{2,})\s*<\//g)].map((match) => match[1]);
    const labels = [...code.matchAll(/(?:aria-label|title|placeholder)="([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual([...texts, ...labels].filter((text) => text !== "Calque"), [], file);
  }
});
