import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { headerOf } from "./steps.ts";

test("totals of what is shown, of everything and of a selection", async ({ page }) => {
  await page.getByRole("button", { name: "Totals" }).click();
  const totals = page.getByRole("region", { name: "Totals" });
  const remaining = totals.getByRole("row", { name: /^Remaining length/ });
  await expect(remaining.getByRole("cell")).toHaveCount(5);
  const [shown] = await remaining.getByRole("cell").allTextContents();

  await page.getByRole("searchbox").fill("film");
  await expect(remaining.getByRole("cell").first()).not.toHaveText(shown ?? "");
  await totals.getByText(/^All /).click();
  await expect(remaining.getByRole("cell").first()).toHaveText(shown ?? "");

  await page.getByRole("grid").getByRole("checkbox").nth(1).click();
  await page.getByRole("grid").getByRole("checkbox").nth(2).click();
  await totals.getByText("Selected 2").click();
  await expect(remaining.getByRole("cell").first()).toHaveText("2");
  await expectAccessible(page, "[aria-label=Totals]");
});

test("prices of two currencies are never added up", async ({ page }) => {
  await page.getByRole("link", { name: /Material types/ }).click();
  await page.getByRole("button", { name: "Totals" }).click();
  const prices = page.getByRole("region", { name: "Totals" }).getByRole("row", { name: /^Price per/ });
  await expect(prices.first()).toHaveAccessibleName(/\(([A-Z]{3}|not said in what)\)/);
});

test("a number's header menu leads to the totals, another one's does not", async ({ page }) => {
  await headerOf(page, "Weight").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Totals" }).click();
  await expect(page.getByRole("region", { name: "Totals" })).toBeVisible();
  await expect(headerOf(page, "Weight")).toBeFocused();
  await headerOf(page, "Status").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Hide" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Totals" })).toHaveCount(0);
});
