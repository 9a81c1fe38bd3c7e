import { expect, tableTest as test } from "../fixtures.ts";
import { headerOf, shownText } from "./steps.ts";

test("the table tells screen readers the number of rows and the position of the focused cell", async ({
  page,
}) => {
  const grid = page.getByRole("grid", { name: "Items" });
  await expect(grid).toHaveAttribute("aria-rowcount", /^50\d\d$/);
  const active = page.locator("[role=gridcell]:focus, [role=columnheader]:focus");
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(active).toHaveAttribute("data-cell", "1:1");
  await page.keyboard.press("PageDown");
  await expect(active).not.toHaveAttribute("data-cell", "1:1");
  await page.keyboard.press("Control+End");
  const rows = Number(await grid.getAttribute("aria-rowcount"));
  await expect(page.locator(`[aria-rowindex="${rows}"]`)).toBeInViewport();
  await expect(active).toHaveAttribute("data-cell", new RegExp(`^${rows - 2}:`));
  await expect(page.locator(`[aria-rowindex="${rows}"]`).getByRole("gridcell").nth(1)).not.toBeEmpty();
  await page.keyboard.press("Control+Home");
  await expect(active).toHaveAttribute("data-cell", "0:0");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "ascending");
});

test("the focused row stays rendered when the user scrolls away", async ({ page }) => {
  await page.locator('[data-cell="3:0"]').focus();
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ top: 60_000 }));
  await expect(page.locator('[data-cell="1820:0"]')).toBeVisible();
  await expect(page.locator('[data-cell="3:0"]')).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-cell="4:0"]')).toBeInViewport();
});

test("a jump to distant rows reuses the row elements and keeps the elements in row order", async ({
  page,
}) => {
  const grid = page.getByRole("grid");
  const rows = page.locator('[role="row"][data-index]');
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
  await rows.evaluateAll((elements) => elements.forEach((element) => element.setAttribute("data-old", "")));
  await grid.evaluate((element) => element.scrollTo({ top: 60_000 }));
  await expect(page.locator('[data-cell="1820:0"]')).not.toBeEmpty();
  // The frame that replaces all rows renders only the visible rows; a moment later more rows around them are
  // rendered.
  await expect(page.locator('[data-index="1815"]')).toBeAttached();
  expect(await page.locator('[data-index="1820"]').getAttribute("data-old")).toBe("");
  const indexes = async (): Promise<number[]> =>
    rows.evaluateAll((elements) => elements.map((element) => Number(element.getAttribute("data-index"))));
  for (const top of [60_100, 59_800, 60_900, 10_000]) {
    await grid.evaluate((element, to) => element.scrollTo({ top: to }), top);
    await expect(page.locator(`[data-index="${Math.ceil(top / 33)}"]`)).toBeInViewport();
    const inOrder = async (): Promise<boolean> => {
      const placed = await indexes();
      return placed.every((index, at) => at === 0 || index > (placed[at - 1] ?? 0));
    };
    await expect.poll(inOrder).toBe(true);
  }
});

test("hovering over a cell shows the cell's exact value", async ({ page }) => {
  const cell = page.locator('[data-cell="1:0"]');
  await expect(cell).not.toHaveAttribute("title");
  await cell.hover();
  await expect(cell).toHaveAttribute("title", await shownText(cell));
  await page.locator('[data-cell="2:2"]').hover();
  await expect(cell).not.toHaveAttribute("title");
  await expect(page.locator('[data-cell="2:2"]')).toHaveAttribute("title", /^loc_/);
});

test("the user resizes columns by pointer and keyboard", async ({ page }) => {
  const header = headerOf(page, "Name");
  const width = async (): Promise<number> => (await header.boundingBox())?.width ?? 0;
  const before = await width();
  const box = await header.boundingBox();
  if (!box) throw new Error("The header has no place.");
  await page.mouse.move(box.x + box.width, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before + 60, -1);
  await expect(header).toHaveAttribute("aria-sort", "none");
  await header.focus();
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(width).toBeCloseTo(before + 44, -1);
});

test("typing letters moves to the next row whose name matches the letters, at any distance", async ({
  page,
}) => {
  const active = page.locator('[role="gridcell"][tabindex="0"]');
  const row = async (): Promise<number> =>
    Number(((await active.getAttribute("data-cell")) ?? "").split(":")[0]);
  // All letters are typed in one task of the page. On a busy computer, the pauses between real keys could end a
  // name.
  const type = (letters: string): Promise<void> =>
    active.evaluate((cell, text) => {
      for (const key of text) cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, letters);
  await page.clock.install();
  await page.locator('[data-cell="0:0"]').focus();
  const first = await shownText(page.locator('[data-cell="0:0"]'));
  await type("pvc");
  await expect(active).toHaveText(/^PVC/);
  await expect(active).toBeFocused();
  await expect(active).toBeInViewport();
  const far = await row();
  expect(far).toBeGreaterThan(100);
  // Later, a letter continues from there; each repetition of the letter moves to the next name.
  await page.clock.fastForward(1_100);
  await type("p");
  await expect.poll(row).toBe(far + 1);
  await type("p");
  await expect.poll(row).toBe(far + 2);
  // The search wraps around at the end, and does not move if no name begins with the letters.
  await page.clock.fastForward(1_100);
  await type(first.slice(0, 4).toLowerCase());
  await expect.poll(row).toBe(0);
  await page.clock.fastForward(1_100);
  await type("~");
  await expect(page.getByText("No name begins with “~”")).toBeAttached();
  expect(await row()).toBe(0);
  // Keys with another meaning keep it.
  await page.clock.fastForward(1_100);
  await page.keyboard.press("Space");
  await expect(page.getByText("1 row selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});
