// Keyboard alone, screen readers (axe-core and what is announced), light and dark, phones, reduced motion.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { choosePair, openBrowser, reads, source, withPage, word } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());
const it = (name, action) => test(name, () => withPage(browser.context, action));

const kText = "Die Kinder haben das kleinste Auto verkauft. Der Quastel ist gut.";
const kTranslation = "The children have sold the smallest car. The Quastel is good.";

async function begin(page) {
  await choosePair(page, "German", "English");
  await source(page).fill(kText);
  await reads(page, kTranslation);
}

async function violations(page, where) {
  // Colours change over a moment; what turns as long as something is awaited does not end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  // Through the debugger, because the policy of the page lets no other script run.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`));
}

const kTabs = ["Reasons", "Other translations", "Look up", "Glossary", "Corrections", "Files"];

async function lookAtEverything(page, mock, scheme) {
  const faults = await violations(page, `${scheme}, empty`);
  await begin(page);
  for (const tab of kTabs) {
    await page.getByRole("tab", { name: tab }).click();
    if (tab === "Look up") {
      await page.getByRole("searchbox").fill("kauft");
      await page.keyboard.press("Enter");
      await page.getByRole("table").waitFor();
    }
    if (tab === "Glossary") await page.getByLabel("Word").fill("Auto").then(() => page.keyboard.press("Enter"));
    if (tab === "Files")
      await page.setInputFiles("input[type=file]", [
        { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("Das Buch") },
        { name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") },
      ]);
    faults.push(...(await violations(page, `${scheme}, ${tab}`)));
  }
  await word(page, "target", 3).click();
  await page.getByRole("dialog").locator(".options button").first().waitFor();
  faults.push(...(await violations(page, `${scheme}, alternatives`)));
  await page.getByRole("dialog").locator(".options button").last().click();
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  faults.push(...(await violations(page, `${scheme}, correcting`)));
  await page.keyboard.press("Escape");
  mock.fail = { status: 503, retryAfter: "60" };
  await source(page).fill("Das Buch");
  await page.getByText("The translation server is busy.").first().waitFor();
  return faults.concat(await violations(page, `${scheme}, busy`));
}

for (const scheme of ["light", "dark"])
  it(`has no violation of accessibility rules, ${scheme}`, async ({ page, mock }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    assert.deepEqual(await lookAtEverything(page, mock, scheme), []);
  });

it("has none on a phone, and nothing is wider than the screen", async ({ page, mock }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.deepEqual(await lookAtEverything(page, mock, "phone"), []);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels wide`);
});

it("keeps the chosen colours", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByLabel("Colours").selectOption("dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
});

it("does not move when motion is not wanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page);
  assert.equal(await word(page, "target", 0).evaluate((element) => getComputedStyle(element).transitionDuration), "0s");
});

// What has the focus, by its accessible name as far as a test needs it.
const focused = (page) =>
  page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim());

async function tabTo(page, name, key = "Tab") {
  for (let presses = 0; presses < 40; ++presses) {
    await page.keyboard.press(key);
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab does not reach ${name}, the focus is on ${await focused(page)}`);
}

it("is usable with the keyboard alone", async ({ page }) => {
  assert.equal(await focused(page), "Text to translate");
  await tabTo(page, /^Skip to the translation$/, "Shift+Tab");
  await tabTo(page, /^From$/);
  await page.keyboard.type("Ger");
  await tabTo(page, /^To$/);
  await page.keyboard.type("Eng");
  await tabTo(page, /^Text to translate$/);
  await page.keyboard.type("Der alte Mann kauft ein neues Buch.");
  await reads(page, "The old man buys a new book.");
  // One stop for the whole translation; arrows inside.
  await tabTo(page, /^The, from Der$/);
  for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement.textContent === "buys");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-pressed") === "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reads(page, "The old man purchases a new book.");
  await page.waitForFunction(() => document.activeElement.textContent === "purchases");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.textContent === "purchases");
  await tabTo(page, /^Correct$/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "The right translation");
  await page.keyboard.type("He buys it.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("tab", { name: "Corrections 1" }).waitFor();
  await reads(page, "He buys it.");
  await page.waitForFunction(() => document.activeElement.textContent === "He");
  await tabTo(page, /^Reasons$/);
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "Translate files" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("heading", { name: "Corrections" }).waitFor();
});

it("shows where the focus is", async ({ page }) => {
  await begin(page);
  for (const element of [word(page, "target", 0), page.getByRole("tab").first(), page.getByRole("button", { name: "Copy" })]) {
    await page.keyboard.press("Tab");
    await element.focus();
    assert.notEqual(await element.evaluate((node) => getComputedStyle(node).outlineStyle), "none");
  }
});

it("announces the translation once typing rests", async ({ page }) => {
  await choosePair(page, "German", "English");
  const live = page.locator("body > #page > [role=status]");
  await source(page).pressSequentially("Das Buch ist gut.", { delay: 30 });
  await reads(page, "The book is good.");
  assert.equal(await live.textContent(), "");
  await live.filter({ hasText: "Translation: The book is good." }).waitFor({ state: "attached" });
});
