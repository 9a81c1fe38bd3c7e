import type { BrowserContext, Page } from "@playwright/test";
import { expect, tableTest as test, test as serviceTest, watchPage } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { chooseView, command, connected, headerOf, openViews, viewSwitcher } from "./steps.ts";

/** The tab that opens during an action. */
async function opened(context: BrowserContext, work: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent("page");
  await work();
  return opening;
}

async function another(page: Page): Promise<Page> {
  const next = await opened(page.context(), () => command(page, "New window"));
  await expect(next.getByRole("gridcell").first()).toBeVisible();
  return next;
}

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search items" });
const numberIn = (page: Page): string | null => new URL(page.url()).searchParams.get("window");

const statusFilter = (page: Page) => page.getByRole("button", { name: /^Filter Status/ });

test("a new window starts with the same screen and then stays separate", async ({ page }) => {
  // The window is so wide that every column is rendered, even with the details open.
  const size = { width: 1_920, height: 900 };
  await page.setViewportSize(size);
  await chooseView(page, "Available");
  await searchBox(page).fill("film");
  await expect(headerOf(page, "Holder")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Holder", exact: true }).uncheck();
  await page.keyboard.press("Escape");
  // The new tab opens at once, and also has the state that is not saved yet.
  const second = await another(page);
  const problems = watchPage(second);
  await second.setViewportSize(size);
  await expect(viewSwitcher(second)).toHaveAccessibleName("View: Available, changed");
  await expect(searchBox(second)).toHaveValue("film");
  await expect(headerOf(second, "Holder")).toBeHidden();

  await searchBox(second).fill("");
  await headerOf(second, "Weight").click();
  await second.locator('[data-cell="2:0"]').click();
  await second.getByRole("button", { name: "Columns" }).click();
  await second.getByRole("checkbox", { name: "Holder", exact: true }).check();
  await second.keyboard.press("Escape");
  await statusFilter(page).click();
  for (const tab of [page, second]) await tab.reload();
  await expect(searchBox(page)).toHaveValue("film");
  await expect(statusFilter(page)).toHaveAttribute("aria-pressed", "false");
  await expect(headerOf(page, "Holder")).toBeHidden();
  await expect(headerOf(page, "Weight")).not.toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("complementary", { name: /^Details of / })).toHaveCount(0);
  await expect(searchBox(second)).toHaveValue("");
  await expect(statusFilter(second)).toHaveAttribute("aria-pressed", "true");
  await expect(headerOf(second, "Holder")).toBeVisible();
  await expect(headerOf(second, "Weight")).toHaveAttribute("aria-sort", "ascending");
  await expect(second.getByRole("complementary", { name: /^Details of / })).toBeVisible();

  // Named views are shared, and titles distinguish the two tabs.
  await (await openViews(second)).getByRole("button", { name: "Save as…" }).click();
  await second.getByRole("textbox", { name: "Name", exact: true }).fill("By weight");
  await second.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(second).toHaveTitle(/^By weight – .+ – Stockdeck$/);
  await expect(page).toHaveTitle(/^Available – .+ – Stockdeck$/);
  await openViews(page);
  await expect(page.getByRole("list", { name: "Your views" })).toContainText("By weight");
  await page.keyboard.press("Escape");
  expect(problems).toEqual([]);
  await second.close();
});

test("no URL contains the token; reloaded and new tabs still connect", async ({ page, hostUrl }) => {
  const token = new URL(hostUrl).searchParams.get("token") ?? "";
  expect(token).not.toBe("");
  const second = await another(page);
  const third = await page.context().newPage();
  await third.goto(new URL(page.url()).origin);
  await page.reload();
  for (const tab of [page, second, third]) {
    await tab.getByRole("link", { name: /^Items/ }).click();
    await expect(tab.getByRole("gridcell").first()).toBeVisible();
    expect(tab.url()).not.toContain(token);
    expect(await tab.locator(`[href*="${token}"]`).count()).toBe(0);
  }
});

test(
  "a copied tab gets its own window number and shows the same tables",
  { tag: "@whole" },
  async ({ page, sharedHost: { url, connectionId } }) => {
    await searchBox(page).fill("film");
    const saved = (name: string) => callHost(url, "loadUiState", { connectionId, name });
    await expect.poll(() => saved("view.items")).toContain("film");
    const copy = await page.context().newPage();
    await copy.goto(page.url());
    await expect(searchBox(copy)).toHaveValue("film");
    expect([numberIn(page), numberIn(copy)]).toEqual([null, expect.stringMatching(/^\d+$/)]);
    await searchBox(copy).fill("core");
    await expect.poll(() => saved(`window.${numberIn(copy)}.view.items`)).toContain("core");
    for (const tab of [page, copy]) await tab.reload();
    await expect(searchBox(page)).toHaveValue("film");
    await expect(searchBox(copy)).toHaveValue("core");
    await copy.close();
  },
);

test("the page reports that the browser blocks new tabs", { tag: "@whole" }, async ({ page }) => {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await command(page, "New window");
  await expect(page.getByText(/^The browser did not open a new tab\. Allow pop-ups/)).toBeVisible();
});

serviceTest(
  "exporting in one window does not change another window's form",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await connected(page, host, service);
    const second = await another(page);
    await second.locator('[data-cell="0:0"]').click();
    const dialogOf = (tab: Page) => tab.getByRole("dialog", { name: "Export" });
    await second.getByRole("button", { name: "Export this item" }).click();
    await expect(dialogOf(second)).toContainText("1 row");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await dialogOf(page)
      .getByRole("button", { name: /^Export [\d,]+ rows$/ })
      .click();
    await expect(dialogOf(page).getByTestId("export-end")).toHaveText(/^Exported [\d,]+ rows\.$/);
    await expect(dialogOf(second).getByRole("button", { name: "Export 1 row" })).toBeVisible();
    // The reverse also holds: an export's outcome stays on screen if another window exports.
    await dialogOf(second).getByRole("button", { name: "Export 1 row" }).click();
    await expect(dialogOf(second).getByTestId("export-end")).toHaveText("Exported 1 row.");
    await expect(dialogOf(page).getByTestId("export-end")).toHaveText(/^Exported [\d,]+ rows\.$/);
  },
);
