import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { expect, test } from "./launch.ts";

test("the print preview is saved as a PDF to the chosen file", async ({ launch }) => {
  const target = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-pdf-"));
  const file = path.join(target, "stock.pdf");
  const { app, page } = await launch();
  // Replaces the user who chooses a file or cancels, and nothing else.
  const choose = (filePath: string | null): Promise<void> =>
    app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? "" });
    }, filePath);
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: "Material types" }).click();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
  await page.keyboard.press("Control+p");
  const preview = page.getByRole("dialog", { name: "Print preview" });
  await expect(page.getByTestId("print-pages")).toHaveText(/^\d+ pages?$/);
  const pages = (await page.getByTestId("print-pages").textContent())?.split(" ")[0];

  await choose(null);
  await preview.getByRole("button", { name: "Save as PDF…" }).click();
  await expect(preview.getByRole("button", { name: "Save as PDF…" })).toBeEnabled();
  expect(fs.readdirSync(target)).toEqual([]);

  await choose(file);
  await preview.getByRole("button", { name: "Save as PDF…" }).click();
  await expect(page.getByText("stock.pdf saved")).toBeVisible();
  const printed = readPdfPages(file);
  expect(printed).toHaveLength(Number(pages));
  expect(printed[0]).toContain("Material types: All");
  expect(printed.at(-1)).toContain(`Page ${pages} of ${pages}`);
  expect(printed.join()).not.toContain("Save as PDF");
  expect(fs.readdirSync(target)).toEqual(["stock.pdf"]);
  fs.rmSync(target, { recursive: true });
});
