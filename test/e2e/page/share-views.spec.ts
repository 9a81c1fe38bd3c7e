import { viewLink } from "../../../shared/features/views/view-share.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { FOREIGN_VIEW } from "../../helpers/foreign-view.ts";
import { expectAccessible } from "./axe.ts";
import { openViews, viewSwitcher } from "./steps.ts";

test("an imported link keeps unknown ids and marks them as unknown", { tag: "@whole" }, async ({ page }) => {
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await dialog.getByLabel("Or paste a link").fill(viewLink(FOREIGN_VIEW) ?? "");
  await expect(dialog).toContainText("Location is loc_of_others (unknown) or empty");
  await expect(dialog).toContainText("Columns and row height: unchanged");
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Add view" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Their hall");
  await expect(
    page.getByRole("group", { name: "Location is loc_of_others (unknown) or empty" }),
  ).toBeVisible();
});
