import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { expect as expectByKeys, pressTo, test as keyTest } from "./by-keys.ts";
import { shownRows } from "./steps.ts";
import { typeText } from "../typing.ts";

test("the data problems screen and its dialog are accessible", async ({ page }) => {
  await page.getByRole("link", { name: "Data problems" }).click();
  await page.getByRole("button", { name: "No location", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Open all [\d,]+ in Items$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mute “No location”", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

keyTest(
  "the user opens the rows of a rule from the palette by keyboard",
  { tag: "@whole" },
  async ({ page }) => {
    await page.keyboard.press("ControlOrMeta+k");
    await typeText(page, "Data problems");
    await page.keyboard.press("Enter");
    await expectByKeys(page.getByRole("heading", { name: "Data problems", level: 1 })).toBeVisible();
    const rule = page.getByRole("button", { name: "No location", exact: true });
    await expectByKeys(rule).toBeVisible();
    await pressTo(page, "Tab", rule);
    await page.keyboard.press("Enter");
    const all = page.getByRole("button", { name: /^Open all [\d,]+ in Items$/ });
    await expectByKeys(all).toBeVisible();
    const count = Number(/[\d,]+/.exec((await all.textContent()) ?? "")?.[0].replaceAll(",", ""));
    await pressTo(page, "Tab", all);
    await page.keyboard.press("Enter");
    expectByKeys(await shownRows(page)).toBe(count);
  },
);
