// The page against a real service with a German-English model, whose address is in CALQUE_SERVICE (tests/e2e/page_test.py starts one).
// What it says depends on the model, so the tests look at how things change, not at words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openBrowser, openPage, source, translation, word } from "./browser.mjs";

const address = process.env.CALQUE_SERVICE;
const kText = "Die Kinder haben das kleinste Auto verkauft.";

let browser;
before(async () => address && (browser = await openBrowser()));
after(() => browser?.close());

const it = (name, action) =>
  test(name, { skip: address ? false : "no CALQUE_SERVICE" }, async (t) => {
    const { page, faults } = await openPage(browser.context, address);
    try {
      await action(page, t);
      assert.deepEqual(faults, []);
    } finally {
      await page.close();
    }
  });

const settled = (page) => page.waitForFunction(() => document.querySelector("#translation[aria-busy=false] [data-word]"));
async function changed(page, before) {
  await page.waitForFunction((old) => document.querySelector(".translation").textContent !== old, before);
  await settled(page);
  return translation(page).textContent();
}

it("translates, lights up, draws and explains", async (page) => {
  await source(page).fill(`${kText} Der Quastelflosser ist gut.`);
  await settled(page);
  assert.ok((await translation(page).textContent()).length > 10);
  assert.deepEqual(await page.locator(".copy .unknown").allTextContents(), ["Quastelflosser"]);
  await word(page, "target", 1).hover();
  await page.locator('.copy [data-lit="word"]').first().waitFor();
  await page.locator(".why .bars").first().waitFor();
  assert.ok((await page.locator("path.ribbon").count()) >= 2);
  assert.ok((await page.locator("path.thread").count()) >= 2);
  const shares = await page.locator(".prediction").first().locator(".bars .number").allTextContents();
  const sum = shares.map((text) => Number(text.replace(/[<%]/g, ""))).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - 100) < 3, `${shares} are ${sum} %`);
});

it("lists other translations whose scores are their features' sum", async (page) => {
  await source(page).fill(kText);
  await settled(page);
  await page.getByRole("tab", { name: "Other translations" }).click();
  await page.locator(".candidates > li").nth(1).waitFor();
  const number = (text) => Number(text.replace("score ", "").replace("−", "-"));
  const scores = (await page.locator(".candidates .line .number").allTextContents()).map(number);
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  const parts = (await page.locator(".scores tbody .wide .number").allTextContents()).map(number);
  const sum = parts.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - scores[0]) < 0.1, `${sum} and ${scores[0]}`);
});

it("fixes a chosen alternative and undoes it", async (page) => {
  await source(page).fill(kText);
  await settled(page);
  const before = await translation(page).textContent();
  for (let token = 0; ; ++token) {
    await word(page, "target", token).click();
    await page.getByRole("dialog").locator(".options button, .note").first().waitFor();
    if ((await page.getByRole("dialog").locator(".options button[aria-pressed=false]").count()) > 0) break;
    await page.keyboard.press("Escape");
  }
  const option = page.getByRole("dialog").locator(".options button[aria-pressed=false]").first();
  const words = await option.locator(".words").textContent();
  await option.click();
  const now = await changed(page, before);
  assert.ok(now.toLowerCase().includes(words.toLowerCase()), `“${now}” has no “${words}”`);
  await page.getByRole("button", { name: /^Undo: / }).click();
  assert.equal(await changed(page, now), before);
});

it("obeys glossary and words to keep", async (page) => {
  await source(page).fill(kText);
  await settled(page);
  const before = await translation(page).textContent();
  await page.getByRole("tab", { name: "Glossary" }).click();
  await page.getByLabel("Original").fill("Kinder");
  await page.getByRole("tabpanel").getByLabel("Translation").fill("youngsters");
  await page.keyboard.press("Enter");
  const now = await changed(page, before);
  assert.match(now, /youngsters/);
  await page.getByLabel("Word").fill("Auto");
  await page.keyboard.press("Enter");
  assert.match(await changed(page, now), /youngsters.*Auto/);
});

it("looks a phrase up, with examples", async (page) => {
  await page.getByRole("tab", { name: "Look up" }).click();
  await page.getByRole("searchbox").fill("das Auto");
  await page.keyboard.press("Enter");
  await page.getByRole("table").waitFor();
  assert.match(await page.locator(".entries tbody tr").first().textContent(), /car\d+\d%$/);
  assert.ok((await page.locator(".examples li mark").count()) > 0);
});

it("gives a file back translated", async (page) => {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.setInputFiles("input[type=file]", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(`${kText}\n\n${kText}\n`) });
  const button = page.getByRole("button", { name: /^Save / });
  await button.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const [first, gap, second, end] = readFileSync(await download.path(), "utf8").split("\n");
  assert.deepEqual([gap, end], ["", ""]);
  assert.equal(first, second);
  assert.match(first, /child/);
});

it("gives a page back with its tags", async (page) => {
  await page.getByRole("tab", { name: "Files" }).click();
  const buffer = Buffer.from('<!doctype html><html><body><p class="a">Der <b>Mann</b> kauft ein Buch.</p></body></html>');
  await page.setInputFiles("input[type=file]", { name: "a.html", mimeType: "text/html", buffer });
  const button = page.getByRole("button", { name: /^Save / });
  await button.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /<p class="a">The <b>man<\/b> .*book\.<\/p>/);
});

it("learns from a correction and forgets it again", async (page, t) => {
  if ((await page.request.get(new URL("/v1/corrections", address).href)).status() !== 200) return t.skip("this service takes no corrections");
  await source(page).fill(kText);
  await settled(page);
  const before = await translation(page).textContent();
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  await page.getByRole("textbox", { name: "The right translation" }).fill("The children have sold the tiniest car.");
  await page.getByRole("button", { name: "Save" }).click();
  assert.match(await changed(page, before), /tiniest/);
  await page.getByRole("tab", { name: "Corrections 1" }).click();
  await page.getByRole("button", { name: /^Undo the correction/ }).click();
  await page.getByText("Nothing has been corrected yet.").waitFor();
  await page.waitForFunction((old) => document.querySelector(".translation").textContent === old, before);
});

it("shows the translation of a typed sentence in under 100 ms", async (page) => {
  await source(page).fill("Das ist ein Haus.");
  await settled(page);
  const times = [];
  for (const text of ["Der alte Mann kauft ein neues Buch.", "Ich weiß, wo dein Onkel wohnt.", kText, "Sie heißt Anna.", "Der Hund schläft."]) {
    times.push(
      await page.evaluate(
        (typed) =>
          new Promise((resolve) => {
            const area = document.querySelector("textarea");
            const output = document.querySelector(".translation");
            const begun = performance.now();
            const observer = new MutationObserver(() => {
              observer.disconnect();
              requestAnimationFrame(() => resolve(performance.now() - begun));
            });
            observer.observe(output, { subtree: true, childList: true, characterData: true });
            area.value = typed;
            area.dispatchEvent(new InputEvent("input", { bubbles: true }));
          }),
        text,
      ),
    );
    await page.waitForTimeout(300);
  }
  times.sort((a, b) => a - b);
  console.log(`from the key to the translation: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  assert.ok(times[2] < 100, `the median is ${times[2]} ms`);
});
