import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, startAgain, test, type LaunchedApp } from "./launch.ts";

test.setTimeout(120_000);
test.skip(process.platform !== "linux", "only there a desktop may have no tray, and the bus can be asked");

const closeWindow = ({ app }: LaunchedApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const visible = ({ app }: LaunchedApp): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);

/** Opens the sample data and the settings. */
async function openSettings({ page }: LaunchedApp): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await page.getByRole("link", { name: "Settings" }).click();
}

const keepSwitch = ({ page }: LaunchedApp) =>
  page.getByRole("switch", { name: "Keep running in the tray when the window is closed" });

test("the app stays in the tray after closing, if the setting is on", async ({
  launch,
  folder,
  desktopTray: _tray,
}) => {
  const launched = await launch();
  await openSettings(launched);
  await keepSwitch(launched).click();
  await expect(launched.page.getByText("Settings saved")).toBeVisible();
  await closeWindow(launched);
  await expect.poll(() => visible(launched)).toBe(false);
  // The app still runs, and its page is unchanged.
  await expect(keepSwitch(launched)).toBeChecked();

  expect(await startAgain(folder)).toEqual([0, ""]);
  await expect.poll(() => visible(launched)).toBe(true);

  // Only the last of several windows goes into the tray; the others close.
  const opening = launched.app.waitForEvent("window");
  await launched.page.keyboard.press("Control+Shift+N");
  const other = await opening;
  await expect(keepSwitch({ ...launched, page: other })).toBeChecked();
  await (await launched.app.browserWindow(launched.page)).evaluate((window) => window.close());
  await expect.poll(() => launched.app.windows().length).toBe(1);
  await closeWindow(launched);
  await expect.poll(() => visible(launched)).toBe(false);
  const ended = once(launched.app.process(), "exit");
  await launched.app.evaluate(({ app }) => app.quit());
  expect((await ended)[0]).toBe(0);
  // The hidden window reopens too.
  const again = await launch();
  await expect(keepSwitch(again)).toBeChecked();
  expect(new URL(again.page.url()).search).toBe("?window=2");
});

test("the window asks before closing if the desktop has no tray", { tag: "@whole" }, async ({ launch }) => {
  const launched = await launch();
  await openSettings(launched);
  await expect(launched.page.getByText(/^This desktop shows no tray\./)).toBeVisible();
  await keepSwitch(launched).click();
  await expect(launched.page.getByText("Settings saved")).toBeVisible();
  const answer = (response: number): Promise<void> =>
    launched.app.evaluate(({ dialog }, chosen) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        process.env["ASKED_BY_TEST"] = (args[1] as { message: string }).message;
        return { response: chosen, checkboxChecked: false };
      };
    }, response);
  await answer(1);
  await closeWindow(launched);
  await expect
    .poll(() => launched.app.evaluate(() => process.env["ASKED_BY_TEST"]))
    .toBe("There is no tray on this desktop");
  expect(await visible(launched)).toBe(true);
  await answer(0);
  const ended = once(launched.app.process(), "exit");
  await closeWindow(launched).catch(() => {});
  expect((await ended)[0]).toBe(0);
});

test(
  "the app offers to stay in the tray when the user creates the first schedule",
  { tag: "@whole" },
  async ({ launch, desktopTray: _tray }) => {
    const target = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-scheduled-"));
    const launched = await launch();
    const { page, app } = launched;
    await page.getByRole("button", { name: "Explore with sample data" }).click();
    await page.getByRole("link", { name: /^Items/ }).click();
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await app.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
    }, target);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: "Repeat…" }).click();
    const form = page.getByRole("dialog", { name: "Repeat this export" });
    await expect(form.getByRole("button", { name: "Schedule" })).toBeDisabled();
    await form.getByRole("button", { name: "Choose folder…" }).click();
    await expect(form.getByText(target)).toBeVisible();
    await form.getByRole("button", { name: "Schedule" }).click();
    const offer = page.getByRole("button", { name: "Keep running in the tray" });
    await expect(offer).toBeVisible();

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: /^Run now/ }).click();
    await expect.poll(() => fs.readdirSync(target).length).toBe(1);
    await expect(keepSwitch(launched)).not.toBeChecked();
    const ended = once(app.process(), "exit");
    await closeWindow(launched).catch(() => {});
    expect((await ended)[0]).toBe(0);
    fs.rmSync(target, { recursive: true });
  },
);
