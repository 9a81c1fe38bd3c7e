import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Locator } from "@playwright/test";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { expect, test as base, type LaunchedApp } from "./launch.ts";

/** With this number of items, a workbook takes seconds, so that it can be cancelled. */
const ITEMS = 60_000;
/** The folder in which scripts/test-disks.ts has mounted disks that cannot be written to. */
const DISKS = process.env["STOCKDECK_TEST_DISKS"];

interface Fixtures {
  /** The app with `ITEMS` items. */
  readonly launched: LaunchedApp;
  /** A folder that a user may choose. */
  readonly target: string;
}

const test = base.extend<Fixtures>({
  launched: async ({ launch }, use) => {
    const sample = await startSampleProcess(ITEMS);
    const launched = await launch();
    const { page } = launched;
    await page.getByLabel("Base URL").fill(sample.url);
    await page.getByLabel("API key", { exact: true }).fill(sample.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("link", { name: /^Items/ }).click();
    await expect(page.getByRole("link", { name: /^Items/ })).toContainText("60,000", { timeout: 60_000 });
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
    await use(launched);
    await sample.stop();
  },
  target: async ({}, use) => {
    const target = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-exports-"));
    await use(target);
    fs.rmSync(target, { recursive: true, force: true });
  },
});
test.setTimeout(180_000);

/** Replaces the user who chooses a file or cancels, and nothing else. */
const choose = ({ app }: LaunchedApp, filePath: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? "" });
  }, filePath);

async function openDialog({ page }: LaunchedApp, format: RegExp): Promise<Locator> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: format }).click();
  return dialog;
}

const beginButton = (dialog: Locator): Locator => dialog.getByRole("button", { name: "Export 60,000 rows" });
const end = (dialog: Locator): Locator => dialog.getByTestId("export-end");

test("an export replaces the chosen file; a cancelled dialog writes nothing", async ({
  launched,
  target,
}) => {
  const { app } = launched;
  const file = path.join(target, "items.csv");
  fs.writeFileSync(file, "old");
  await choose(launched, null);
  const dialog = await openDialog(launched, /^CSV/);
  await beginButton(dialog).click();
  await expect(beginButton(dialog)).toBeEnabled();
  await expect(end(dialog)).toBeHidden();

  await choose(launched, file);
  await beginButton(dialog).click();
  await expect(end(dialog)).toHaveText("Exported 60,000 rows.", { timeout: 60_000 });
  await expect(dialog).toContainText(file);
  expect(fs.readFileSync(file, "utf8").split("\r\n")).toHaveLength(ITEMS + 2);
  expect(fs.readdirSync(target)).toEqual(["items.csv"]);

  await dialog.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(file);
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => void (process.env["SHOWN_BY_TEST"] = shown);
  });
  await dialog.getByRole("button", { name: "Show in folder" }).click();
  await expect.poll(() => app.evaluate(() => process.env["SHOWN_BY_TEST"])).toBe(file);
});

test(
  "a cancelled export keeps the old file and leaves no temporary file",
  { tag: "@whole" },
  async ({ launched, target }) => {
    const file = path.join(target, "items.xlsx");
    fs.writeFileSync(file, "old");
    await choose(launched, file);
    const dialog = await openDialog(launched, /^XLSX/);
    await beginButton(dialog).click();
    await expect(dialog.getByTestId("export-progress")).toContainText(/[1-9][\d,]* of 60,000 rows/);
    await dialog.getByRole("button", { name: "Cancel the export" }).click();
    await expect(end(dialog)).toHaveText("The export was cancelled. No file was changed.");
    expect([fs.readdirSync(target), fs.readFileSync(file, "utf8")]).toEqual([["items.xlsx"], "old"]);
  },
);

for (const { trouble, disk, words } of [
  { trouble: "a folder that is read-only", disk: "read-only", words: /^The file cannot be written there:/ },
  { trouble: "a disk that is full", disk: "full", words: /^The disk is full\./ },
]) {
  test(
    `an export reports ${trouble}; the user can save it elsewhere`,
    { tag: "@whole" },
    async ({ launched, target }) => {
      test.skip(!DISKS, "npm test could mount no disks: only root may.");
      const there = path.join(DISKS ?? "", disk);
      await choose(launched, path.join(there, "items.csv"));
      const dialog = await openDialog(launched, /^CSV/);
      await beginButton(dialog).click();
      await expect(end(dialog)).toHaveText(words, { timeout: 60_000 });
      expect(fs.readdirSync(there)).toEqual([]);
      const elsewhere = path.join(target, "items.csv");
      await choose(launched, elsewhere);
      await dialog.getByRole("button", { name: "Save as another name…" }).click();
      await expect(end(dialog)).toHaveText("Exported 60,000 rows.", { timeout: 60_000 });
      expect(fs.statSync(elsewhere).size).toBeGreaterThan(1_000_000);
    },
  );
}
