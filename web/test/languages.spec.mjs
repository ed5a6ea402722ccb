// The page in another language than English: the browser decides.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser, reads, withPage } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser({ locale: "de-DE" })));
after(() => browser.close());

test("speaks the language of the browser", () =>
  withPage(browser.context, async ({ page }) => {
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    assert.deepEqual((await page.getByLabel("Von", { exact: true }).locator("option").allTextContents()).slice(1), [
      "Arabisch",
      "Deutsch",
      "Englisch",
    ]);
    // What its user reads is the first choice for the translation.
    assert.equal(await page.getByLabel("Nach", { exact: true }).inputValue(), "de");
    await page.getByRole("textbox", { name: "Zu übersetzender Text" }).fill("The book is good.");
    await reads(page, "Das Buch ist gut.", "Übersetzung");
    await page.getByRole("heading", { name: "Wie die Wörter gewandert sind" }).waitFor();
    await page.getByText("„Das“ beginnen Original und Übersetzung").waitFor();
    await page.getByText("Zählungen dieses Phrasenpaars: diesen Schritt erwartet (90 %)").waitFor();
  }));
