import path from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { findElectron } from "../../../scripts/electron-runtime.ts";
import { buildApp } from "../../../scripts/root.ts";
import { ROOT } from "../../helpers/child.ts";
import { openDisplay } from "../../helpers/display.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { launchApp } from "../launch.ts";

const [FEW, MANY] = [1_000, 100_000];
const MEGABYTE = 1_024 * 1_024;
/** The number of readings of a page's heap, and ms between them. The previous page is freed in steps. */
const [LOOKS, BETWEEN] = [6, 250];

/** In megabytes. */
interface Memory {
  /** The main process after the first pull, including its worker threads. */
  readonly main: number;
  /** The JavaScript heap of a page that opens on the rows. */
  readonly page: number;
}

/** Measures the app's memory with 100,000 items, compared with its memory with 1,000 items. */
export async function* memoryBench(): AsyncGenerator<Figure> {
  const runtime = findElectron(true);
  if ("problem" in runtime) {
    console.error(`memory: no figure, since there is no Electron runtime: ${runtime.problem}`);
    return;
  }
  buildApp("all");
  const [display, folder] = await Promise.all([openDisplay(), temporaryFolder()]);
  const memoryWith = (items: number): Promise<Memory> =>
    measure(items, () => launchApp(runtime.executable, ROOT, path.join(folder, String(items)), display.name));
  const [few, many] = [await memoryWith(FEW), await memoryWith(MANY)];
  const name = `with ${FEW} items`;
  yield against("memory-main-100k", many.main, "MB", { name, value: few.main });
  yield against("memory-page-100k", many.page, "MB", { name, value: few.page });
  display.process?.kill();
  await removeFolder(folder);
}

async function measure(items: number, launch: () => Promise<ElectronApplication>): Promise<Memory> {
  const sample = await startSampleProcess(items);
  const app = await launch();
  const window = await app.firstWindow();
  await window.getByLabel("Base URL").fill(sample.url);
  await window.getByLabel("API key", { exact: true }).fill(sample.key);
  await window.getByRole("button", { name: "Connect", exact: true }).click();
  await window.getByRole("link", { name: /^Items/ }).click();
  await window.getByTestId("sync-state").filter({ hasText: "Connected" }).waitFor({ timeout: 120_000 });
  await showsAll(window, items);
  const main = (await app.evaluate(() => process.memoryUsage().rss)) / MEGABYTE;
  await app.close();
  // A page that watched the first pull would also hold its compiled code.
  const again = await launch();
  const page = await again.firstWindow();
  await showsAll(page, items);
  const heap = await heapOf(page);
  await again.close();
  await sample.stop();
  return { main, page: heap / MEGABYTE };
}

async function showsAll(page: Page, items: number): Promise<void> {
  const count = page.getByTestId("result-count").filter({ hasText: items.toLocaleString("en-US") });
  await count.waitFor({ timeout: 120_000 });
  // Scripts of screens load in idle moments, and must be in each measured heap.
  for (const screen of ["overview-screen", "checked-out-screen"])
    await page.locator(`link[href*="${screen}"]`).first().waitFor({ state: "attached" });
}

/** The least of several readings after garbage collections; bytes. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const sizes: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await devtools.send("HeapProfiler.collectGarbage");
    sizes.push((await devtools.send("Runtime.getHeapUsage")).usedSize);
    await page.waitForTimeout(BETWEEN);
  }
  return Math.min(...sizes);
}
