import type { Page } from "@playwright/test";
import { expect, tableTest, test } from "../fixtures.ts";
import { headerOf, rowsHere, shownRows } from "./steps.ts";

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${selector}`);
}

test.describe("the keyboard on the first screen", () => {
  test.use({ ownHost: true });

  test("the user opens a filtered row's details from the first screen by keyboard", async ({ page }) => {
    await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
    await tabTo(page, "section button");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });

    await page.keyboard.press("Tab");
    await expect(page.getByText("Skip to content")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    await page.keyboard.press("Control+f");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const status = page.getByRole("menuitem", { name: "Status" });
    for (
      let presses = 0;
      presses < 20 && !(await status.evaluate((item) => item === document.activeElement));
      presses += 1
    ) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(page.getByRole("form", { name: "Filter by Status" })).toBeVisible();
    await tabTo(page, "input[type=checkbox]");
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
    await expect.poll(() => shownRows(page)).toBeLessThan(5_000);

    await tabTo(page, "[role=gridcell]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("complementary").getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator('[data-cell="1:0"]')).toBeFocused();
  });
});

tableTest("the Down key moves from the search box to the rows", async ({ page }) => {
  await headerOf(page, "Weight").click();
  await rowsHere(page);
  await expect(headerOf(page, "Weight")).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[role="gridcell"][data-cell^="0:"]:focus')).toHaveAttribute(
    "data-field",
    "weight",
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[role="gridcell"][data-cell^="1:"]:focus')).toHaveCount(1);
});

tableTest(
  "the Down key keeps the focus in the search box if the result is empty",
  { tag: "@whole" },
  async ({ page }) => {
    const box = page.getByRole("searchbox");
    await box.fill("no such thing");
    await expect.poll(() => shownRows(page)).toBe(0);
    await page.keyboard.press("ArrowDown");
    await box.fill("");
    await expect.poll(() => shownRows(page)).toBe(5_000);
    await rowsHere(page);
    await expect(box).toBeFocused();
  },
);
