import { expect, test } from "../fixtures.ts";
import { addFilter, cellsOf, connected, refresh, shownText, statusBar } from "./steps.ts";

test.use({ items: 400 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test("a change in the company reaches its row; place and focus stay", async ({ page, service }) => {
  const grid = page.getByRole("grid");
  await grid.evaluate((element) => element.scrollTo({ top: 5_000 }));
  const cell = page.locator('[data-cell="155:0"]');
  await cell.focus();
  const name = await shownText(cell);
  const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
  service.company.upsertItem({ id: item?.id ?? "", weight: 123_456.5 });
  await refresh(page);
  const row = page.getByRole("row").filter({ has: page.locator("[role=gridcell]:focus") });
  await expect(row).toContainText("123,456.5");
  await expect(page.locator("[role=gridcell]:focus")).toHaveText(name);
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(5_000);
});

test("a new record appears, and the counts follow", async ({ page, service }) => {
  service.company.upsertItem({ id: "itm_new", name: "Quite new", status: "available" });
  await refresh(page);
  await expect(page.getByTestId("result-count")).toHaveText("401 items");
  await expect(statusBar(page)).toContainText("401 items");
});

test("details bring the service's present word into the table", async ({ page, service }) => {
  const name = await shownText(page.locator('[data-cell="2:0"]'));
  const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
  service.company.upsertItem({ id: item?.id ?? "", weight: 123_456.5 });
  await page.locator('[data-cell="2:0"]').click();
  await expect(page.getByRole("complementary").locator("dd").getByText("123,456.5")).toBeVisible();
  await expect(page.getByRole("row", { name }).getByText("123,456.5")).toBeVisible();
  service.company.upsertItem({ id: item?.id ?? "", weight: 7.25 });
  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByRole("row", { name }).getByText("7.25")).toBeVisible();
});

test("a record that the service no longer has is said so, and nothing is deleted", async ({
  page,
  service,
}) => {
  const name = await shownText(page.locator('[data-cell="2:0"]'));
  const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
  expect(service.company.removeItem(item?.id ?? "")).toBe(true);
  await page.locator('[data-cell="2:0"]').click();
  const panel = page.getByRole("complementary", { name: `Details of item ${name}` });
  await expect(panel).toContainText("The service no longer has this item.");
  await expect(panel).toContainText("nothing was deleted here");
  await expect(panel.locator("dt")).toHaveCount(16);
  const since = panel.locator("dt", { hasText: "No longer returned since" }).locator("~ dd").locator("time");
  expect(Date.now() - Date.parse((await since.getAttribute("datetime")) ?? "")).toBeLessThan(60_000);
  // Kept, and hidden from now on, until somebody asks for what is no longer returned.
  // The pointer is where it was clicked, and what it points at stays until one lets it go.
  const notice = page.getByRole("button", {
    name: /^1 row changed here, 1 (fewer|more) in all – apply \(R\)$/,
  });
  await expect(notice).toBeVisible();
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
  await page.keyboard.press("r");
  await expect(page.getByTestId("result-count")).toHaveText("399 items");
  await expect(page.getByRole("row").filter({ hasText: item?.name ?? "" })).toHaveCount(0);
  const editor = await addFilter(page, "No longer returned since");
  await editor.getByLabel("No longer returned since: comparison").click();
  await page.getByRole("option", { name: "is not empty" }).click();
  await expect(cellsOf(page, "name")).toHaveText([name]);
  await page.keyboard.press("Escape");

  // The service returns it again, and it is back at once.
  service.company.upsertItem({ id: item?.id ?? "", name });
  await refresh(page);
  // The pointer is still where the option was, over nothing that it has gone to: it holds no row.
  await expect(cellsOf(page, "name")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
});
