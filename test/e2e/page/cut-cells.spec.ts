import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { addFilter, cellsOf, connected, headerOf, refresh } from "./steps.ts";

test.use({ items: 60 });

/** Names whose width is difficult to measure. */
const NAMES = [
  "WWWWWWWWWWWWWWWW",
  "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
  "11111111111111111111",
  "AVAVAVAVAVAVAVAVAVA",
  "鋼板と部品の在庫一覧表です長い",
  "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
  "Ạ̈ḅ̈ c̈ d̈ ë f̈ g̈ ḧ ï j̈ k̈ l̈ m̈",
  "مستودع الحديد والصلب الكبير",
  "fi fl ffi ffl office affluent",
  "A name of two hundred characters ".repeat(6),
];

/** A name that sorts among the first, so that its row is visible. */
const inSight = (name: string): string => `0 ${name}`;

/**
 * Cells whose text overflows into their padding but is not clipped; also the numbers of clipped cells and of
 * all cells.
 */
async function cells(page: Page): Promise<{ over: string[]; cut: number; all: number }> {
  return page.getByRole("grid").evaluate((grid) => {
    const all = [...grid.querySelectorAll('[role="gridcell"][data-field]')];
    const over = all.filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const room = cell.clientWidth - 24 - (cell.hasAttribute("data-status") ? 17 : 0);
      const isCut = getComputedStyle(cell).overflowX === "clip";
      return !isCut && range.getBoundingClientRect().width > room + 0.5;
    });
    const cut = all.filter((cell) => getComputedStyle(cell).overflowX === "clip").length;
    return { over: over.map(({ textContent }) => textContent), cut, all: all.length };
  });
}

test("a cell shortens a text only if the text does not fit", async ({ page, host, service }) => {
  for (const [at, name] of NAMES.entries())
    service.company.upsertItem({
      id: `itm_${at}`,
      name: inSight(name),
      status: at % 2 ? "available" : "status_nobody_named",
    });
  await connected(page, host, service);
  await expect(cellsOf(page, "name").filter({ hasText: "WWWW" })).toHaveCount(1);
  const usual = await cells(page);
  expect(usual.over).toEqual([]);
  expect(usual.cut).toBeGreaterThan(0);
  expect(usual.cut).toBeLessThan(usual.all / 3);

  await headerOf(page, "Name").click();
  let before = usual.cut;
  for (let step = 0; step < 3; step += 1) {
    for (let press = 0; press < 2; press += 1) await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(async () => (await cells(page)).cut).toBeGreaterThan(before);
    const narrower = await cells(page);
    expect(narrower.over).toEqual([]);
    before = narrower.cut;
  }
  // A cell that a refresh changed has a mark next to its text, and its text is clipped at any length.
  service.company.upsertItem({ id: "itm_0", name: inSight("W") });
  service.company.upsertItem({ id: "itm_1", name: inSight("W".repeat(40)) });
  await refresh(page);
  await expect(cellsOf(page, "name").filter({ hasText: "W".repeat(40) })).toHaveAttribute("data-cut", "true");
  expect((await cells(page)).over).toEqual([]);
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^status_nobody_named/ }).check();
  await editor.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row").filter({ hasText: "status_nobody_named" })).toHaveCount(5);
  expect((await cells(page)).over).toEqual([]);
});
