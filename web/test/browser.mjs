// What the tests of the page share: the mock, a browser, and ways to find things as a user does.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startMock } from "./mock/server.mjs";

const kFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const kBrowser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

let launched;
let users = 0;

// A profile for a file of tests, in one browser for all files that one process tests; each test has a fresh page, and a fresh mock
// unless the tests ask a real server.
export async function openBrowser(options = {}) {
  users += 1;
  launched ??= chromium.launch({ executablePath: kBrowser, args: kFlags });
  const browser = await launched;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", acceptDownloads: true, ...options });
  const close = async () => {
    await context.close();
    users -= 1;
    if (users === 0) await browser.close();
  };
  return { context, close };
}

// Opens the page and collects what must not happen: errors in the console, violations of the policy, requests to other hosts.
export async function openPage(context, address) {
  const page = await context.newPage();
  const faults = [];
  const origin = new URL(address).origin;
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) faults.push(`request to ${request.url()}`);
  });
  // Nothing that another test, on the same port, has kept.
  const debug = await context.newCDPSession(page);
  await debug.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
  await debug.detach();
  await page.goto(address);
  await page.locator('option[value="en"]').first().waitFor({ state: "attached" });
  return { page, faults };
}

export async function withPage(context, action, settings = {}) {
  const mock = await startMock(settings);
  Object.assign(mock, settings.switches ?? {});
  const { page, faults } = await openPage(context, mock.address);
  try {
    await action({ page, mock });
    if (faults.length > 0) throw new Error(`the page did what it must not: ${faults.join("; ")}`);
  } catch (error) {
    // What a person would look at first.
    const focus = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 300));
    error.message += `\nThe focus was on ${focus}, and the page said:\n${await page.innerText("body")}`;
    throw error;
  } finally {
    await page.close();
    await mock.stop();
  }
}

export const source = (page) => page.getByRole("textbox", { name: "Text to translate" });
export const translation = (page, name = "Translation") => page.getByRole("group", { name });

export async function choosePair(page, from, to) {
  await page.getByLabel("From", { exact: true }).selectOption({ label: from });
  await page.getByLabel("To", { exact: true }).selectOption({ label: to });
}

// Waits until the translation reads so.
export async function reads(page, text, name = "Translation") {
  const area = translation(page, name);
  await page.waitForFunction(
    ([element, wanted]) => element.textContent === wanted && element.closest("[aria-busy]")?.getAttribute("aria-busy") === "false",
    [await area.elementHandle(), text],
    { timeout: 5000 },
  ).catch(async () => {
    throw new Error(`the translation is “${await area.textContent()}”, not “${text}”`);
  });
}

// Requests for the text, without those for details of one sentence.
export const asked = (mock) => mock.requests.filter(({ alternatives, n_best }) => alternatives === undefined && n_best === undefined);

export const word = (page, side, token, sentence = 0) =>
  page.locator(`${side === "source" ? ".copy" : ".translation"} [data-word="${side}:${sentence}:${token}"]`);

// Texts of all words of the panes that are lit, by side.
export const lit = (page) =>
  page.evaluate(() => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
    return {
      source: texts('.copy [data-word][data-lit="word"]'),
      target: texts('.translation [data-word][data-lit="word"]'),
      phrases: texts('.panes [data-phrase][data-lit="phrase"]'),
    };
  });
