import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, type LaunchedApp } from "./launch.ts";

/** Replaces the user who chooses a file or cancels, and nothing else. */
const choose = ({ app }: LaunchedApp, filePath: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? "" });
  }, filePath);

test("an export replaces the chosen file; a cancelled dialog writes nothing", async ({ launch, sample }) => {
  const target = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-exports-"));
  const launched = await launch();
  const { app, page } = launched;
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
  const file = path.join(target, "items.csv");
  fs.writeFileSync(file, "old");
  await choose(launched, null);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^CSV/ }).click();
  const begin = dialog.getByRole("button", { name: "Export 5,000 rows" });
  const end = dialog.getByTestId("export-end");
  await begin.click();
  await expect(begin).toBeEnabled();
  await expect(end).toBeHidden();

  await choose(launched, file);
  await begin.click();
  await expect(end).toHaveText("Exported 5,000 rows.", { timeout: 60_000 });
  await expect(dialog).toContainText(file);
  expect(fs.readFileSync(file, "utf8").split("\r\n")).toHaveLength(5_000 + 2);
  expect(fs.readdirSync(target)).toEqual(["items.csv"]);

  await dialog.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(file);
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => void (process.env["SHOWN_BY_TEST"] = shown);
  });
  await dialog.getByRole("button", { name: "Show in folder" }).click();
  await expect.poll(() => app.evaluate(() => process.env["SHOWN_BY_TEST"])).toBe(file);
  fs.rmSync(target, { recursive: true });
});
