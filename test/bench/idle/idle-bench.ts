import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ElectronApplication } from "@playwright/test";
import { findElectron } from "../../../scripts/electron-runtime.ts";
import { buildApp } from "../../../scripts/root.ts";
import { ROOT } from "../../helpers/child.ts";
import { openDisplay } from "../../helpers/display.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, type Figure } from "../figure.ts";
import { launchApp } from "../launch.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { readUse } from "./process-use.ts";

const BARE = fileURLToPath(new URL("../start/bare-main.mjs", import.meta.url));
const ITEMS = 100_000;
/** Ms after the first pull until the app counts as idle. */
const SETTLE = 60_000;
/** The measured minutes. */
const MINUTES = 10;
const LIMITS = { core: 0.5, wakeUps: 10 };

/** Measures a window in the background. Its service has no changes. Linux only: it reads /proc. */
export async function* idleBench(): AsyncGenerator<Figure> {
  const runtime = findElectron(true);
  if ("problem" in runtime || !fs.existsSync("/proc/self/smaps_rollup")) {
    console.error("idle: no figure, since there is no Electron runtime, or no /proc");
    return;
  }
  buildApp("all");
  const [display, folder, sample] = await Promise.all([
    openDisplay(),
    temporaryFolder(),
    startSampleProcess(ITEMS),
  ]);
  const launch = (main: string, data: string): Promise<ElectronApplication> =>
    launchApp(runtime.executable, main, path.join(folder, data), display.name);
  const app = await launch(ROOT, "data");
  const page = await app.firstWindow();
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await page.getByTestId("sync-state").filter({ hasText: "Connected" }).waitFor({ timeout: 120_000 });
  // Another window, which takes the focus.
  const other = await launch(BARE, "other");
  await other.firstWindow();
  // Playwright makes a page believe that it has the focus.
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event("blur"));
  });
  await sleep(SETTLE);

  const pid = app.process().pid ?? 0;
  const [begun, first] = [performance.now(), readUse(pid)];
  await sleep(MINUTES * 60_000);
  const [seconds, last] = [(performance.now() - begun) / 1_000, readUse(pid)];
  yield against("idle-cpu", (100 * (last.seconds - first.seconds)) / seconds, "% of a core", {
    name: "limit",
    value: LIMITS.core,
  });
  yield against("idle-wake-ups", (last.wakeUps - first.wakeUps) / seconds, "a second", {
    name: "limit",
    value: LIMITS.wakeUps,
  });
  yield against("idle-memory", last.megabytes, "MB", { name: "after the start", value: first.megabytes });
  await Promise.all([app.close(), other.close()]);
  await sample.stop();
  display.process?.kill();
  await removeFolder(folder);
}
