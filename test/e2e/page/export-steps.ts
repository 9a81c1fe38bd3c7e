import { expect, type Locator, type Page } from "@playwright/test";
import { command } from "./steps.ts";

/** The dialog that exports the rows of a table. */
export const exportDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Export" });

/** Opens the export dialog by its button. */
export async function openExport(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  return exportDialog(page);
}

/** Chooses the format of an export by the beginning of its name. */
export async function chooseFormat(page: Page, format: string): Promise<void> {
  await exportDialog(page).getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: new RegExp(`^${format}`) }).click();
}

/** Opens the form of a schedule from the export dialog, with the dialog's settings. */
export async function openSchedule(page: Page): Promise<Locator> {
  await (await openExport(page)).getByRole("button", { name: "Repeat…" }).click();
  const form = page.getByRole("dialog", { name: "Repeat this export" });
  await expect(form.getByText(/exported.scheduled$/)).toBeVisible();
  return form;
}

/** Goes to the list of scheduled exports by the palette. */
export async function openSchedules(page: Page): Promise<Locator> {
  await command(page, "scheduled exports");
  const section = page.getByRole("region", { name: "Scheduled exports", exact: true });
  await expect(section).toBeInViewport();
  return section;
}

/** The preview of the printed rows. */
export const printPreview = (page: Page): Locator => page.getByRole("dialog", { name: "Print preview" });

/** Waits until the pages of the preview are counted. @returns their number. */
export async function countPages(page: Page): Promise<number> {
  await expect(page.getByTestId("print-pages")).toHaveText(/^\d+ pages?$/);
  return Number((await page.getByTestId("print-pages").textContent())?.split(" ")[0]);
}
