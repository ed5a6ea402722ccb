// Text from right to left, on either side.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choosePair, lit, openBrowser, reads, source, translation, withPage, word } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());
const it = (name, action) => test(name, () => withPage(browser.context, action));

it("translates from right to left", async ({ page }) => {
  await choosePair(page, "Arabic", "English");
  await source(page).fill("يقرأ الولد الكتاب الجديد.");
  await reads(page, "The boy reads the new book.");
  assert.equal(await source(page).getAttribute("dir"), "rtl");
  assert.equal(await translation(page).getAttribute("dir"), "ltr");
  // The copy under the text area lies exactly under it: the first word stands on the right.
  const [area, first] = [await source(page).boundingBox(), await word(page, "source", 0).boundingBox()];
  assert.ok(Math.abs(area.x + area.width - first.x - first.width) < 4, "the first word does not begin on the right");
  await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2);
  await page.waitForFunction(() => document.querySelector("[data-lit]"));
  assert.deepEqual((await lit(page)).target, ["reads"]);
});

it("walks through a translation from right to left with the arrow keys", async ({ page }) => {
  await choosePair(page, "English", "Arabic");
  await source(page).fill("The boy reads the new book.");
  await reads(page, "يقرأ الولد الكتاب الجديد.");
  assert.equal(await translation(page).getAttribute("dir"), "rtl");
  await word(page, "target", 0).focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement?.textContent === "الولد");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^الولد, from /);
  // The picture has the source from left to right and the translation from right to left.
  const boxes = (side) =>
    page.locator(`.movement .row.${side} .node`).evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().x));
  const [english, arabic] = [await boxes("source"), await boxes("target")];
  assert.deepEqual(english, [...english].sort((a, b) => a - b));
  assert.deepEqual(arabic, [...arabic].sort((a, b) => b - a));
});
