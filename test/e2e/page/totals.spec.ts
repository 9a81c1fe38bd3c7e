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

test("the totals follow the selection until a tab is chosen by hand", async ({ page }) => {
  await page.getByRole("button", { name: "Totals" }).click();
  const totals = page.getByRole("region", { name: "Totals" });
  const tab = (name: RegExp) => totals.getByRole("radio", { name });
  const remaining = totals
    .getByRole("row", { name: /^Remaining length/ })
    .getByRole("cell")
    .first();
  await expect(tab(/^Shown/)).toBeChecked();
  await page.getByRole("grid").getByRole("checkbox").nth(1).click();
  await expect(tab(/^Selected 1$/)).toBeChecked();
  await expect(remaining).toHaveText("1");
  await page.keyboard.press("Escape");
  await expect(tab(/^Shown/)).toBeChecked();
  await expect(remaining).not.toHaveText("1");

  await page.getByRole("grid").getByRole("checkbox").nth(1).click();
  await totals.getByText(/^Shown /).click();
  await page.getByRole("grid").getByRole("checkbox").nth(2).click();
  await expect(tab(/^Selected 2$/)).toBeEnabled();
  await expect(tab(/^Shown/)).toBeChecked();
});

test("in a low window the totals leave the rows most of the room, and scroll", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 560 });
  await page.getByRole("link", { name: /Material types/ }).click();
  await page.getByRole("button", { name: "Totals" }).click();
  const totals = page.getByRole("region", { name: "Totals" });
  const figures = totals.getByRole("region", { name: "Figures" });
  const panel = await totals.boundingBox();
  const rows = await page.getByRole("grid").boundingBox();
  expect(panel?.height).toBeLessThan((rows?.height ?? 0) / 2);
  const last = totals.getByRole("row").last();
  await expect(last).not.toBeInViewport();
  await figures.focus();
  await page.keyboard.press("End");
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 640, height: 560 });
  await figures.press("End");
  await expect(last).toBeInViewport();
  await expectAccessible(page, "[aria-label=Totals]");
});

test("prices of two currencies are never added up", async ({ page }) => {
  await page.getByRole("link", { name: /Material types/ }).click();
  await page.getByRole("button", { name: "Totals" }).click();
  const prices = page.getByRole("region", { name: "Totals" }).getByRole("row", { name: /^Price per/ });
  await expect(prices.first()).toHaveAccessibleName(/\(([A-Z]{3}|unit not given)\)/);
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
