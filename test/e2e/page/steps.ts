import { expect, type Locator, type Page } from "@playwright/test";

/** Takes the way in by sample data and waits for the whole first pull. */
export async function exploreSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByRole("gridcell").first()).toBeVisible();
}

/** The cells of one column that are in the page, from the top. */
export function cellsOf(page: Page, field: string): Locator {
  return page.locator(`[role="gridcell"][data-field="${field}"]`);
}

/** The header of a column. */
export function headerOf(page: Page, label: string): Locator {
  return page.getByRole("columnheader", { name: label, exact: true });
}

/** Opens the editor of a new filter. */
export async function addFilter(page: Page, field: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  return page.getByRole("form", { name: `Filter by ${field}` });
}

/** The number of rows that the toolbar says are shown. */
export async function shownRows(page: Page): Promise<number> {
  const text = (await page.getByTestId("result-count").textContent()) ?? "";
  return Number(text.replaceAll(/[,.\s]/g, "").match(/^\d+/)?.[0]);
}
