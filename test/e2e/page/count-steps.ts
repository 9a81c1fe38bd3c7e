import { expect, type Locator, type Page } from "@playwright/test";
import { command } from "./steps.ts";

/** Opens the dialog that starts a count, and chooses a location. */
export async function openCountDialog(page: Page, place: string): Promise<Locator> {
  await command(page, "Counts");
  await page.getByRole("button", { name: "Start a count…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a count" });
  await dialog
    .getByRole("textbox", { name: "Location" })
    .or(dialog.getByRole("combobox", { name: "Location" }))
    .fill(place);
  await page.getByRole("option", { name: place }).click();
  await expect(dialog.getByRole("status")).toHaveText(/\d+ items? in this list\./);
  return dialog;
}

/** Starts the count of the dialog, and waits for it. @returns the field for scans. */
export async function startCount(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Start a count" });
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Id or name of an item" });
  await expect(field).toBeVisible();
  return field;
}

/** Opens the dialog of a count of all items with the team. */
export async function openTeamCount(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "Counts", exact: true }).click();
  await page.getByRole("button", { name: "Start a count…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a count" });
  await dialog.getByText("All items").click();
  await dialog.getByRole("checkbox", { name: "Count with the team" }).press(" ");
  await expect(dialog.getByRole("status")).toHaveText(/items in this list/);
  return dialog;
}

/** Closes the open count. */
export async function closeCount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close the count…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the count…" }).click();
}
