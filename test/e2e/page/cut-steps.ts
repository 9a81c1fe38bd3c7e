import type { Locator, Page } from "@playwright/test";

/** The fields of the cut finder, and its plan. */
export const cutType = (page: Page): Locator => page.getByRole("combobox", { name: "Material type" });
export const cutLengths = (page: Page): Locator => page.getByRole("textbox", { name: "Cuts" });
export const cutPlan = (page: Page): Locator => page.getByRole("region", { name: "Plan", exact: true });

/** Saves the plan on screen, and opens it. */
export async function saveCutPlan(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name }).click();
}
