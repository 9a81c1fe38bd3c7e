import fs from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { diagnosticsSchema } from "../../../shared/features/diagnostics/diagnostics.ts";
import { expect, test, type LaunchedApp } from "./launch.ts";

async function exploreSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
}

/** Emits an event of the system's sleep. */
const tellOfPower = ({ app }: LaunchedApp, event: "suspend" | "resume"): Promise<void> =>
  app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);

test("the app shows system sleep and refreshes once on waking", { tag: "@whole" }, async ({ launch }) => {
  const launched = await launch();
  const { page } = launched;
  await exploreSample(page);
  await tellOfPower(launched, "suspend");
  await expect(page.getByTestId("sync-state")).toHaveText("Asleep");
  await expect(page.getByRole("contentinfo")).toContainText("one refresh follows when it wakes");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^[\d,]+ of [\d,]+ items$/);
  await tellOfPower(launched, "resume");
  await expect(page.getByTestId("sync-state")).toHaveText("Connected");
});

test(
  "the menu opens diagnostics, and the report is saved",
  { tag: "@whole" },
  async ({ launch, folder, sample }) => {
    const { app, page } = await launch();
    await page.getByLabel("Base URL").fill(sample.url);
    await page.getByLabel("API key", { exact: true }).fill(sample.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("link", { name: /^Items/ }).click();
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await app.evaluate(({ Menu }) => {
      const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === "help");
      help?.submenu?.items.find(({ label }) => label === "Diagnostics")?.click();
    });
    await expect(page.getByRole("heading", { name: "Diagnostics" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Versions" })).toContainText("Chromium");

    const file = path.join(folder, "handed-on.json");
    const choose = (chosen: { canceled: boolean; filePath: string }): Promise<void> =>
      app.evaluate(({ dialog }, answer) => {
        dialog.showSaveDialog = async () => answer;
      }, chosen);
    const save = page.getByRole("button", { name: "Save to a file" });
    await choose({ canceled: true, filePath: "" });
    await save.click();
    await expect(save).toBeEnabled();
    await choose({ canceled: false, filePath: path.join(folder, "no", "such", "folder.json") });
    await save.click();
    await expect(page.getByRole("alert")).toContainText("The file could not be written there.");
    await choose({ canceled: false, filePath: file });
    await save.click();
    await expect(page.getByText("Saved as handed-on.json")).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();

    const text = await fs.readFile(file, "utf8");
    const { format: _format, version: _version, ...content } = JSON.parse(text) as Record<string, unknown>;
    const { versions, calls, files } = diagnosticsSchema.parse(content);
    expect(versions).toMatchObject({
      electron: expect.stringMatching(/^\d/),
      chromium: expect.stringMatching(/^\d/),
    });
    expect(calls.length).toBeGreaterThan(10);
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["user.sqlite", "inventory.sqlite", "logs/stockdeck.log"]),
    );
    for (const secret of [sample.key, folder]) expect(text).not.toContain(secret);
  },
);
