// Glossary, words that are kept, and corrections: all act on the next translation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { choosePair, openBrowser, reads, source, withPage } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const it = (name, action, settings) =>
  test(name, () =>
    withPage(
      browser.context,
      async (given) => {
        await choosePair(given.page, "German", "English");
        await source(given.page).fill("Das Buch ist gut.");
        await reads(given.page, "The book is good.");
        await action(given);
      },
      settings,
    ),
  );

const panel = (page) => page.getByRole("tabpanel");

it("uses the glossary at once and keeps it in the browser", async ({ page, mock }) => {
  await page.getByRole("tab", { name: "Glossary" }).click();
  await panel(page).getByLabel("Original").fill("Buch");
  await panel(page).getByLabel("Translation").fill("volume");
  await panel(page).getByRole("button", { name: "Add" }).first().click();
  await reads(page, "The volume is good.");
  assert.deepEqual(mock.requests.at(-1).glossary, [{ source: "Buch", target: "volume" }]);
  // A new translation of the same words replaces the old one.
  await panel(page).getByLabel("Original").fill("Buch");
  await panel(page).getByLabel("Translation").fill("tome");
  await page.keyboard.press("Enter");
  await reads(page, "The tome is good.");
  await page.reload();
  await source(page).fill("Das Buch");
  await reads(page, "The tome");
  await page.getByRole("tab", { name: "Glossary" }).click();
  await panel(page).getByRole("button", { name: "Remove “Buch”" }).click();
  await reads(page, "The book");
});

it("has a glossary for each pair of languages", async ({ page, mock }) => {
  await page.getByRole("tab", { name: "Glossary" }).click();
  await panel(page).getByLabel("Original").fill("Buch");
  await panel(page).getByLabel("Translation").fill("volume");
  await page.keyboard.press("Enter");
  await reads(page, "The volume is good.");
  await choosePair(page, "English", "German");
  await source(page).fill("the book");
  await reads(page, "Das Buch");
  assert.equal(mock.requests.at(-1).glossary, undefined);
});

it("adds a phrase to the glossary from its alternatives", async ({ page }) => {
  await page.locator('.translation [data-word="target:0:1"]').click();
  await page.getByRole("dialog").getByRole("button", { name: "Add to glossary" }).click();
  assert.match(await panel(page).locator(".pairs").textContent(), /Buchbook/);
});

it("does not translate what is to be kept", async ({ page }) => {
  await page.getByRole("tab", { name: "Glossary" }).click();
  await panel(page).getByLabel("Word").fill("Buch");
  await page.keyboard.press("Enter");
  await reads(page, "The Buch is good.");
  await panel(page).getByRole("button", { name: "Remove “Buch”" }).click();
  await reads(page, "The book is good.");
});

async function correct(page, text) {
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  await page.getByRole("textbox", { name: "The right translation" }).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
}

it("learns from a correction, lists it, exports it, undoes it", async ({ page, mock }) => {
  await correct(page, "This book is a good one.");
  await reads(page, "This book is a good one.");
  assert.deepEqual(mock.corrections, [
    { id: 1, source_text: "Das Buch ist gut.", target_text: "This book is a good one.", source: "de", target: "en" },
  ]);
  await page.getByRole("tab", { name: "Corrections 1" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: "Export as TMX" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "corrections.tmx");
  assert.match(readFileSync(await download.path(), "utf8"), /<tmx.*This book is a good one/);
  await panel(page).getByRole("button", { name: "Undo the correction “This book is a good one.”" }).click();
  await reads(page, "The book is good.");
  await panel(page).getByText("Nothing has been corrected yet.").waitFor();
});

it("corrects one sentence of several, from another translation if wanted", async ({ page, mock }) => {
  await source(page).fill("Das Buch ist gut. Der Tisch ist gut.");
  await reads(page, "The book is good. The table is good.");
  await page.locator('.translation [data-word="target:1:1"]').click();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Other translations" }).click();
  await panel(page).getByRole("button", { name: "Use as correction: The desk is good." }).click();
  await page.getByRole("heading", { name: "Correct sentence 2 of 2" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "The right translation" }).inputValue(), "The desk is good.");
  await page.keyboard.press("Control+Enter");
  await reads(page, "The book is good. The desk is good.");
  assert.equal(mock.corrections[0].source_text, "Der Tisch ist gut.");
});

it("says why a correction was not saved and keeps what was written", async ({ page, mock }) => {
  const learned = mock.corrections;
  mock.corrections = null;
  await correct(page, "So!");
  await page.getByRole("alert").getByText("It was not saved: this server takes no corrections").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "The right translation" }).inputValue(), "So!");
  mock.corrections = learned;
  await page.keyboard.press("Escape");
});

it(
  "offers no corrections where the server takes none",
  async ({ page }) => {
    assert.equal(await page.getByRole("button", { name: "Correct", exact: true }).count(), 0);
    await page.getByRole("tab", { name: "Corrections" }).click();
    await panel(page).getByText("This server takes no corrections.").waitFor();
  },
  { switches: { corrections: null } },
);

it(
  "lists many corrections step by step, the newest first",
  async ({ page, mock }) => {
    await page.getByRole("tab", { name: "Corrections 1234" }).click();
    const shown = panel(page).locator(".pairs > li");
    await panel(page).getByText("right 1234", { exact: true }).waitFor();
    assert.equal(await shown.count(), 100);
    await panel(page).getByRole("button", { name: "Show 100 more of 1234" }).click();
    await panel(page).getByText("right 1035", { exact: true }).waitFor();
    assert.equal(await shown.count(), 200);
    // What is undone leaves the list as long as it was.
    await panel(page).getByRole("button", { name: "Undo the correction “right 1035”" }).click();
    await panel(page).getByText("right 1034", { exact: true }).waitFor();
    assert.equal(await shown.count(), 200);
    mock.corrections = mock.corrections.slice(0, 250);
    await panel(page).getByRole("button", { name: "Show 100 more of 1233" }).click();
    await panel(page).getByRole("button", { name: "Show 100 more of 1233" }).waitFor({ state: "detached" });
    assert.equal(await shown.count(), 250);
  },
  {
    switches: {
      corrections: Array.from({ length: 1234 }, (_, i) => ({ id: i + 1, source_text: `text ${i + 1}`, target_text: `right ${i + 1}`, source: "de", target: "en" })),
      count: 1234,
    },
  },
);

it(
  "asks for the key that corrections need",
  async ({ page, mock }) => {
    assert.equal(await page.getByRole("button", { name: "Correct", exact: true }).count(), 0);
    await page.getByRole("tab", { name: "Corrections" }).click();
    await panel(page).getByText("To correct translations, this server asks for a key.").waitFor();
    await panel(page).getByLabel("Key").fill("open barley");
    await panel(page).getByRole("button", { name: "Use" }).click();
    await panel(page).getByText("only with a key for them").waitFor();
    await panel(page).getByLabel("Key").fill("open sesame");
    await page.keyboard.press("Enter");
    await panel(page).getByText("Nothing has been corrected yet.").waitFor();
    await correct(page, "This book is a good one.");
    await reads(page, "This book is a good one.");
    assert.equal(mock.corrections.length, 1);
    await page.evaluate(() => sessionStorage.clear());
  },
  { switches: { correctionKey: "open sesame" } },
);
