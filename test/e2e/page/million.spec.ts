import { expect, test } from "../fixtures.ts";
import { callsOf, openLargeCopy } from "./steps.ts";

const ROWS = 1_000_000;

test.use({ ownHost: true });

test(
  "the user reaches every row of a million and selects all rows without loading the rows",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    test.setTimeout(300_000);
    const calls = callsOf(page);
    const pages = (): number => calls.filter(({ call }) => call === "queryPage").length;
    const count = page.getByTestId("result-count");
    await openLargeCopy(page, host, service, ROWS);
    const grid = page.getByRole("grid", { name: "Items" });
    await expect(grid).toHaveAttribute("aria-rowcount", String(ROWS + 1));
    const rowAt = (index: number) => page.locator(`[role="row"][aria-rowindex="${index + 2}"]`);

    await test.step("dragging the scroll bar to its end shows the last row, and dragging it to its middle shows the middle row", async () => {
      await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await expect(rowAt(ROWS - 1)).toBeInViewport();
      await expect(
        rowAt(ROWS - 1)
          .getByRole("gridcell")
          .nth(1),
      ).not.toBeEmpty();
      await grid.evaluate((element) =>
        element.scrollTo({ top: (element.scrollHeight - element.clientHeight) / 2 }),
      );
      await expect(rowAt(ROWS / 2)).toBeInViewport();
      await expect(
        rowAt(ROWS / 2)
          .getByRole("gridcell")
          .nth(1),
      ).not.toBeEmpty();
    });

    await test.step("the wheel scrolls row by row, and each row is present, filled and equally high", async () => {
      const box = await grid.boundingBox();
      if (!box) throw new Error("The grid has no place.");
      await page.mouse.move(box.x + 300, box.y + 300);
      for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 240);
      // The row of the tab stop stays rendered at every scroll position, and may be far from the loaded rows.
      await expect(page.locator('[role="row"][aria-busy="true"]:not([data-active])')).toHaveCount(0);
      // One call finds and measures the rows, because some rows could leave the page between two calls. The
      // wheel may still be scrolling.
      await expect(async () => {
        const rows = await page.evaluate(() =>
          [...document.querySelectorAll("[role=row][data-index]:not([data-active])")]
            .map((element) => ({
              index: Number(element.getAttribute("data-index")),
              top: Math.round(element.getBoundingClientRect().top),
              height: element.getBoundingClientRect().height,
              name: element.querySelector('[data-field="name"]')?.textContent ?? "",
            }))
            .toSorted((a, b) => a.index - b.index),
        );
        expect(rows.length).toBeGreaterThan(20);
        for (const [at, { index, top, height, name }] of rows.entries()) {
          expect(name).not.toBe("");
          const before = rows[at - 1];
          if (before) expect([index, top]).toEqual([before.index + 1, before.top + Math.round(height)]);
        }
      }).toPass({ timeout: 20_000 });
    });

    await test.step("the keys reach the last row and return to the first row", async () => {
      await page.locator("[role=gridcell][data-cell]").first().focus();
      await page.keyboard.press("Control+End");
      await expect(rowAt(ROWS - 1)).toBeInViewport();
      await expect(page.locator("[role=gridcell]:focus")).toHaveAttribute(
        "data-cell",
        new RegExp(`^${ROWS - 1}:`),
      );
      await page.keyboard.press("ArrowUp");
      await expect(page.locator("[role=gridcell]:focus")).toHaveAttribute(
        "data-cell",
        new RegExp(`^${ROWS - 2}:`),
      );
      await page.keyboard.press("Control+Home");
      await expect(page.locator("[role=gridcell]:focus")).toHaveAttribute("data-cell", "0:0");
    });

    await test.step("the user selects all rows, and all rows but one, without loading the rows", async () => {
      const before = pages();
      await page.keyboard.press("Control+a");
      await expect(page.getByTestId("selected-count")).toHaveText("1,000,000 rows selected");
      await page.keyboard.press("Space");
      await expect(page.getByTestId("selected-count")).toHaveText("999,999 rows selected");
      expect(pages()).toBe(before);
      await page.keyboard.press("Escape");
      await expect(page.getByTestId("selected-count")).toBeHidden();
    });

    await test.step("an export shows its progress, the table responds meanwhile, and the user cancels the export", async () => {
      await page.getByRole("button", { name: "Export", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.getByRole("combobox", { name: "Format" }).click();
      await page.getByRole("option", { name: /^XLSX/ }).click();
      await dialog.getByRole("button", { name: "Export 1,000,000 rows" }).click();
      const progress = dialog.getByTestId("export-progress");
      await expect(progress).toHaveText(/^[\d,]+ of 1,000,000 rows · [\d,]+ rows a second · .+ left$/, {
        timeout: 60_000,
      });
      // A second Enter that is pressed too quickly must not end the pull.
      await expect(progress).toBeFocused();
      await page.keyboard.press("Enter");
      const done = Number((await progress.textContent())?.split(" ")[0]?.replaceAll(",", ""));
      await expect
        .poll(async () => Number((await progress.textContent())?.split(" ")[0]?.replaceAll(",", "")))
        .toBeGreaterThan(done);
      await dialog.getByRole("button", { name: "Continue in the background" }).click();
      await page.getByRole("searchbox").fill("film 20");
      await expect(count).toContainText(" of 1,000,000 items", { timeout: 60_000 });
      await page.keyboard.press("Control+e");
      await dialog.getByRole("button", { name: "Cancel the export" }).click();
      await expect(dialog.getByTestId("export-end")).toHaveText(
        "The export was cancelled. No file was changed.",
      );
    });

    await test.step("the groups count every row, and the user reaches the last row of the last group", async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("searchbox").fill("");
      await expect(count).toHaveText("1,000,000 items");
      await page.getByRole("button", { name: "Group", exact: true }).click();
      await page.getByRole("menuitem", { name: "Status", exact: true }).click();
      const tree = page.getByRole("treegrid", { name: "Items" });
      const headings = tree.locator('[role="row"][aria-expanded]');
      await expect(headings.first()).toBeVisible({ timeout: 60_000 });
      const counts = await headings.evaluateAll((rows) =>
        rows.map((row) =>
          Number(/\s([\d,]+) items$/.exec(row.children[1]?.textContent ?? "")?.[1]?.replaceAll(",", "")),
        ),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROWS);
      await page.getByRole("button", { name: "Open all" }).click();
      const lines = ROWS + counts.length;
      await expect(tree).toHaveAttribute("aria-rowcount", String(lines + 1));
      await page.locator('[data-cell="0:0"]').focus();
      await page.keyboard.press("Control+End");
      await expect(rowAt(lines - 1)).toBeInViewport();
      await expect(page.locator("[role=gridcell]:focus")).toHaveAttribute(
        "data-cell",
        new RegExp(`^${lines - 1}:`),
      );
      await expect(rowAt(lines - 1).locator('[data-field="name"]')).not.toBeEmpty();
    });
  },
);
