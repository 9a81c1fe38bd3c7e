import type { ElectronApplication, Page } from "@playwright/test";
import { expect, test } from "./launch.ts";
import { allShown, explore, menu, numberOf, quit, switcher } from "./window-steps.ts";

test.setTimeout(120_000);

const count = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** The window that opens while something is done, with its one record's name. */
async function opened(app: ElectronApplication, work: () => Promise<void>): Promise<Page> {
  const opening = app.waitForEvent("window");
  await work();
  const page = await opening;
  await expect(page.getByText(/Verified at/)).toBeVisible();
  await allShown(app);
  return page;
}

const nameIn = async (page: Page): Promise<string> =>
  (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";

test("each record has one window, whose links lead back, and which reopens after a restart", async ({
  launch,
}) => {
  const first = await launch();
  const { app, page: tables } = first;
  await explore(first);
  await tables.locator('[data-cell="0:0"]').click();
  const panel = tables.getByRole("complementary", { name: /^Details of / });
  const own = panel.getByRole("button", { name: "Open in its own window" });
  const record = await opened(app, () => own.click());
  const name = await nameIn(record);
  expect(name).toBe(await panel.getByRole("heading", { level: 2 }).textContent());
  await expect(record).toHaveTitle(`${name} – Sample company – Stockdeck`);
  await expect(record.getByRole("navigation")).toHaveCount(0);

  // The same record is brought to the front, whichever way it is asked for.
  await (await app.browserWindow(tables)).evaluate((window) => window.focus());
  await own.click();
  await expect
    .poll(async () => (await app.browserWindow(record)).evaluate((window) => window.isFocused()))
    .toBe(true);
  // The sample company lives: another row may be the first by now.
  const cells = tables.locator('[data-cell$=":0"]');
  await cells.filter({ hasText: name }).first().press("Control+Enter");
  const second = await opened(app, () => cells.filter({ hasNotText: name }).nth(1).press("Control+Enter"));
  expect(await nameIn(second)).not.toBe(name);
  expect(await count(app)).toBe(3);

  // What it cannot do itself, the window does that it came from, and no other.
  const opening = app.waitForEvent("window");
  await menu(app, tables, "New window");
  const other = await opening;
  await expect(switcher(other)).toBeVisible();
  await allShown(app);
  await record.getByRole("button", { name: /^Same location/ }).click();
  await expect(tables.getByRole("group", { name: /^Location is / })).toBeVisible();
  await record.locator("dd[data-kind=reference]").first().getByRole("link").click();
  await expect(tables.getByRole("region", { name: "Items by status" })).toBeVisible();
  await menu(app, record, "Keyboard shortcuts");
  await expect(tables.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(switcher(other)).toHaveAccessibleName("View: All");
  await expect(other.getByRole("dialog")).toHaveCount(0);
  expect(await nameIn(record)).toBe(name);
  expect(await count(app)).toBe(4);

  // It is gone before the key is up.
  await second.keyboard.press("Escape").catch(() => {});
  await expect.poll(() => count(app)).toBe(3);
  const bounds = { x: 300, y: 80, width: 500, height: 520 };
  await (await app.browserWindow(record)).evaluate((window, place) => window.setBounds(place), bounds);
  const number = numberOf(record);
  await quit(first);

  const restarted = await launch();
  await expect.poll(() => restarted.app.windows().length).toBe(3);
  const again = restarted.app.windows().find((page) => numberOf(page) === number) as Page;
  await expect(again.getByRole("heading", { level: 1 })).toHaveText(name);
  expect(await (await restarted.app.browserWindow(again)).evaluate((window) => window.getBounds())).toEqual(
    bounds,
  );
  await expect(again.getByText(/Verified at/)).toBeVisible({ timeout: 30_000 });
  // It still knows where it came from.
  await again.getByRole("button", { name: /^Same location/ }).click();
  const back = restarted.app.windows().find((page) => numberOf(page) === "") as Page;
  await expect(back.getByRole("group", { name: /^Location is / })).toBeVisible();
});

test("a record's window steps to the next record and belongs to it, also after a restart", async ({
  launch,
}) => {
  const first = await launch();
  const { app, page: tables } = first;
  await explore(first);
  await tables.getByRole("searchbox", { name: "Search items" }).fill("film");
  await expect(tables.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  await tables.locator('[data-cell="0:0"]').focus();
  const record = await opened(app, () => tables.keyboard.press("Control+Enter"));
  // The sample company lives: a record's place may be another one by now.
  const place = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+$/);
  const next = (page: Page) => page.getByRole("button", { name: "Next record" });
  await expect(place(record)).toBeVisible();
  const former = await nameIn(record);
  await next(record).click();
  await expect(record.getByRole("heading", { level: 1 })).not.toHaveText(/^…$/);
  await expect(record.getByRole("heading", { level: 1 })).not.toHaveText(former);
  const name = await nameIn(record);
  const total = ((await place(record).textContent()) ?? "").replace(/^.* of /, "");
  await expect(record).toHaveTitle(`${name} – Sample company – Stockdeck`);
  const title = await (await app.browserWindow(record)).evaluate((window) => window.getTitle());
  expect(title).toBe(`${name} – Sample company – Stockdeck`);

  // Of the table that window is the one of the record that it shows; the former's is another.
  await (await app.browserWindow(tables)).evaluate((window) => window.focus());
  const cells = tables.locator('[data-cell$=":0"]');
  await cells.filter({ hasText: name }).first().press("Control+Enter");
  await expect
    .poll(async () => (await app.browserWindow(record)).evaluate((window) => window.isFocused()))
    .toBe(true);
  expect(await count(app)).toBe(2);
  const second = await opened(app, () => cells.filter({ hasText: former }).first().press("Control+Enter"));
  expect(await nameIn(second)).toBe(former);
  await second.keyboard.press("Escape").catch(() => {});
  await expect.poll(() => count(app)).toBe(2);

  const number = numberOf(record);
  await quit(first);
  const restarted = await launch();
  await expect.poll(() => restarted.app.windows().length).toBe(2);
  const again = restarted.app.windows().find((page) => numberOf(page) === number) as Page;
  await expect(again.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(place(again)).toHaveText(new RegExp(` of ${total}$`));
  await next(again).click();
  await expect(again.getByRole("heading", { level: 1 })).not.toHaveText(name);
});

test("a record's window outlives its table and can reopen it; connections are not mixed", async ({
  launch,
  sample,
}) => {
  const launched = await launch();
  const { app, page: tables } = launched;
  await explore(launched);
  await tables.getByRole("searchbox", { name: "Search items" }).fill("film");
  await tables.locator('[data-cell="0:0"]').focus();
  const record = await opened(app, () => tables.keyboard.press("Control+Enter"));
  const name = await nameIn(record);
  await tables.evaluate(
    async (input) => {
      const { stockdeck } = globalThis as unknown as {
        stockdeck: { connect(input: unknown): Promise<unknown> };
      };
      await stockdeck.connect(input);
    },
    { baseUrl: sample.url, key: sample.key },
  );
  await expect(record.getByText("This record belongs to “Sample company”, which is not open.")).toBeVisible();
  await expect(record).not.toHaveTitle(new RegExp(name));
  await tables.evaluate(async () => {
    const { stockdeck } = globalThis as unknown as {
      stockdeck: { switchProfile(input: unknown): Promise<unknown> };
    };
    await stockdeck.switchProfile({ profileId: "sample" });
  });
  await expect(record.getByRole("heading", { level: 1 })).toHaveText(name);

  await (await app.browserWindow(tables)).evaluate((window) => window.close());
  await expect.poll(() => count(app)).toBe(1);
  const opening = app.waitForEvent("window");
  await record.locator("dd[data-kind=reference]").first().getByRole("link").click();
  const back = await opening;
  await expect(back.getByRole("region", { name: "Items by status" })).toBeVisible();
  await back.getByRole("link", { name: "Items" }).click();
  await expect(back.getByRole("searchbox", { name: "Search items" })).toHaveValue("film");
  expect(await count(app)).toBe(2);
});
