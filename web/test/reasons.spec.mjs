// What only such a system can show: where words came from, alternatives, movement, reasons, n-best lists, the phrase table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, choosePair, lit, openBrowser, reads, source, translation, withPage, word } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const kSold = "Die Kinder haben das kleinste Auto verkauft.";
const kBuys = "Der alte Mann kauft ein neues Buch.";

const it = (name, action, text = kSold, result = "The children have sold the smallest car.") =>
  test(name, () =>
    withPage(browser.context, async (given) => {
      await choosePair(given.page, "German", "English");
      await source(given.page).fill(text);
      await reads(given.page, result);
      await action(given);
    }),
  );
const itBuys = (name, action) => it(name, action, kBuys, "The old man buys a new book.");

const dialog = (page) => page.getByRole("dialog");
const panel = (page) => page.getByRole("tabpanel");
const options = (page) => dialog(page).locator(".options button");

it("lights up where a word came from, from both sides", async ({ page }) => {
  await word(page, "target", 5).hover();
  await page.waitForFunction(() => document.querySelector("[data-lit]"));
  assert.deepEqual(await lit(page), { source: ["kleinste"], target: ["smallest"], phrases: ["das kleinste Auto", "the smallest car"] });
  const box = await word(page, "source", 6).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelector('.translation [data-word="target:0:3"][data-lit]'));
  assert.deepEqual(await lit(page), { source: ["verkauft"], target: ["sold"], phrases: ["verkauft", "sold"] });
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector("[data-lit]"));
});

it("lights up with the focus and with the caret", async ({ page }) => {
  await word(page, "target", 0).focus();
  await page.waitForFunction(() => document.querySelector("[data-lit]"));
  assert.deepEqual((await lit(page)).source, ["Die"]);
  await source(page).focus();
  await source(page).evaluate((area) => area.setSelectionRange(6, 6));
  await page.waitForFunction(() => document.querySelector('.translation [data-word="target:0:1"][data-lit]'));
  assert.deepEqual((await lit(page)).source, ["Kinder"]);
});

itBuys("shows alternatives, fixes the chosen one and undoes it", async ({ page, mock }) => {
  await word(page, "target", 3).click();
  await options(page).first().waitFor();
  assert.equal(await dialog(page).getByRole("heading").textContent(), "Translations of “kauft”");
  assert.deepEqual(await options(page).allTextContents(), ["buys82%", "is buying12%", "purchases6%"]);
  assert.equal(await options(page).first().getAttribute("aria-pressed"), "true");
  await options(page).nth(2).click();
  await reads(page, "The old man purchases a new book.");
  assert.deepEqual(asked(mock).at(-1).fixed, [{ sentence: 0, source: [3, 4], target: "purchases" }]);
  assert.equal(await dialog(page).count(), 0);
  // The choice stands while other sentences are written, and is taken back with one button.
  await source(page).fill(`Das Buch ist gut. ${kBuys}`);
  await reads(page, "The book is good. The old man purchases a new book.");
  await page.getByRole("button", { name: "Undo: “kauft” as “purchases”" }).click();
  await reads(page, "The book is good. The old man buys a new book.");
});

itBuys("takes other words for a phrase, and lets the system choose again", async ({ page }) => {
  await word(page, "target", 3).click();
  await dialog(page).getByRole("textbox", { name: "Other words" }).fill("acquires");
  await page.keyboard.press("Enter");
  await reads(page, "The old man acquires a new book.");
  await word(page, "target", 3).click();
  await dialog(page).getByRole("button", { name: "Let the system choose again" }).click();
  await reads(page, "The old man buys a new book.");
});

itBuys("shows the phrase above its alternatives, on a phone as well", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await word(page, "target", 3).click();
  await options(page).first().waitFor();
  const [phrase, card] = [await word(page, "target", 3).boundingBox(), await dialog(page).boundingBox()];
  assert.ok(phrase.y >= 0 && phrase.y + phrase.height <= card.y, `${phrase.y} and ${card.y}`);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelector('.translation .phrase[data-lit="phrase"]')?.textContent === "buys");
});

itBuys("does not take the focus from who is quicker than the server, and can be closed before it answers", async ({ page, mock }) => {
  // Another sentence: what belongs to the first one may have been asked for already.
  let answer;
  mock.held = new Promise((resolve) => (answer = resolve));
  await source(page).fill("Der alte Mann kauft ein Buch. Das Buch");
  await reads(page, "The old man buys ein book. The book");
  await word(page, "target", 3).click();
  await page.getByText("Looking for alternatives…").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await dialog(page).count(), 0);
  await page.waitForFunction(() => document.activeElement.textContent === "buys");
  await page.keyboard.press("Enter");
  const own = dialog(page).getByRole("textbox", { name: "Other words" });
  await own.fill("acquires");
  answer();
  await options(page).first().waitFor();
  assert.equal(await own.evaluate((input) => input === document.activeElement), true);
});

itBuys("forgets a choice when its sentence changes", async ({ page, mock }) => {
  await word(page, "target", 3).click();
  await options(page).nth(1).click();
  await reads(page, "The old man is buying a new book.");
  await source(page).fill("Der alte Mann kauft ein Buch.");
  await reads(page, "The old man buys ein book.");
  assert.equal(asked(mock).at(-1).fixed, undefined);
});

it("draws the movement", async ({ page }) => {
  const ribbons = panel(page).locator("path.ribbon");
  assert.equal(await ribbons.count(), 5);
  assert.equal(await panel(page).locator("path.thread").count(), 8);
  assert.match(await panel(page).textContent(), /5 phrases, 1 of them moved/);
  // The ribbon of what moved leads from the place of its source words to that of its translation.
  const moved = panel(page).locator('path.ribbon[data-step="moved"]');
  assert.equal(await moved.count(), 1);
  const path = (await moved.getAttribute("d")).match(/-?[\d.]+/g).map(Number);
  const origin = (await panel(page).locator(".rows").boundingBox()).x;
  for (const [side, x] of [["source", path[0]], ["target", path[6]]]) {
    const run = await panel(page).locator(`.row.${side} [data-step="moved"]`).boundingBox();
    assert.ok(Math.abs(run.x - origin - x) < 2, `${side}: ${run.x - origin} and ${x}`);
  }
  await panel(page).getByText("verkauft", { exact: true }).first().hover();
  await page.waitForFunction(() => document.querySelector('.ribbon[data-step="moved"][data-lit]'));
});

it("says why, in words and bars", async ({ page }) => {
  await panel(page).getByRole("heading", { name: "Why “sold” stands here" }).waitFor();
  const why = panel(page).locator(".why");
  assert.match(await why.locator(".step").textContent(), /After “have”, 3 words of the original are passed over to take “sold” first\. 2 of 3 predictions agree/);
  const counted = why.locator(".prediction").first();
  assert.match(await counted.textContent(), /Counts of this phrase pair thought this step possible \(38%\), “straight on” more likely/);
  const taken = counted.locator("li.taken");
  assert.equal(await taken.textContent(), "further right38%");
  assert.equal(await taken.locator(".bar span").evaluate((bar) => bar.style.inlineSize.slice(0, 2)), "38");
  await panel(page).getByRole("button", { name: "the smallest car" }).click();
  await panel(page).getByRole("heading", { name: "Why “the smallest car” stands here" }).waitFor();
  assert.match(await why.locator(".step").textContent(), /“the smallest car” changed places with “sold”/);
});

it("shows other translations with their scores", async ({ page }) => {
  await page.getByRole("tab", { name: "Other translations" }).click();
  const list = panel(page).locator(".candidates > li");
  await list.first().waitFor();
  assert.match(await list.first().textContent(), /The children have sold the smallest car\..*shown above/);
  const scores = (await list.locator(".line .number").allTextContents()).map((text) => Number(text.replace("score ", "").replace("−", "-")));
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  assert.ok((await panel(page).locator("mark").allTextContents()).includes("kids"));
  await list.nth(1).getByRole("button", { name: "Scores" }).click();
  const rows = list.nth(1).locator("tbody tr");
  assert.ok((await rows.count()) >= 5);
  const parts = await rows.locator(".wide .number").allTextContents();
  const sum = parts.reduce((total, text) => total + Number(text.replace("−", "-")), 0);
  assert.ok(Math.abs(sum - scores[1]) < 0.05, `${sum} and ${scores[1]}`);
});

it(
  "marks unknown words and keeps them on request",
  async ({ page, mock }) => {
    assert.deepEqual(await page.locator(".copy .unknown").allTextContents(), ["Quastel"]);
    assert.deepEqual(await page.locator(".translation .unknown").allTextContents(), ["Quastel"]);
    await page.getByRole("button", { name: "Always keep “Quastel”" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".unknown").length === 0);
    assert.deepEqual(mock.requests.at(-1).keep, ["Quastel"]);
  },
  "Der Quastel ist gut.",
  "The Quastel is good.",
);

itBuys("looks phrases up, with counts and examples", async ({ page }) => {
  await word(page, "target", 3).click();
  await dialog(page).getByRole("button", { name: "Look up" }).click();
  await panel(page).getByRole("table").waitFor();
  assert.deepEqual(await panel(page).locator("tbody tr").allTextContents(), ["buys24082%", "is buying3512%", "purchases186%"]);
  assert.deepEqual(await panel(page).locator(".examples mark").allTextContents(), ["kauft", "kauft"]);
  await panel(page).getByRole("searchbox").fill("Ungetüm");
  await page.keyboard.press("Enter");
  await panel(page).getByText("“Ungetüm” is not in the phrase table.").waitFor();
});

it(
  "goes from sentence to sentence",
  async ({ page }) => {
    await panel(page).getByText("Sentence 1 of 2").waitFor();
    await panel(page).getByRole("button", { name: "Next sentence" }).click();
    await panel(page).getByRole("heading", { name: "Why “The book” stands here" }).or(panel(page).getByRole("heading", { name: "Why “The” stands here" })).waitFor();
    await word(page, "target", 1, 0).click();
    await panel(page).getByText("Sentence 1 of 2").waitFor();
    assert.equal(await translation(page).locator(".sentence.current").textContent(), "The table is good.");
  },
  "Der Tisch ist gut. Das Buch ist gut.",
  "The table is good. The book is good.",
);
