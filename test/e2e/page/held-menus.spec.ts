import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { connected, headerOf, shownText } from "./steps.ts";

// No pointer comes near the rows here: nothing but what is open holds them.
test.use({ items: 400 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const notice = (page: Page) => page.getByRole("button", { name: /^\d+ rows? changed.* – apply \(R\)$/ });
const menuOfStatus = (page: Page) => page.getByRole("menu", { name: "Column Status" });

async function openColumnMenu(page: Page): Promise<void> {
  await page.locator('[data-cell="0:1"]').focus();
  await page.keyboard.press("ArrowUp");
  await expect(headerOf(page, "Status")).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(menuOfStatus(page)).toBeVisible();
}

const OPENINGS = [
  {
    what: "a cell's menu",
    open: async (page: Page): Promise<void> => {
      await page.locator('[data-cell="2:1"]').focus();
      await page.keyboard.press("F2");
      await expect(page.getByRole("menu", { name: /^Cell Status/ })).toBeVisible();
    },
  },
  { what: "a header's menu", open: openColumnMenu },
  {
    what: "the editor of a column's filter",
    open: async (page: Page): Promise<void> => {
      await openColumnMenu(page);
      const entry = menuOfStatus(page).getByRole("menuitem", { name: "Filter…" });
      await entry.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("form", { name: "Filter by Status" })).toBeVisible();
      await expect(menuOfStatus(page)).toBeHidden();
    },
  },
] as const;

for (const { what, open } of OPENINGS) {
  test(`rows wait while ${what} is open, and come when it closes`, async ({ page, host, service }) => {
    const first = await shownText(page.locator('[data-cell="0:0"]'));
    const second = await shownText(page.locator('[data-cell="1:0"]'));
    const item = [...service.company.items.all()].find(({ name }) => name === second);
    await open(page);
    service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
    service.company.upsertItem({ id: String(item?.id), weight: 123_456.5 });
    await callHost(host.url, "syncNow", { full: false });
    await expect(notice(page)).toHaveText("1 row changed here, 1 more in all – apply (R)");
    await expect(page.locator('[data-index="1"]')).toContainText("123,456.5");
    await expect(page.locator('[data-cell="0:0"]')).toHaveText(first);
    await expect(page.getByTestId("result-count")).toHaveText("400 items");
    await page.keyboard.press("Escape");
    await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
    await expect(page.locator('[data-cell="1:0"]')).toHaveText(first);
    await expect(page.getByTestId("result-count")).toHaveText("401 items");
    await expect(notice(page)).toBeHidden();
  });
}

test("R takes the rows while a cell's menu is open", async ({ page, host, service }) => {
  await OPENINGS[0].open(page);
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await callHost(host.url, "syncNow", { full: false });
  await expect(notice(page)).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
  await expect(notice(page)).toBeHidden();
});

test("an R that is typed into a filter's editor is a letter of its text", async ({ page, host, service }) => {
  await headerOf(page, "Name").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByRole("menuitem", { name: "Filter…" }).focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("form", { name: "Filter by Name" }).getByLabel("Name: text");
  await expect(text).toBeFocused();
  const first = await shownText(page.locator('[data-cell="0:0"]'));
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await callHost(host.url, "syncNow", { full: false });
  await expect(notice(page)).toBeVisible();
  // A comparison that says nothing yet leaves the rows as they are.
  await page.keyboard.press("Shift+R");
  await expect(text).toHaveValue("R");
  await text.fill("");
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
  expect(first).not.toBe("!! first of all");
});
