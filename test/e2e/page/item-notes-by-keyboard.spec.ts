import { typeText } from "../typing.ts";
import { expectAccessible } from "./axe.ts";
import { expect, expectFocus, pressTo, tableKeyTest as test } from "./by-keys.ts";
import { shownRows } from "./steps.ts";

test("the user writes a note by keyboard, finds it by the search and reads it in the details", async ({
  page,
}) => {
  await shownRows(page);
  const cell = page.locator('[data-cell="1:0"]');
  await cell.focus();
  await page.keyboard.press("ContextMenu");
  await pressTo(page, "ArrowDown", page.getByRole("menuitem", { name: "Note…" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Note on / });
  await expect(dialog.getByRole("textbox", { name: "Note" })).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await typeText(page, "Box damaged");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(cell).toBeFocused();

  await page.keyboard.press("/");
  await typeText(page, "damaged");
  await expect.poll(() => shownRows(page)).toBe(1);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-cell="0:0"]')).toBeFocused();
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary", { name: /^Details of item/ });
  await expect(details.getByText("Box damaged")).toBeVisible();
  await expectFocus(details.getByRole("heading").first());
  await pressTo(page, "Tab", details.getByRole("button", { name: /^Note on / }));
});
