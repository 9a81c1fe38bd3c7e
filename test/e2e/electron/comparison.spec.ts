import fs from "node:fs";
import path from "node:path";
import { command } from "../page/steps.ts";
import { expect, test } from "./launch.ts";

test("a chosen file is compared and its folder stays untouched; cancelling the dialog starts nothing", async ({
  launch,
  folder,
  sample,
}) => {
  test.slow();
  const { app, page } = await launch();
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
  const target = path.join(folder, "chosen");
  fs.mkdirSync(target);
  const file = path.join(target, "items.xlsx");
  // Stands for the person who chooses a file, or none, and for nothing else.
  const choose = (chosen: string | null): Promise<void> =>
    app.evaluate(({ dialog }, one) => {
      dialog.showSaveDialog = async () => ({ canceled: one === null, filePath: one ?? "" });
      dialog.showOpenDialog = async () => ({ canceled: one === null, filePaths: one === null ? [] : [one] });
    }, chosen);
  await choose(file);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^XLSX/ }).click();
  await dialog.getByRole("button", { name: /^Export 5,000 rows$/ }).click();
  await expect(dialog.getByTestId("export-end")).toHaveText("Exported 5,000 rows.", { timeout: 60_000 });
  await page.keyboard.press("Escape");

  await command(page, "compare with");
  const button = page.getByRole("button", { name: "Choose a file…" });
  await choose(null);
  await button.click();
  await expect(button).toBeEnabled();
  await choose(file);
  await button.click();
  const summary = page.getByTestId("comparison-summary");
  await expect(summary).toHaveText(/since .+; [\d,]+( rows)? the same$/, { timeout: 60_000 });
  await expect(page.getByText(/as the file itself says/)).toBeVisible();
  expect(fs.readdirSync(target)).toEqual(["items.xlsx"]);
  fs.truncateSync(file, 2_000);
  await page.getByRole("button", { name: "Another file…" }).click();
  await expect(page.getByRole("alert")).toHaveText("This workbook is damaged or not whole.");
});
