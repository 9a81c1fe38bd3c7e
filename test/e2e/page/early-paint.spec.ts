import type { Page } from "@playwright/test";
import { connectedTest as test, expect, type BrowserHost } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { addFilter, cellsOf, chooseView, headerOf, rowsHere } from "./steps.ts";
import { typeText } from "../typing.ts";

test.use({ items: 1_000 });
test.beforeEach(async ({ page }) => {
  await rowsHere(page);
});

/** The rows that the page paints early. */
const PAINTED = "[data-early-paint]";

/** Ms within which a page with early paint paints. */
const PAINTED_WITHIN_MS = 1_500;

/** Waits until the page has saved its layout snapshot. @param part a text that only the latest snapshot contains. */
async function snapshotSaved({ url, connectionId }: BrowserHost, part = ""): Promise<void> {
  const saved = () => callHost(url, "loadUiState", { connectionId, name: "look.items" });
  await expect.poll(saved).toContain(part);
}

/**
 * Opens the page again. The script that draws it is delayed until `release` is called.
 * @param part a text that only the latest layout snapshot contains.
 */
async function reopen(page: Page, host: BrowserHost, part = ""): Promise<{ readonly release: () => void }> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await snapshotSaved(host, part);
  await page.route(/\/start-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  return { release };
}

/** The visible texts of the table's rows and headers, with their places. */
async function textsIn(page: Page, table: string): Promise<readonly string[]> {
  return page.locator(table).evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, top, width } = range.getBoundingClientRect();
      const seen = top < innerHeight - 40 && left < innerWidth && width > 0;
      if (seen) texts.push(`${node.textContent} at ${left.toFixed(1)}, ${top.toFixed(1)}`);
    }
    return texts.sort();
  });
}

/** The fewest rows that must be completely visible. */
const WHOLE = 20;

test("the early paint shows the rows exactly at their final positions", async ({ page, host }) => {
  const { release } = await reopen(page, host);
  await expect(page.locator(PAINTED)).toContainText("#0");
  const first = await textsIn(page, `${PAINTED} > div:last-child`);
  // The early rows are only a picture: no screen reader finds them, and no element in them gets the focus.
  await expect(page.getByRole("row")).toHaveCount(0);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

  release();
  await rowsHere(page);
  await expect(page.locator(PAINTED)).toHaveCount(0);
  const live = await textsIn(page, '[role="grid"]');
  expect(first.length).toBeGreaterThan(WHOLE * 6);
  expect(live).toEqual(first);
});

test("the page uses the rows of the early request and does not request the rows again", async ({
  page,
  host,
}) => {
  const calls: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) =>
      calls.push((JSON.parse(String(payload)) as { call: string }).call),
    ),
  );
  const { release } = await reopen(page, host);
  await expect(page.locator(PAINTED)).toContainText("#0");
  release();
  await rowsHere(page);
  await expect.poll(() => calls).toContain("queryUnseen");
  expect(calls.filter((call) => call === "queryPage")).toHaveLength(1);
});

test(
  "the early paint shows filtered and sorted rows with their labels",
  { tag: "@whole" },
  async ({ page, host }) => {
    await page.keyboard.press("ControlOrMeta+f");
    await typeText(page, "film");
    const editor = await addFilter(page, "Status");
    await editor.getByRole("checkbox", { name: /^Archived/ }).check();
    await page.keyboard.press("Escape");
    await headerOf(page, "Remaining length").click();
    await expect(headerOf(page, "Remaining length")).toHaveAttribute("aria-sort", "ascending");
    await rowsHere(page);
    const shown = await page.locator('[data-cell="0:0"]').textContent();
    const { release } = await reopen(page, host, String.raw`\"field\":\"remainingLength\",\"direction\"`);
    const layer = page.locator(PAINTED);
    await expect(layer).toContainText("Status is Archived");
    await expect(layer.getByText("film", { exact: true }).first()).toBeVisible();
    await expect(layer.locator('[data-field="name"]').first()).toHaveText(shown ?? "");
    await expect(layer.locator('[data-field="status"]').first()).toHaveText("Archived");
    release();
    await rowsHere(page);
    await expect(page.locator(PAINTED)).toHaveCount(0);
    await expect(page.locator('[data-cell="0:0"]')).toHaveText(shown ?? "");
  },
);

test("the app paints no table early after a layout change", { tag: "@whole" }, async ({ page, host }) => {
  await snapshotSaved(host);
  // A new state was saved, so the snapshot belongs to the previous state.
  const value = JSON.stringify({
    version: 2,
    viewId: "archived",
    search: "",
    chips: [],
    sort: [{ field: "name", direction: "desc" }],
    columns: { order: [], visibility: {}, widths: {}, pins: {} },
  });
  const { connectionId } = host;
  await page.goto("about:blank");
  await callHost(host.url, "saveUiState", { connectionId, name: "view.items", value });
  await page.route(/\/start-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, PAINTED_WITHIN_MS));
    await route.continue();
  });
  const drawn = page.waitForSelector(PAINTED, { state: "attached", timeout: PAINTED_WITHIN_MS }).then(
    () => true,
    () => false,
  );
  await page.goto(host.itemsUrl, { waitUntil: "commit" });
  expect(await drawn).toBe(false);
  await rowsHere(page);
  await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");
});

test("the app ignores an unreadable layout snapshot", { tag: "@whole" }, async ({ page, host }) => {
  await snapshotSaved(host);
  await page.goto("about:blank");
  await callHost(host.url, "saveUiState", {
    connectionId: host.connectionId,
    name: "look.items",
    value: `{"version":1,"state":null,"windowWidth":${page.viewportSize()?.width ?? 0},"query":{}}`,
  });
  await page.goto(host.itemsUrl);
  await rowsHere(page);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
});

test("the page shows changes that arrived before the page rendered", async ({ page, host, service }) => {
  const { release } = await reopen(page, host);
  const first = page.locator(`${PAINTED} [data-field="name"]`).first();
  await expect(first).not.toHaveText("");
  service.company.upsertItem({ id: "itm_new", name: "A name before all others", status: "available" });
  await callHost(host.url, "syncNow", { full: false });
  await expect.poll(async () => (await callHost(host.url, "getStatus")).totals.items).toBe(1_001);
  release();
  await expect(page.locator('[data-cell="0:0"]')).toContainText("A name before all others");
  await expect(page.locator(PAINTED)).toHaveCount(0);
});

test(
  "the app does not paint early if details are open or rows are grouped",
  { tag: "@whole" },
  async ({ page, host }) => {
    // While details are open, no layout is saved.
    await snapshotSaved(host);
    await page.locator('[data-cell="2:0"]').click();
    await expect(page.getByRole("complementary")).toBeVisible();
    const { release } = await reopen(page, host);
    await page.waitForTimeout(PAINTED_WITHIN_MS);
    await expect(page.locator(PAINTED)).toHaveCount(0);
    release();
    await expect(page.getByRole("complementary")).toBeVisible();
  },
);

test("the early paint of each view uses that view's layout", { tag: "@whole" }, async ({ page, host }) => {
  await chooseView(page, "Archived");
  await rowsHere(page);
  const { release } = await reopen(page, host, String.raw`\"viewId\":\"archived\"`);
  await expect(page.locator(PAINTED)).toContainText("Status is Archived");
  release();
  await rowsHere(page);
  await expect(cellsOf(page, "status").first()).toHaveText("Archived");
});
