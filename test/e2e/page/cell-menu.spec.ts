import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, shownRows, shownText } from "./steps.ts";

test("a cell's menu filters by the cell's value, excludes the value or opens the record", async ({
  page,
}) => {
  const all = await shownRows(page);
  const status = await shownText(page.locator('[data-cell="1:1"]'));
  await page.locator('[data-cell="1:1"]').focus();
  await page.keyboard.press("F2");
  const menu = page.getByRole("menu", { name: `Cell Status: ${status}` });
  await expect(menu).toBeVisible();
  await expectAccessible(page, "[role=menu]");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.locator('[data-cell="1:1"]')).toBeFocused();
  await page.keyboard.press("ContextMenu");
  await menu.getByRole("menuitem", { name: `Show only ${status}` }).click();
  await expect(page.getByRole("group", { name: `Status is ${status}` })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBeLessThan(all);
  expect(new Set(await cellsOf(page, "status").allTextContents())).toEqual(new Set([status]));

  const location = await shownText(page.locator('[data-cell="0:2"]'));
  await page.locator('[data-cell="0:2"]').click({ button: "right" });
  await page.getByRole("menuitem", { name: `Exclude ${location}` }).click();
  await expect(page.getByRole("group", { name: `Location is not ${location}` })).toBeVisible();
  await expect.poll(() => cellsOf(page, "locationId").allTextContents()).not.toContain(location);

  const other = await shownText(page.locator('[data-cell="0:2"]'));
  await page.locator('[data-cell="0:2"]').click({ button: "right" });
  await page.getByRole("menuitem", { name: `Open location ${other}` }).click();
  await expect(page.getByRole("complementary", { name: `Details of location ${other}` })).toBeVisible();
});

test("the table highlights searched text in its cells", async ({ page }) => {
  await page.getByRole("searchbox").fill('FILM "23 µm"');
  await expect(page.locator("mark").first()).toBeVisible();
  const found = await cellsOf(page, "name").first().locator("mark").allTextContents();
  expect(found.map((text) => text.toLowerCase())).toEqual(["film", "23 µm"]);
  await expectAccessible(page, "[role=grid]");
  await page.getByRole("searchbox").fill("");
  await expect(page.locator("mark")).toHaveCount(0);
});
