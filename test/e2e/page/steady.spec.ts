import type { Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { expect, connectedTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, chooseView, headerOf, refresh, rowsHere, shownText } from "./steps.ts";
import { typeText } from "../typing.ts";

test.use({ items: 400 });

const nameAt = async (page: Page, row: number): Promise<string> =>
  await shownText(page.locator(`[data-cell="${row}:0"]`));
const notice = (page: Page) => page.getByRole("button", { name: /^\d+ rows? changed.* – apply \(R\)$/ });

test("rows under the pointer keep their order until the user presses R", async ({ page, service }) => {
  const names = [await nameAt(page, 0), await nameAt(page, 1), await nameAt(page, 2)];
  const second = [...service.company.items.all()].find(({ name }) => name === names[1]);

  await page.locator('[data-cell="3:1"]').hover();
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  service.company.upsertItem({ id: second?.id ?? "", weight: 123_456.5 });
  await refresh(page);
  await expect(notice(page)).toHaveText("1 row changed here, 1 more in all – apply (R)");
  expect(await nameAt(page, 0)).toBe(names[0]);
  await expect(page.locator('[data-index="1"]')).toContainText("123,456.5");
  // The number above the rows agrees with the rows, and both change at once.
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "401");
  await page.keyboard.press("r");
  await expect(page.getByTestId("result-count")).toHaveText("401 items");
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "402");
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
  await expect(page.locator('[data-cell="2:0"]')).toHaveText(names[1] ?? "");
  await expect(notice(page)).toBeHidden();
});

test(
  "typing the letter R in a name does not apply pending rows",
  { tag: "@whole" },
  async ({ page, service }) => {
    service.company.upsertItem({ id: "itm_bronze", name: "Brz 0.1", status: "available" });
    await refresh(page);
    await headerOf(page, "Status").hover();
    await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "402");
    await expect(notice(page)).toBeHidden();
    await page.locator('[data-cell="3:1"]').hover();
    service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
    await refresh(page);
    await expect(notice(page)).toBeVisible();
    await page.locator('[data-cell="3:0"]').focus();
    await typeText(page, "brz");
    const found = page.locator('[role="gridcell"]:focus');
    await expect(found).toHaveText("Brz 0.1");
    await expect(notice(page)).toBeVisible();
  },
);

test("a new order applies when the pointer leaves the rows", async ({ page, service }) => {
  await page.locator('[data-cell="3:1"]').hover();
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await refresh(page);
  await expect(notice(page)).toBeVisible();
  await headerOf(page, "Status").hover();
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
  service.company.upsertItem({ id: "itm_new2", name: "!! before the first", status: "available" });
  await refresh(page);
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! before the first");
});

test(
  "a resting pointer does not freeze the order of a new table",
  { tag: "@whole" },
  async ({ page, service }) => {
    // The browser sends this event if an element appears under an unmoved pointer.
    await page
      .locator('[data-cell="3:1"]')
      .evaluate((cell) => cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
    service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
    await refresh(page);
    await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
    await expect(notice(page)).toBeHidden();
  },
);

test("the notice of pending rows stays while the pointer moves to it", async ({ page, service }) => {
  const first = await nameAt(page, 0);
  await page.locator('[data-cell="3:1"]').hover();
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await refresh(page);
  await notice(page).hover();
  // The delay is long enough for a notice that does not wait to disappear.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(notice(page)).toBeVisible();
  expect(await nameAt(page, 0)).toBe(first);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
  await expect(notice(page)).toBeHidden();
  await expect(page.locator("[role=grid] :focus")).toHaveCount(1);
  await expect(page.getByRole("complementary")).toHaveCount(0);
});

/**
 * Selects a row, and checks the third row out. The selection freezes the order; the third row leaves the view.
 * @returns the third row's name.
 */
async function leaveBehindSelection(page: Page, service: SampleService): Promise<string> {
  const name = await nameAt(page, 2);
  await page.locator('[data-cell="4:-1"]').click();
  await page.mouse.move(5, 5);
  const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
  service.company.upsertItem({ id: item?.id ?? "", status: "checked_out", checkedOutToUserId: "u-1" });
  await refresh(page);
  return name;
}

test(
  "opening the export dialog applies pending rows even with a selection",
  { tag: "@whole" },
  async ({ page, service }) => {
    await chooseView(page, "Available");
    const name = await leaveBehindSelection(page, service);
    await expect(notice(page)).toBeVisible();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await expect(page.locator('[data-cell="2:0"]')).not.toHaveText(name);
  },
);

test("a selection freezes the order and keeps rows that no longer match the filters", async ({
  page,
  service,
}) => {
  await chooseView(page, "Available");
  await expect(page.getByTestId("result-count")).toContainText(" of 400 items");
  await rowsHere(page);
  const name = await leaveBehindSelection(page, service);
  await expect(notice(page)).toHaveText("1 row changed here, 1 fewer in all – apply (R)");
  const row = page.locator('[data-index="2"]');
  await expect(row).toContainText("Checked out");
  await expect(row.locator('[data-field="status"]').getByRole("img", { name: "changed" })).toBeVisible();
  await expectAccessible(page, "section[aria-label=Items]");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.locator('[data-cell="2:0"]')).not.toHaveText(name);
});

test("rows inserted above the visible area do not move the visible rows", async ({ page, service }) => {
  const grid = page.getByRole("grid");
  await grid.evaluate((element) => element.scrollTo({ top: 5_000 }));
  const cell = page.locator('[data-cell="155:0"]');
  await cell.focus();
  const name = await shownText(cell);
  const place = async (): Promise<number> =>
    (await cellsOf(page, "name").filter({ hasText: name }).boundingBox())?.y ?? 0;
  const before = await place();
  for (let n = 0; n < 120; n += 1)
    service.company.upsertItem({ id: `itm_new_${n}`, name: `!! ${n}`, status: "available" });
  await refresh(page);
  await expect(grid).toHaveAttribute("aria-rowcount", "521");
  await expect(page.locator('[data-cell="275:0"]')).toHaveText(name);
  await expect(page.locator('[data-cell="275:0"]')).toBeFocused();
  await expect.poll(place).toBeCloseTo(before, 0);
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(5_000 + 120 * 33);
});

test(
  "a changed cell stays marked until the user has seen the cell or clicks its row",
  { tag: "@whole" },
  async ({ page, service }) => {
    const change = async (row: number, weight: number): Promise<void> => {
      const name = await nameAt(page, row);
      const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
      service.company.upsertItem({ id: item?.id ?? "", weight });
      await refresh(page);
      await expect(page.locator(`[data-index="${row}"]`)).toContainText(String(weight));
    };
    const mark = (row: number) =>
      page.locator(`[data-index="${row}"] [data-field="weight"]`).getByRole("img", { name: "changed" });
    await change(2, 7.5);
    await expect(mark(2)).toBeVisible();
    await page.locator('[data-cell="2:1"]').click();
    await expect(mark(2)).toBeHidden();
    await page.keyboard.press("Escape");

    await change(3, 8.5);
    await expect(mark(3)).toBeVisible();
    const navigation = page.getByRole("navigation");
    await navigation.getByRole("link", { name: /^Locations/ }).click();
    await expect(page.getByRole("grid", { name: "Locations" })).toBeVisible();
    await navigation.getByRole("link", { name: /^Items/ }).click();
    await expect(mark(3)).toBeVisible();
    await page.waitForTimeout(2_000);
    await expect(mark(3)).toBeVisible();
    await expect(mark(3)).toBeHidden({ timeout: 8_000 });
  },
);

test("changing the row height keeps the first row visible", { tag: "@whole" }, async ({ page, host }) => {
  const grid = page.getByRole("grid");
  await grid.evaluate((element) => element.scrollTo({ top: 33 * 100 }));
  await expect(page.locator('[data-cell="100:0"]')).toBeInViewport();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("radiogroup", { name: "Row height" }).getByText("Compact").click();
  await page.keyboard.press("Escape");
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(26 * 100);
  await expect.poll(async () => (await page.locator('[data-index="100"]').boundingBox())?.height).toBe(26);
  const top = async (row: number) => (await page.locator(`[data-index="${row}"]`).boundingBox())?.y ?? 0;
  expect((await top(101)) - (await top(100))).toBe(26);
  await expect
    .poll(async () => {
      const saved = await callHost(host.url, "loadUiState", {
        connectionId: host.connectionId,
        name: "view.items",
      });
      return (JSON.parse(String(saved)) as { readonly density: unknown } | null)?.density;
    })
    .toBe("compact");
});
