import { once } from "node:events";
import type { ElectronApplication, Page } from "@playwright/test";
import { viewLink } from "../../../shared/features/views/view-share.ts";
import { expect, test } from "./launch.ts";
import { allShown, chooseView, explore, menu, numberOf, quit, switcher } from "./window-steps.ts";

test.setTimeout(120_000);

/** Opens another window from one, by the menu. */
async function another(app: ElectronApplication, from: Page): Promise<Page> {
  const opening = app.waitForEvent("window");
  await menu(app, from, "New window");
  const page = await opening;
  await expect(switcher(page)).toBeVisible();
  await allShown(app);
  return page;
}

const remembered = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    const { stockdeck } = globalThis as unknown as {
      stockdeck: { loadUiState(input: unknown): Promise<{ value: string | null }> };
    };
    return (await stockdeck.loadUiState({ connectionId: "sample", name: wanted })).value;
  }, name);

test("three windows reopen after a restart with their views and positions", async ({ launch }) => {
  const first = await launch();
  const { app, page: one } = first;
  await explore(first);
  await chooseView(one, /^Available/);
  await one.getByRole("searchbox", { name: "Search items" }).fill("film");
  const two = await another(app, one);
  // The new window begins with the state of the window that opened it, and then changes independently.
  await expect(switcher(two)).toHaveAccessibleName("View: Available, changed");
  await expect(two.getByRole("searchbox", { name: "Search items" })).toHaveValue("film");
  await chooseView(two, /^Archived/);
  const three = await another(app, two);
  await three.getByRole("link", { name: "Locations" }).click();
  await expect(three.getByRole("searchbox", { name: "Search locations" })).toBeVisible();
  await expect(switcher(one)).toHaveAccessibleName("View: Available, changed");
  await expect(one).toHaveTitle(/^Available – /);
  await expect(two).toHaveTitle(/^Archived – /);
  await expect(three).toHaveTitle(/^Locations – /);

  const places = { "": [30, 40], "?window=2": [120, 90], "?window=3": [200, 60] } as const;
  for (const page of [one, two, three]) {
    const [x, y] = places[numberOf(page) as keyof typeof places];
    const window = await app.browserWindow(page);
    await window.evaluate((target, bounds) => target.setBounds(bounds), { x, y, width: 900, height: 600 });
  }
  await quit(first);

  const second = await launch();
  await expect.poll(() => second.app.windows().length).toBe(3);
  const [again1, again2, again3] = ["", "?window=2", "?window=3"].map(
    (query) => second.app.windows().find((page) => numberOf(page) === query) as Page,
  ) as [Page, Page, Page];
  await expect(switcher(again1)).toHaveAccessibleName("View: Available, changed");
  await expect(again1.getByRole("searchbox", { name: "Search items" })).toHaveValue("film");
  await expect(switcher(again2)).toHaveAccessibleName("View: Archived");
  await expect(again2.getByRole("group", { name: "Status is Archived" })).toBeVisible();
  await expect(again3.getByRole("searchbox", { name: "Search locations" })).toBeVisible();
  for (const page of [again1, again2, again3]) {
    const [x, y] = places[numberOf(page) as keyof typeof places];
    const window = await second.app.browserWindow(page);
    expect(await window.evaluate((target) => target.getBounds())).toEqual({ x, y, width: 900, height: 600 });
  }
});

test(
  "menu commands and links reach one window, every window is sandboxed, and each system dialog belongs to the asking window",
  { tag: "@whole" },
  async ({ launch }) => {
    const launched = await launch();
    const { app, page: one } = launched;
    await explore(launched);
    const two = await another(app, one);
    await test.step("a menu command reaches the focused window", async () => {
      await menu(app, one, "Settings");
      await expect(one.getByRole("heading", { name: "Settings" })).toBeVisible();
      await expect(two.getByRole("searchbox", { name: "Search items" })).toBeVisible();
      await menu(app, two, "Keyboard shortcuts");
      await expect(two.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      await expect(one.getByRole("dialog")).toHaveCount(0);
      await two.keyboard.press("Escape");
    });

    await test.step("a link opens in the window that had the focus last", async () => {
      const link = viewLink({
        resource: "items",
        name: "Films",
        definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
      });
      await (await app.browserWindow(two)).evaluate((window) => window.focus());
      await app.evaluate(({ app: electron }, text) => {
        electron.emit("second-instance", {}, ["stockdeck", text], "", {});
      }, link ?? "");
      await expect(two.getByRole("dialog", { name: "Import a view" })).toBeVisible();
      await expect(one.getByRole("dialog", { name: "Import a view" })).toHaveCount(0);
      await two.keyboard.press("Escape");
    });

    await test.step("every window is sandboxed", async () => {
      const preferences = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => {
          const contents = window.webContents as unknown as {
            getLastWebPreferences(): Record<string, unknown>;
          };
          const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
          return [sandbox, contextIsolation, nodeIntegration];
        }),
      );
      expect(preferences).toEqual([
        [true, true, false],
        [true, true, false],
      ]);
    });

    await test.step("a system dialog belongs to the window whose page asked for it", async () => {
      // Another window has the focus at that time.
      await app.evaluate(({ dialog }) => {
        dialog.showSaveDialog = async (...args: unknown[]) => {
          process.env["ASKED_BY_TEST"] = (args[0] as Electron.BrowserWindow).webContents.getURL();
          return { canceled: true, filePath: "" };
        };
      });
      await (await app.browserWindow(two)).evaluate((window) => window.focus());
      await one.evaluate(async () => {
        const { stockdeck } = globalThis as unknown as {
          stockdeck: { saveDiagnostics(input?: unknown): Promise<unknown> };
        };
        await stockdeck.saveDiagnostics();
      });
      expect(await app.evaluate(() => process.env["ASKED_BY_TEST"])).toBe(one.url());
    });
  },
);

test("closing the last window ends the app", { tag: "@whole" }, async ({ launch }) => {
  const launched = await launch();
  const { app, page: one } = launched;
  await explore(launched);
  await chooseView(one, /^Available/);
  const two = await another(app, one);
  await chooseView(two, /^Archived/);
  const three = await another(app, one);
  await chooseView(three, /^Low remaining/);
  await expect.poll(() => remembered(one, "window.3.view.items")).toContain("low_remaining");
  await (await app.browserWindow(three)).evaluate((window) => window.close());
  await expect.poll(() => app.windows().length).toBe(2);
  await expect.poll(() => remembered(one, "window.3.view.items")).toBeNull();
  expect(await remembered(one, "window.2.view.items")).toContain("archived");
  // The first window's numbers are also free for a new window.
  await (await app.browserWindow(one)).evaluate((window) => window.close());
  await expect.poll(() => remembered(two, "view.items")).toBeNull();
  await expect(switcher(two)).toHaveAccessibleName("View: Archived");
  const ended = once(app.process(), "exit");
  await (await app.browserWindow(two)).evaluate((window) => window.close()).catch(() => {});
  expect((await ended)[0]).toBe(0);

  const second = await launch();
  await expect(switcher(second.page)).toHaveAccessibleName("View: Archived");
  expect(numberOf(second.page)).toBe("?window=2");
  expect(second.app.windows()).toHaveLength(1);
});
