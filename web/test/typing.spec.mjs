// Typing and languages: translation while typing, detection, swapping, answers that come too late, errors in plain language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, choosePair, openBrowser, reads, source, translation, withPage } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());
const it = (name, action, settings) => test(name, () => withPage(browser.context, action, settings));

it("translates while typing", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  await source(page).pressSequentially("Das Buch ist gut.");
  await reads(page, "The book is good.");
  const requests = asked(mock);
  assert.ok(requests.length < 17, `${requests.length} requests for 17 keys`);
  assert.equal(requests.at(-1).text, "Das Buch ist gut.");
  await source(page).fill("");
  await reads(page, "The translation appears here while you type.");
});

it("keeps paragraphs and white space", async ({ page }) => {
  await choosePair(page, "German", "English");
  await source(page).fill("Das Buch ist gut.\n\n  Der Tisch ist gut.");
  await reads(page, "The book is good.\n\n  The table is good.");
});

it("counts characters beyond the basic plane as the service does", async ({ page }) => {
  await choosePair(page, "German", "English");
  await source(page).fill("𝔊😀 Das Buch. 😀 Das Buch ist gut.");
  await reads(page, "𝔊 😀 the book. 😀 the book is good.");
  assert.equal(await page.locator(".count").textContent(), "32 characters");
  assert.deepEqual(await page.locator('.copy .word[data-word^="source:1"]').allTextContents(), ["😀", "Das", "Buch", "ist", "gut", "."]);
});

it("detects the language and says so", async ({ page, mock }) => {
  await page.getByLabel("To", { exact: true }).selectOption({ label: "English" });
  await source(page).fill("Das Buch ist gut.");
  await reads(page, "The book is good.");
  assert.equal(mock.requests[0].source, undefined);
  assert.equal(await page.locator("select").nth(1).locator("option:checked").textContent(), "Detected: German");
});

it("offers the targets that the source has, and swaps where a reverse model exists", async ({ page }) => {
  await choosePair(page, "Arabic", "English");
  assert.deepEqual(await page.getByLabel("To", { exact: true }).locator("option").allTextContents(), ["English"]);
  await choosePair(page, "German", "English");
  await source(page).fill("Das Buch ist gut.");
  await reads(page, "The book is good.");
  await page.getByRole("button", { name: "Swap languages" }).click();
  assert.equal(await source(page).inputValue(), "The book is good.");
  await reads(page, "Das Buch ist gut.");
});

const oneWay = [
  { name: "m", source: "de", target: "en", source_name: "German", target_name: "English", direction: { source: "ltr", target: "ltr" } },
];
it(
  "does not swap without a reverse model",
  async ({ page }) => assert.ok(await page.getByRole("button", { name: "Swap languages" }).isDisabled()),
  { models: oneWay },
);

it("throws stale answers away", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  mock.delay = 700;
  await source(page).fill("Der Tisch");
  await page.waitForTimeout(300);
  mock.delay = 0;
  await source(page).fill("Das Buch");
  await reads(page, "The book");
  await page.waitForTimeout(700);
  assert.equal(await translation(page).textContent(), "The book");
});

it("says in plain language what the server refuses, and goes on", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  mock.fail = { status: 400, error: "the text is not a text" };
  await source(page).fill("Das Buch");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /The server cannot translate this: the text is not a text/);
  mock.fail = { status: 413 };
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The text is too long for this server.").waitFor();
  mock.fail = null;
  await source(page).fill("Das Buch ist gut.");
  await reads(page, "The book is good.");
  assert.equal(await alert.count(), 0);
});

it(
  "shows how much of the limit is used",
  async ({ page }) => {
    await source(page).fill("x".repeat(99));
    assert.equal(await page.locator(".count").textContent(), "99 / 100");
    await source(page).fill("x".repeat(101));
    await page.locator(".count.over").waitFor();
  },
  { switches: { limits: { characters: 100 } } },
);

it("copies the translation", async ({ page }) => {
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await choosePair(page, "German", "English");
  await source(page).fill("Das Buch");
  await reads(page, "The book");
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "The book");
});

it("remembers the languages", async ({ page }) => {
  await choosePair(page, "English", "Arabic");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("select")[2]?.value === "ar");
  assert.equal(await page.getByLabel("From", { exact: true }).inputValue(), "en");
});
