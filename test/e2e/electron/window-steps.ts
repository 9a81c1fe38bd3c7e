import { once } from "node:events";
import { expect, type ElectronApplication, type Locator, type Page } from "@playwright/test";
import type { LaunchedApp } from "./launch.ts";

/** Opens the sample data in the first window. */
export async function explore({ page }: LaunchedApp): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
}

/** The button with the name of the view that a window's table shows. */
export function switcher(page: Page): Locator {
  return page.getByRole("button", { name: /^View: / });
}

/** Sets a window's table to a view. */
export async function chooseView(page: Page, name: RegExp): Promise<void> {
  await switcher(page).click();
  await page
    .getByRole("dialog", { name: /^View: / })
    .getByRole("button", { name })
    .click();
}

/** Waits until every window has appeared, because a new window takes the focus. */
export async function allShown(app: ElectronApplication): Promise<void> {
  await expect
    .poll(
      () =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().every((window) => window.isVisible()),
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

/**
 * Chooses an item of a window's menu, as a click or its accelerator does. Electron then passes the window
 * that has the focus.
 */
export async function menu(app: ElectronApplication, page: Page, label: string): Promise<void> {
  const id = await (await app.browserWindow(page)).evaluate((window) => window.id);
  await app.evaluate(
    ({ Menu, BrowserWindow }, wanted) => {
      const find = (items: readonly Electron.MenuItem[]): Electron.MenuItem | undefined =>
        items
          .map((item) => (item.label === wanted.label ? item : find(item.submenu?.items ?? [])))
          .find((item) => item !== undefined);
      const window = BrowserWindow.fromId(wanted.id);
      const item = find(Menu.getApplicationMenu()?.items ?? []) as unknown as {
        click(event: unknown, window: unknown, contents: unknown): void;
      };
      item.click({}, window, window?.webContents);
    },
    { id, label },
  );
}

/** Ends the app as a user who quits it. */
export async function quit({ app }: LaunchedApp): Promise<void> {
  const ended = once(app.process(), "exit");
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => {});
  expect((await ended)[0]).toBe(0);
}

/** The query with a page's window number. */
export function numberOf(page: Page): string {
  return new URL(page.url()).search;
}

/** Ends the process of the window's page, as a crash does. */
export function crash({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    setTimeout(() => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  });
}

/** The text of the page. Electron reads it, because Playwright gives up a page that has crashed. */
export function text({ app }: LaunchedApp): Promise<string> {
  return app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed()) return "crashed";
    // A page that crashes meanwhile never answers.
    const dead = new Promise<string>((resolve) => setTimeout(() => resolve("crashed"), 2_000));
    return Promise.race([contents.executeJavaScript("document.body.innerText") as Promise<string>, dead]);
  });
}
