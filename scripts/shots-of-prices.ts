import type { Page } from "@playwright/test";
import type { Stage } from "./shot-stage.ts";

/** Prices and the stock's value, while units are set: proposed, confirmed, in the overview and in the table. */
export async function shootPrices(stage: Stage): Promise<void> {
  const { page, shoot, shootNarrow } = stage;
  await openPrices(page);
  const confirm = page.getByRole("button", { name: /^Confirm \d+ proposals?$/ });
  await confirm.waitFor();
  await shoot("prices");
  await shootNarrow("prices");
  await confirm.click();
  await page.getByRole("link", { name: "Overview" }).click();
  const card = page.getByRole("region", { name: "Stock value", exact: true });
  const euros = card.getByRole("button", { name: "EUR" });
  await euros.waitFor();
  await shoot("overview-value");
  await shootNarrow("overview-value");
  await euros.click();
  await page.getByRole("gridcell").first().waitFor();
  await page.getByRole("button", { name: "Totals" }).click();
  await shoot("items-of-a-currency");
  await page.getByRole("button", { name: "Totals" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Stock value", exact: true }).click();
  await page.getByRole("region", { name: "Turnover" }).getByRole("row").nth(5).waitFor();
  await shoot("stock-value");
  await shootNarrow("stock-value");
  await shootValueRule(stage);
  await openPrices(page);
  for (const basis of ["foot", "pound"]) {
    await page.getByRole("combobox", { name: `Meaning of ${basis}` }).click();
    await page
      .getByRole("option", { name: /^Not confirmed/ })
      .locator("visible=true")
      .click();
  }
  await page.getByRole("link", { name: "Items" }).click();
}

/** The dialog of an alert rule about a sum: of values in one currency, and of lengths. */
async function shootValueRule({ page, shoot, shootBoth }: Stage): Promise<void> {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await page.getByRole("button", { name: "New rule…" }).click();
  const dialog = page.getByRole("dialog", { name: "New alert rule" });
  const choose = async (list: string, option: string): Promise<void> => {
    await dialog.getByRole("combobox", { name: list, exact: true }).click();
    await page.getByRole("option", { name: option }).locator("visible=true").first().click();
  };
  await choose("Watch", "The count or a sum of a view");
  await choose("Saved view", "Long rolls of two halls");
  await choose("Measure", "Sum of value");
  await choose("Currency", "EUR");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("25000");
  await shootBoth("alert-rule-value");
  await choose("Measure", "Sum of remaining length");
  await shoot("alert-rule-length");
  await dialog.getByText("Cancel", { exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function openPrices(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Prices…" }).click();
}
