// A server that goes away and comes back, is busy, or asks for a key.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choosePair, openBrowser, reads, source, translation, withPage } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());
const it = (name, action, settings) => test(name, () => withPage(browser.context, action, settings));

it("says when the server is away, tries again, and goes on when it is back", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  await source(page).fill("Das Buch");
  await reads(page, "The book");
  await mock.stop();
  await source(page).fill("Das Buch ist");
  await page.getByText("The translation server does not answer.").first().waitFor();
  await page.getByText(/Trying again/).waitFor();
  assert.equal(await translation(page).textContent(), "The book");
  await source(page).fill("Das Buch ist gut.");
  await mock.start();
  await reads(page, "The book is good.");
  assert.equal(await page.locator(".banner").count(), 0);
  await page.getByRole("status").filter({ hasText: /The server is back|Translation: The book is good/ }).waitFor({ state: "attached" });
});

it("tries again at once on request", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  await mock.stop();
  await source(page).fill("Das Buch");
  const now = page.getByRole("button", { name: "Try now" });
  await now.waitFor();
  await page.waitForFunction(() => /in [2-9] s/.test(document.querySelector(".banner")?.textContent ?? ""));
  await mock.start();
  await now.click();
  await reads(page, "The book");
});

it("waits as long as a busy server asks for", async ({ page, mock }) => {
  await choosePair(page, "German", "English");
  mock.fail = { status: 503, retryAfter: "2" };
  await source(page).fill("Das Buch");
  await page.getByText("The translation server is busy.").first().waitFor();
  await page.getByText("Trying again in 2 s.").waitFor();
  mock.fail = { status: 429, retryAfter: "1" };
  await page.getByText("You have asked more than the server allows at a time.").first().waitFor();
  mock.fail = null;
  await reads(page, "The book");
});

test("asks for a key and uses it", () =>
  withPage(browser.context, async ({ page, mock }) => {
    mock.key = "open sesame";
    await page.reload();
    await page.getByText("This server asks for a key.").waitFor();
    await choosePair(page, "German", "English");
    await source(page).fill("Das Buch");
    await page.getByLabel("Key").fill("open barley");
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText("there is no such key").waitFor();
    await page.getByLabel("Key").fill("open sesame");
    await page.keyboard.press("Enter");
    await reads(page, "The book");
    await page.getByRole("button", { name: "Correct", exact: true }).waitFor();
    // Kept for this tab, and not beyond it.
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes("sesame")), false);
    await page.reload();
    await source(page).fill("Das Buch ist gut.");
    await reads(page, "The book is good.");
    await page.evaluate(() => sessionStorage.clear());
  }));
