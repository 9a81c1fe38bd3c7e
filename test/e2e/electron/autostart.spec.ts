import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { ROOT } from "../../helpers/child.ts";
import { expect, startAgain, test } from "./launch.ts";
import { explore, numberOf, quit } from "./window-steps.ts";

test.setTimeout(120_000);
test.skip(process.platform !== "linux", "only there the entry is a file, and a desktop may have no tray");

const windowsOf = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** The number of refreshes that the log reports. */
function passes(folder: string): number {
  const log = fs.readFileSync(path.join(folder, "logs", "stockdeck.log"), "utf8");
  return log.split("\n").filter((line) => line.includes('"pass ended"')).length;
}

test(
  "the switch adds an autostart entry that starts this program hidden",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    const config = path.join(folder, "config of a user");
    const entry = path.join(config, "autostart", "stockdeck.desktop");
    const launched = await launch({ XDG_CONFIG_HOME: config });
    const { page } = launched;
    await explore(launched);
    await page.getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Refreshing" });
    const autostart = section.getByRole("switch", { name: "Start with the computer" });
    await autostart.click();
    await expect(autostart).toBeChecked();
    const executable = await launched.app.evaluate(() => process.execPath);
    expect(fs.readFileSync(entry, "utf8")).toContain(
      `\nExec="${executable}" "${path.resolve(ROOT)}" "--hidden"\n`,
    );
  },
);

test(
  "an app that starts hidden refreshes in the tray",
  { tag: "@whole" },
  async ({ launch, startApp, folder, desktopTray: _tray }) => {
    const first = await launch();
    await explore(first);
    const opening = first.app.waitForEvent("window");
    await first.page.keyboard.press("Control+Shift+N");
    const second = await opening;
    await second.getByRole("link", { name: "Locations" }).click();
    await expect(second).toHaveURL(/#\/locations/);
    await quit(first);

    let known = passes(folder);
    const hidden = await startApp(["--hidden"]);
    await expect.poll(() => passes(folder), { timeout: 30_000 }).toBeGreaterThan(known);
    expect(await windowsOf(hidden)).toBe(0);
    // An app that ends without a window remembers all windows.
    const ended = once(hidden.process(), "exit");
    await hidden.evaluate(({ app }) => app.quit()).catch(() => {});
    expect((await ended)[0]).toBe(0);

    known = passes(folder);
    const app = await startApp(["--hidden"]);
    await expect.poll(() => passes(folder), { timeout: 30_000 }).toBeGreaterThan(known);
    // The system starts the app again, as after a login of the same user.
    expect((await startAgain(folder, ["--hidden"]))[0]).toBe(0);
    expect(await windowsOf(app)).toBe(0);
    expect((await startAgain(folder))[0]).toBe(0);
    await expect.poll(() => app.windows().length).toBe(2);
    const [one, two] = ["", "?window=2"].map((number) =>
      app.windows().find((page) => numberOf(page) === number),
    );
    if (!one || !two) throw new Error("The windows have other numbers.");
    await expect(one).toHaveURL(/#\/items/);
    await expect(two).toHaveURL(/#\/locations/);

    // The tray is off in the settings, so closing the windows ends the app as usual.
    const closed = once(app.process(), "exit");
    await app
      .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
      .catch(() => {});
    expect((await closed)[0]).toBe(0);
  },
);

test(
  "an app that starts hidden opens its window if the desktop has no tray",
  { tag: "@whole" },
  async ({ startApp }) => {
    const app = await startApp(["--hidden"]);
    const page = await app.firstWindow({ timeout: 60_000 });
    await expect(page.getByRole("button", { name: "Explore with sample data" })).toBeVisible();
    const window = await app.browserWindow(page);
    await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true);
  },
);
