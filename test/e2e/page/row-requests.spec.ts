import { expect, connectedTest as test } from "../fixtures.ts";
import { callsOf } from "./steps.ts";

// The company does not change, because a refresh with changes requests rows again.
test.use({ items: 1_000 });

test("scrolling requests rows before the rows become visible", async ({ page }) => {
  const calls = callsOf(page);
  const offsets = (): (number | undefined)[] =>
    calls.flatMap(({ call, offset }) => (call === "queryPage" ? [offset] : []));
  await page.reload();
  await expect(page.locator('[data-cell="0:0"]')).toBeVisible();
  expect(offsets()).toEqual([0]);
  await page.locator('[data-cell="3:0"]').hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(offsets).toEqual([0, 100, 200]);
  // A jump requests only the rows that it shows.
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }));
  await expect(page.locator('[aria-rowindex="1001"]')).toBeInViewport();
  await expect.poll(offsets).toContain(900);
  expect(Math.max(...offsets().map((offset = 0) => offset))).toBe(900);
  expect(offsets().filter((offset = 0) => offset > 200 && offset < 800)).toEqual([]);
});

test("the app requests the first rows once, before the page renders", { tag: "@whole" }, async ({ page }) => {
  const calls = callsOf(page);
  await page.reload();
  await expect(page.locator('[data-cell="0:0"]')).not.toHaveText("");
  const names = (): string[] => calls.map(({ call }) => call);
  // The requests of the first frame's effects follow the request for rows.
  await expect.poll(names).toContain("queryUnseen");
  expect(names().indexOf("queryPage")).toBeLessThan(names().indexOf("queryUnseen"));
  await expect(page.getByTestId("result-count")).toHaveText("1,000 items");
  expect(names().filter((name) => name === "queryPage")).toHaveLength(1);
  expect(names().filter((name) => name === "queryCount")).toHaveLength(1);
});
