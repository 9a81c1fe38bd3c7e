import type { Locator, Page } from "@playwright/test";
import { callHost } from "../host-client.ts";
import { expect, test } from "../fixtures.ts";
import { addFilter, cellsOf, chooseView, connected, headerOf, shownRows, shownText } from "./steps.ts";

// A service that stands still: what is counted once is counted again.
test.use({ items: 5_000 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const panel = (page: Page): Locator => page.getByRole("complementary", { name: /^Details of / });
const title = (page: Page): Locator => panel(page).getByRole("heading", { level: 2 });
const nameIn = async (page: Page, row: number): Promise<string> =>
  await shownText(page.locator(`[data-cell="${row}:0"]`));

test("previous and next go through the table's own order, by arrows and by buttons", async ({ page }) => {
  await headerOf(page, "Weight").click();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => nameIn(page, 2)).not.toBe("");
  const names = [await nameIn(page, 0), await nameIn(page, 1), await nameIn(page, 2)];
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toBeFocused();
  await expect(panel(page)).toContainText(/1 of 5,\d+/);
  await expect(panel(page).getByRole("button", { name: "Previous record" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("ArrowDown");
  await expect(title(page)).toHaveText(names[1] ?? "");
  await expect(panel(page)).toContainText(/2 of 5,\d+/);
  await panel(page).getByRole("button", { name: "Next record" }).click();
  await expect(title(page)).toHaveText(names[2] ?? "");
  await expect(panel(page)).toContainText(/3 of 5,\d+/);
  await page.keyboard.press("ArrowUp");
  await expect(title(page)).toHaveText(names[1] ?? "");
  // The arrows belong to what scrolls while the focus is there.
  await panel(page).getByRole("button", { name: "Raw JSON" }).click();
  await panel(page).getByLabel("Raw JSON").press("ArrowDown");
  await expect(title(page)).toHaveText(names[1] ?? "");
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-cell="1:0"]')).toBeFocused();
  // Leafing was one look: back is before the record was opened.
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(panel(page)).toHaveCount(1);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(panel(page)).toHaveCount(0);
});

test("leafing on beyond the rows in sight scrolls the table along", async ({ page }) => {
  await page.locator('[data-cell="3:0"]').click();
  await expect(panel(page)).toContainText(/4 of 5,\d+/);
  for (let place = 5; place <= 40; place += 1) {
    await title(page).press("ArrowDown");
    await expect(panel(page)).toContainText(new RegExp(`${place} of 5,\\d+`));
  }
  const name = await shownText(title(page));
  await expect(page.locator('[data-cell="39:0"]')).toBeInViewport();
  await expect(page.locator('[data-cell="39:0"]')).toHaveText(name);
});

test("from an item to those of the same type, location and holder; back brings the filters back", async ({
  page,
}) => {
  // Wide enough for the holder's column beside the panel: columns out of sight have no cells.
  await page.setViewportSize({ width: 1_920, height: 900 });
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Checked out/ }).check();
  await editor.getByRole("button", { name: "Done" }).click();
  const before = await shownRows(page);
  await page.locator('[data-cell="0:0"]').click();
  const name = await shownText(title(page));
  const related = panel(page).getByRole("list", { name: "Related items" });
  await expect(related.getByRole("button")).toHaveText([/^Same type/, /^Same location/, /^Same holder/]);
  for (const [link, field] of [
    ["Same type", "materialTypeId"],
    ["Same location", "locationId"],
    ["Same holder", "checkedOutToUserId"],
  ] as const) {
    const button = related.getByRole("button", { name: new RegExp(`^${link} [\\d,]+$`) });
    const count = Number(((await button.textContent()) ?? "").replaceAll(/\D/g, ""));
    await button.click();
    await expect.poll(() => shownRows(page)).toBe(count);
    const texts = new Set(await cellsOf(page, field).allTextContents());
    expect(texts.size).toBe(1);
    await expect(title(page)).toHaveText(name);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect.poll(() => shownRows(page)).toBe(before);
  }
});

test("the page of a location: fields, totals by status, lengths, items, and the ways there", async ({
  page,
  host,
}) => {
  await page.locator('[data-cell="0:0"]').click();
  const location = panel(page).locator("dd[data-kind=reference]").first().getByRole("link");
  const name = await shownText(location);
  await location.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const statuses = page.getByRole("region", { name: "Items by status" });
  const total = Number(
    ((await statuses.getByRole("button", { name: /^All items/ }).textContent()) ?? "").replaceAll(/\D/g, ""),
  );
  const parts = await statuses
    .getByRole("button", { name: /^(Available|Checked out|Archived|No status)/ })
    .allTextContents();
  expect(parts.map((text) => Number(text.replaceAll(/\D/g, ""))).reduce((sum, count) => sum + count, 0)).toBe(
    total,
  );
  const lengths = page.getByRole("region", { name: "Remaining length" });
  await expect(lengths.getByRole("img", { name: /^Remaining length of items: most, / })).toBeVisible();
  await lengths.getByText("As a table").click();
  const counted = await lengths.getByRole("row").locator("td").allTextContents();
  const without = (await lengths.getByText(/without a remaining length/).textContent()) ?? "";
  const empty = Number.parseInt(without, 10);
  expect(counted.map((text) => Number(text.replaceAll(",", ""))).reduce((sum, n) => sum + n, 0) + empty).toBe(
    total,
  );
  await expect(page.getByRole("region", { name: "Items", exact: true }).getByRole("row")).toHaveCount(
    Math.min(total, 100) + 1,
  );

  await statuses.getByRole("button", { name: /^Archived/ }).click();
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
  await expect(page.getByRole("group", { name: `Location is ${name}` })).toBeVisible();
  expect(await shownRows(page)).toBe(
    Number((parts.find((text) => text.startsWith("Archived")) ?? "").replaceAll(/\D/g, "")),
  );
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("link", { name: "Details, history and raw record" }).click();
  await expect(title(page)).toHaveText(name);
  await page.getByRole("link", { name: /page of this location$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  // Another profile has no such page, whatever its ids are called.
  await page.goto(`${host.url}#/types/typ_none?profile=${host.profileId}`);
  await expect(page.getByText("The local copy has no such material type.")).toBeVisible();
  const { rows } = await callHost(host.url, "queryWindow", {
    profileId: host.profileId,
    resource: "locations",
    query: { version: 1 },
    offset: 0,
    limit: 1,
  });
  await page.goto(`${host.url}#/locations/${String(rows[0]?.["id"])}?profile=other`);
  await expect(page.getByText("The local copy has no such location.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Items by status" })).toHaveCount(0);
});

test("a window as small as 200 % of a usual one still shows every field of a record", async ({
  page,
  service,
}) => {
  const [first] = service.company.items.all();
  service.company.upsertItem({
    id: String(first?.id),
    name: `!! ${"a very long name of an item ".repeat(25)}`,
  });
  await page.setViewportSize({ width: 900, height: 600 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.locator('[data-cell="0:0"]')).toContainText("!! a very long name");
  await page.locator('[data-cell="0:0"]').click();
  await expect(panel(page).getByText("Name", { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 640, height: 400 });
  const last = panel(page).getByRole("button", { name: "Raw JSON" });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  const id = await panel(page).getByText(String(first?.id), { exact: true }).first().boundingBox();
  expect(id?.width ?? 0).toBeGreaterThan(id?.height ?? 0);
});

test("details beside the table at 1,280 pixels drop no row: the toolbar gives way before it wraps", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await chooseView(page, "Checked out (longest first)");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 5,000 items$/);
  const first = page.locator('[data-cell="0:0"]');
  const before = await first.boundingBox();
  await first.click();
  await expect(title(page)).not.toHaveText("");
  expect((await first.boundingBox())?.y).toBe(before?.y);
  const toolbar = page.getByRole("main").getByRole("searchbox").locator("xpath=ancestor::div[button][1]");
  expect(await toolbar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // The words are there for screen readers, and by the pointer.
  const button = page.getByRole("button", { name: "Add filter" });
  await expect(button).toHaveAttribute("title", "Add filter");
  expect((await button.boundingBox())?.width).toBeLessThan(50);
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect((await button.boundingBox())?.width).toBeGreaterThan(90);
});
