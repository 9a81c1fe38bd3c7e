import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, columnMenu, headerOf, openColumnMenu } from "./steps.ts";

const labels = (page: Page): Promise<string[]> =>
  page.locator("[data-column] [data-label]").allTextContents();

test("a header's menu opens by button, right click or keys", async ({ page }) => {
  const status = headerOf(page, "Status");
  await openColumnMenu(page, "Status");
  await expect(status).toHaveAttribute("aria-sort", "none");
  await expectAccessible(page, "[role=menu]");
  await page.keyboard.press("Escape");
  await expect(columnMenu(page, "Status")).toBeHidden();
  await expect(status).toBeFocused();

  await page.keyboard.press("Alt+ArrowDown");
  await expect(columnMenu(page, "Status")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ContextMenu");
  await expect(columnMenu(page, "Status")).toBeVisible();
  await page.keyboard.press("Escape");

  await headerOf(page, "Weight").click({ button: "right" });
  await expect(columnMenu(page, "Weight")).toBeVisible();
  await expect(
    columnMenu(page, "Weight").getByRole("menuitem", { name: "Take out of the order" }),
  ).toBeDisabled();
});

test("the column menu sorts by several columns", { tag: "@whole" }, async ({ page }) => {
  await (await openColumnMenu(page, "Status")).getByRole("menuitem", { name: "Sort descending" }).click();
  await expect(headerOf(page, "Status")).toHaveAttribute("aria-sort", "descending");
  await (await openColumnMenu(page, "Weight")).getByRole("menuitem", { name: "Add to the order" }).click();
  await expect(headerOf(page, "Weight")).toHaveAccessibleDescription(/^2 of 2 in the order/);
  await expect(headerOf(page, "Status")).toContainText("1");
  await (
    await openColumnMenu(page, "Status")
  )
    .getByRole("menuitem", { name: "Take out of the order" })
    .click();
  await expect(headerOf(page, "Status")).toHaveAttribute("aria-sort", "none");
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "ascending");
  // By keys, Shift+Enter adds.
  await headerOf(page, "Weight").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+Enter");
  await expect(headerOf(page, "Remaining length")).toHaveAccessibleDescription(/^2 of 2 in the order/);
});

test(
  "the user hides and moves columns by mouse or keyboard without losing focus",
  { tag: "@whole" },
  async ({ page }) => {
    await (await openColumnMenu(page, "Location")).getByRole("menuitem", { name: "Hide" }).click();
    await expect(headerOf(page, "Location")).toBeHidden();
    await (await openColumnMenu(page, "Status")).getByRole("menuitem", { name: "Move right" }).click();
    expect((await labels(page)).slice(0, 3)).toEqual(["Name", "Material type", "Status"]);
    await expect(headerOf(page, "Status")).toBeFocused();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    await expect
      .poll(async () => (await labels(page)).slice(0, 3))
      .toEqual(["Name", "Status", "Material type"]);
    await expect(headerOf(page, "Status")).toBeFocused();
    await (await openColumnMenu(page, "Name")).getByRole("menuitem", { name: "Reset columns" }).click();
    await expect(headerOf(page, "Location")).toBeVisible();
  },
);

test("dragging a header moves the column; Escape cancels the move", async ({ page }) => {
  const drag = async (from: string, to: string): Promise<void> => {
    const [source, target] = [
      await headerOf(page, from).boundingBox(),
      await headerOf(page, to).boundingBox(),
    ];
    if (!source || !target) throw new Error("A header has no place.");
    await page.mouse.move(source.x + 20, source.y + 12);
    await page.mouse.down();
    await page.mouse.move(target.x + 12, target.y + 12, { steps: 6 });
  };
  await drag("Weight", "Status");
  await expect(headerOf(page, "Status")).toHaveAttribute("data-drop", "before");
  await page.mouse.up();
  await expect.poll(async () => (await labels(page)).slice(0, 3)).toEqual(["Name", "Weight", "Status"]);
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "none");
  await drag("Weight", "Location");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await labels(page)).slice(0, 3)).toEqual(["Name", "Weight", "Status"]);
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "none");
});

test("pinned columns stay visible and never cover the focused cell", async ({ page }) => {
  await page.setViewportSize({ width: 1_100, height: 700 });
  await (await openColumnMenu(page, "Name")).getByRole("menuitem", { name: "Pin to the left" }).click();
  await (await openColumnMenu(page, "Weight")).getByRole("menuitem", { name: "Pin to the right" }).click();
  await expect.poll(async () => (await labels(page)).at(-1)).toBe("Weight");
  const grid = page.getByRole("grid");
  await grid.evaluate((element) => element.scrollTo({ left: 400 }));
  const first = async (field: string): Promise<number> =>
    Math.round((await cellsOf(page, field).first().boundingBox())?.x ?? 0);
  const [left, width] = await grid.evaluate((element) => [
    element.getBoundingClientRect().left,
    element.clientWidth,
  ]);
  expect(await first("name")).toBe(Math.round((left ?? 0) + 38));
  const weight = await cellsOf(page, "weight").first().boundingBox();
  expect((weight?.x ?? 0) + (weight?.width ?? 0)).toBeCloseTo((left ?? 0) + (width ?? 0), 0);
  // A pinned cell must not cover the cell that gets the focus.
  await page.locator('[data-cell="0:2"]').focus();
  await page.keyboard.press("ArrowLeft");
  const focused = await page.locator('[data-cell="0:1"]').boundingBox();
  const name = await cellsOf(page, "name").first().boundingBox();
  expect(focused?.x ?? 0).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0) - 1);
  await page.reload();
  await expect(headerOf(page, "Name")).toHaveAttribute("data-pin", "left");
  // Pinned columns that would fill a narrow window scroll like other columns.
  await page.setViewportSize({ width: 700, height: 700 });
  await grid.evaluate((element) => element.scrollTo({ left: 300 }));
  await expect.poll(() => first("name")).toBeLessThan((left ?? 0) - 100);
});

test("double-clicking a column's edge fits the column's width to the visible cells", async ({ page }) => {
  const widthOf = async (label: string): Promise<number> =>
    (await headerOf(page, label).boundingBox())?.width ?? 0;
  const before = await widthOf("Name");
  await headerOf(page, "Name").locator("[data-header-control=width]").dblclick();
  await expect.poll(() => widthOf("Name")).not.toBeCloseTo(before, 0);
  const cut = (): Promise<number> =>
    cellsOf(page, "name").evaluateAll(
      (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    );
  expect(await cut()).toBe(0);
  await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "none");
  const location = await widthOf("Location");
  await (await openColumnMenu(page, "Location")).getByRole("menuitem", { name: "Fit width" }).click();
  await expect.poll(() => widthOf("Location")).not.toBeCloseTo(location, 0);
});

test(
  "a column's filter opens at the column's header, from the menu or the funnel icon",
  { tag: "@whole" },
  async ({ page }) => {
    await (await openColumnMenu(page, "Location")).getByRole("menuitem", { name: "Filter…" }).click();
    const editor = page.getByRole("form", { name: "Filter by Location" });
    await expect(editor.getByRole("checkbox").nth(3)).toBeVisible();
    const listed = await editor.getByRole("checkbox").count();
    await editor.getByRole("checkbox").first().check();
    // A filter does not narrow the values in its own editor.
    await expect(editor.getByRole("checkbox")).toHaveCount(listed);
    await editor.getByRole("button", { name: "Done" }).click();
    await expect(headerOf(page, "Location")).toBeFocused();
    await expect(headerOf(page, "Location")).toHaveAccessibleDescription(/^filtered/);
    await page.getByRole("button", { name: "Filter of Location" }).click();
    await expect(editor.getByRole("checkbox").first()).toBeChecked();
    await editor.getByRole("checkbox").nth(1).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("group", { name: /^Location is .+ or .+/ })).toHaveCount(1);
  },
);
