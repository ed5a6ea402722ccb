// Files dropped on the page come back translated.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { choosePair, openBrowser, withPage } from "./browser.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const it = (name, action, settings) =>
  test(name, () =>
    withPage(
      browser.context,
      async (given) => {
        await choosePair(given.page, "German", "English");
        await action(given);
      },
      settings,
    ),
  );

const jobs = (page) => page.getByRole("list", { name: "Files so far" }).getByRole("listitem");

// What dragging a file from the desktop does.
async function drop(page, name, content) {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], fileName));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.getByText("Drop to translate").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save ${name}` }).click()]);
  assert.equal(download.suggestedFilename(), name);
  return readFileSync(await download.path(), "utf8");
}

it("translates a dropped file, with progress", async ({ page, mock }) => {
  mock.delay = 400;
  await drop(page, "brief.txt", "Das Buch ist gut.\nDer Tisch ist gut.\n");
  const progress = page.getByRole("progressbar", { name: "Progress of brief.txt" });
  await progress.waitFor();
  await jobs(page).getByText("Translating…").waitFor();
  assert.equal(await saved(page, "brief.en.txt"), "The book is good.\nThe table is good.\n");
  assert.equal(await progress.count(), 0);
});

it("takes chosen files, several at a time", async ({ page }) => {
  await page.getByRole("tab", { name: "Files" }).click();
  const file = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await page.setInputFiles("input[type=file]", [file("a.tsv", "Das Buch"), file("b.xliff", "Der Tisch")]);
  assert.equal(await saved(page, "a.en.tsv"), "The book");
  assert.equal(await saved(page, "b.en.xliff"), "The table");
});

it("leaves it to the server which language a file is in", async ({ page }) => {
  await page.getByLabel("From", { exact: true }).selectOption("auto");
  await drop(page, "a.txt", "Das Buch ist gut.");
  assert.equal(await saved(page, "a.en.txt"), "The book is good.");
});

it(
  "refuses what is too large, empty or of another kind before sending it",
  async ({ page, mock }) => {
    await drop(page, "large.txt", "x".repeat(2000));
    await jobs(page).first().getByText("The file is too large: 2 KB, and this server takes up to 1 KB.").waitFor();
    await drop(page, "empty.txt", "");
    await jobs(page).first().getByText("The file is empty.").waitFor();
    await drop(page, "image.png", "x");
    await jobs(page).first().getByText("Files of this kind cannot be translated. These can: .txt").waitFor();
    assert.equal(mock.requests.length, 0);
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
  },
  { switches: { limits: { file_bytes: 1000 } } },
);

it("says why the server refused a file, and tries again", async ({ page, mock }) => {
  mock.fail = { status: 400, error: "line 3: the element is not closed" };
  await drop(page, "broken.html", "Das Buch");
  await jobs(page).first().getByText("line 3: the element is not closed").waitFor();
  mock.fail = { status: 413 };
  await page.getByRole("button", { name: "Try again" }).click();
  await jobs(page).first().getByText("The file is too large for this server.").waitFor();
  mock.fail = null;
  await page.getByRole("button", { name: "Try again" }).click();
  assert.equal(await saved(page, "broken.en.html"), "The book");
  await page.getByRole("button", { name: "Cancel broken.html" }).click();
  assert.equal(await jobs(page).count(), 0);
});

it("gives up a file on request", async ({ page, mock }) => {
  mock.delay = 3000;
  await drop(page, "slow.txt", "Das Buch");
  await page.getByRole("button", { name: "Cancel slow.txt" }).click();
  assert.equal(await jobs(page).count(), 0);
  mock.delay = 0;
});
