import type { Page } from "@playwright/test";
import { expect, test, type LaunchedApp } from "./launch.ts";

async function exploreSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
}

/** Emits an event of the system's sleep. */
const tellOfPower = ({ app }: LaunchedApp, event: "suspend" | "resume"): Promise<void> =>
  app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);

test(
  "the app shows the computer's sleep as “asleep” and continues when the computer wakes",
  { tag: "@whole" },
  async ({ launch }) => {
    const launched = await launch();
    const { page } = launched;
    await exploreSample(page);
    await tellOfPower(launched, "suspend");
    await expect(page.getByTestId("sync-state")).toHaveText("Asleep");
    await tellOfPower(launched, "resume");
    await expect(page.getByTestId("sync-state")).toHaveText("Connected");
  },
);

test(
  "the menu opens diagnostics, which show the versions of Electron and Chromium",
  { tag: "@whole" },
  async ({ launch }) => {
    const { app, page } = await launch();
    await exploreSample(page);
    await app.evaluate(({ Menu }) => {
      const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === "help");
      help?.submenu?.items.find(({ label }) => label === "Diagnostics")?.click();
    });
    await expect(page.getByRole("heading", { name: "Diagnostics" })).toBeVisible();
    const versions = page.getByRole("region", { name: "Versions" });
    await expect(versions).toContainText(/Electron\s*\d/);
    await expect(versions).toContainText(/Chromium\s*\d/);
  },
);
