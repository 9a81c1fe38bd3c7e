import type { Page } from "@playwright/test";
import { ScannerKeys } from "../test/e2e/scanner-keys.ts";
import type { Scene } from "./shot-stage.ts";

/** Scans that select rows, their labels, an unknown scan and the settings. */
export const SCANNER_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Items" }).click();
  await selectByScans(page);
  await shoot("scan-to-select");
  await shootNarrow("scan-to-select");
  await openLabels(page);
  await shoot("labels-sheet");
  await page.getByText("Roll, 62 × 29 mm").click();
  await shoot("labels-roll");
  await page.keyboard.press("Escape");
  await leaveSelection(page);
  const scanner = await ScannerKeys.of(page);
  await scanner.scan("no such label");
  await page.getByText("Nothing has the id or the name “no such label”.").waitFor();
  await shoot("unknown-scan");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Learn from three scans…" }).click();
  for (const label of ["label 1", "label 2", "label 3"]) await scanner.scan(label);
  await page.getByRole("button", { name: "Use it" }).waitFor();
  await shoot("learn-from-scans");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Items" }).click();
};

/** Selects five rows by their labels. */
export async function selectByScans(page: Page): Promise<void> {
  const scanner = await ScannerKeys.of(page);
  await page.getByRole("button", { name: "Scan to select" }).click();
  for (let row = 0; row < 10; row += 2)
    await scanner.scan((await page.locator(`[data-cell="${row}:0"]`).textContent()) ?? "");
  await page.getByText("5 rows selected", { exact: true }).waitFor();
}

/** Opens the labels of the selected rows. */
export async function openLabels(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Labels…" }).click();
  await page.getByRole("article").first().waitFor();
}

/** Ends the mode and its selection. */
export async function leaveSelection(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Scan to select" }).click();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
}
