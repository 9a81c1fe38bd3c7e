import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, filesContaining, test, type LaunchedApp } from "./launch.ts";
import { crash, quit, text } from "./window-steps.ts";

/** A common part of the sample service's key and the defects' made-up keys. */
const CANARY = "canary42";

/** The rows of the table of crashes. */
async function crashesOf({ page }: LaunchedApp): Promise<string[]> {
  await page.getByRole("link", { name: "Diagnostics" }).click();
  const panel = page.getByRole("region", { name: "Crashes", exact: true });
  await expect(panel).toBeVisible();
  return panel.getByRole("row").allInnerTexts();
}

async function connect({ page }: LaunchedApp, url: string): Promise<void> {
  await page.getByLabel("Base URL").fill(url);
  await page.getByLabel("API key", { exact: true }).fill(`live_${CANARY}_known`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
}

/** Ends the process in the way of a defect in Chromium or the system. */
async function end({ app }: LaunchedApp, how: "crash" | "SIGKILL"): Promise<void> {
  const ended = once(app.process(), "exit");
  if (how === "SIGKILL") app.process().kill(how);
  else await app.evaluate(() => void setTimeout(() => process.crash())).catch(() => {});
  await ended;
}

const dumpsBelow = (folder: string): string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".dmp"));

test.setTimeout(120_000);

test("crash reports contain no key and no memory dump", { tag: "@whole" }, async ({ launch, folder }) => {
  const { startSampleService } = await import("../../service/index.ts");
  const service = await startSampleService({ items: 50, key: `live_${CANARY}_known` });
  try {
    const first = await launch();
    await connect(first, service.url);
    expect(await crashesOf(first)).toEqual([]);
    await first.app.evaluate(() => {
      setTimeout(() => {
        throw new TypeError("sent Authorization: Bearer thrown-canary42");
      });
    });
    const reports = path.join(folder, "crash-reports");
    const kinds = (): string[] =>
      fs
        .readdirSync(reports)
        .flatMap((name) => /Z-(.+)-\d+\.json$/.exec(name)?.[1] ?? [])
        .toSorted();
    await expect.poll(kinds).toEqual(["defect"]);
    await crash(first);
    await expect.poll(kinds).toEqual(["defect", "page"]);
    await expect.poll(() => text(first), { timeout: 30_000 }).toContain("Connected");
    await end(first, "SIGKILL");
    const second = await launch();
    await expect(second.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await end(second, "crash");
    const third = await launch();
    await expect(third.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    const [, ...rows] = await crashesOf(third);
    expect(rows.map((row) => row.split("\t")[1])).toEqual([
      expect.stringMatching(/^Stockdeck ended: The run that began .+ did not end properly\.$/),
      expect.stringMatching(/^Stockdeck ended: The run that began .+ did not end properly\.$/),
      expect.stringMatching(/^A window’s page ended: (crashed|killed) \(code \d+\)$/),
      "Defect: TypeError",
    ]);
    expect(dumpsBelow(folder)).toEqual([]);
    expect(await filesContaining(reports, CANARY)).toEqual([]);
    await third.app.evaluate(({ shell }) => {
      shell.showItemInFolder = (file) => void Object.assign(globalThis, { shown: file });
    });
    await third.page.getByRole("button", { name: "Show in folder" }).click();
    const shown = (): Promise<string> =>
      third.app.evaluate(() => (globalThis as unknown as { shown: string }).shown);
    await expect.poll(shown).toMatch(/crash-reports.+-app-1\.json$/);
    await third.page.getByRole("button", { name: "Delete all" }).click();
    await expect(third.page.getByText("No crash has been recorded.")).toBeVisible();
    await quit(third);
    expect(await crashesOf(await launch())).toEqual([]);
  } finally {
    await service.close();
  }
});
