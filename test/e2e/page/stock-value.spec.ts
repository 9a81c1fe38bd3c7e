import type { Locator, Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, openSetting, shownRows, useUnits } from "./steps.ts";

const card = (page: Page): Locator => page.getByRole("region", { name: "Stock value", exact: true });
const bases = (page: Page): Locator =>
  page.getByRole("table", { name: "Pricing bases of the material types" });

async function confirmPrices(page: Page): Promise<void> {
  await openSetting(page, "Prices…");
  await page.getByRole("button", { name: "Confirm 2 proposals" }).click();
  await expect(page.getByRole("button", { name: /^Confirm / })).toHaveCount(0);
}

test(
  "the stock has no value until the user confirms what prices mean",
  { tag: "@whole" },
  async ({ page }) => {
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(card(page)).toContainText("nothing is valued before you confirm it");
    await card(page).getByRole("button", { name: "Confirm prices…" }).click();
    await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
    const foot = bases(page).getByRole("combobox", { name: "Meaning of foot" });
    await expect(foot).toHaveValue("Not confirmed (proposed: per foot)");
    await expectAccessible(page);
  },
);

test("confirmed prices and units give items a value", async ({ page }) => {
  await test.step("prices without units show how many items lack a unit", async () => {
    await confirmPrices(page);
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(card(page)).toContainText(/Known for 0 of \d+ items in stock/);
    await expect(card(page).getByRole("button", { name: /^No unit set: \d+ items$/ })).toBeVisible();
  });
  await test.step("units give the items a value on the overview", async () => {
    await useUnits(page);
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(card(page)).not.toContainText("Known for 0");
    await expect(
      card(page).getByRole("row", { name: /^EUR \d+ €[\d,]+\.\d\d €[\d,]+\.\d\d$/ }),
    ).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("clicking a currency opens the items of this currency and shows their values as money", async () => {
    const row = card(page).getByRole("row", { name: /^EUR/ });
    const items = Number(await row.getByRole("cell").first().textContent());
    await row.getByRole("button", { name: "EUR" }).click();
    await expect.poll(() => shownRows(page)).toBe(items);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Value", exact: true }).check();
    await page.keyboard.press("Escape");
    await page.locator('[data-cell="0:0"]').focus();
    await page.keyboard.press("End");
    await expect(cellsOf(page, "value").first()).toHaveText(/^€[\d,]+\.\d\d$/);
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: /^Details of / });
    await expect(details.getByText(/^€[\d,]+\.\d\d$/)).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("clicking a reason opens the items that have no value for this reason", async () => {
    await page.getByRole("link", { name: "Overview" }).click();
    const reason = card(page).getByRole("button", { name: /^No pricing basis: / });
    const items = Number(/\d+/.exec((await reason.textContent()) ?? "")?.[0]);
    await reason.click();
    await expect.poll(() => shownRows(page)).toBe(items);
  });
});

test("the user sets one material type's price basis by keyboard", async ({ page }) => {
  await confirmPrices(page);
  const add = page.getByRole("combobox", { name: "Add a material type" });
  await add.press("ArrowDown");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const own = page
    .getByRole("region", { name: "Material types with a basis of their own" })
    .getByRole("group");
  await expect(own.getByRole("combobox")).toHaveValue("Per foot");
  await own.getByRole("combobox").press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(own.getByRole("combobox")).toHaveValue("Per pound");
  await own.getByRole("button", { name: /^Remove the basis of / }).press("Enter");
  await expect(own).toHaveCount(0);
});

test("the stock value screen shows one currency at a time", async ({ page }) => {
  await confirmPrices(page);
  await useUnits(page);
  const region = (name: string): Locator => page.getByRole("region", { name, exact: true });
  await page.getByRole("link", { name: "Stock value", exact: true }).click();
  await test.step("all cards first show the currency of most items, and change to the currency that the user chooses", async () => {
    await expect(region("Value by material type")).toContainText("€");
    await page.getByRole("combobox", { name: "Currency" }).click();
    await page.getByRole("option", { name: "GBP" }).click();
    for (const name of ["ABC classes", "Value by location", "Value by last change"])
      await expect(region(name)).toContainText("£");
    await expect(region("Value by material type")).not.toContainText("€");
    await expect(region("Change since the last observed day")).toContainText("is known once");
    await expectAccessible(page);
  });
  await test.step("the page keeps the limits of the ABC classes", async () => {
    const limit = region("ABC classes").getByRole("textbox", { name: "Share of class A in percent" });
    await limit.fill("50");
    await page.getByRole("link", { name: "Overview" }).click();
    await card(page).getByRole("button", { name: "By type, holder and age" }).click();
    await expect(limit).toHaveValue("50");
  });
  await test.step("clicking a class opens the material types of this class", async () => {
    const open = region("ABC classes").getByRole("button", { name: /^Class A/ });
    const types = Number(await open.textContent());
    await open.click();
    await expect(page.getByRole("heading", { name: "Material types", level: 1 })).toBeVisible();
    await expect.poll(() => shownRows(page)).toBe(types);
  });
});

test("a filter by value starts with the currency of most items", { tag: "@whole" }, async ({ page }) => {
  await confirmPrices(page);
  await useUnits(page);
  await page.getByRole("link", { name: "Items" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Value", exact: true }).click();
  const currency = page.getByRole("combobox", { name: "Currency" });
  await expect(currency).toHaveValue("EUR");
  await page.getByRole("textbox", { name: "Value: at least" }).fill("1000");
  await expect(page.getByText("1,000 EUR", { exact: true })).toBeVisible();
  await currency.click();
  await page.getByRole("option", { name: "USD" }).click();
  await expect(page.getByText("1,000 USD", { exact: true })).toBeVisible();
});
