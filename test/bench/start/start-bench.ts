import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findElectron } from "../../../scripts/electron-runtime.ts";
import { buildApp } from "../../../scripts/root.ts";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { ROOT } from "../../helpers/child.ts";
import { openDisplay } from "../../helpers/display.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { ofRounds, type Figure } from "../figure.ts";
import { launchApp } from "../launch.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { startOwnHost } from "../page/own-host.ts";

const ROWS = 1_000_000;
const ROUNDS = 5;
const BARE = fileURLToPath(new URL("bare-main.mjs", import.meta.url));

/** Measures the app's launch until its first rows, against a bare Electron window. The store has a million items. */
export async function* startBench(): AsyncGenerator<Figure> {
  const runtime = findElectron(true);
  if ("problem" in runtime) {
    console.error(`start: no figure, since there is no Electron runtime: ${runtime.problem}`);
    return;
  }
  buildApp("all");
  const display = await openDisplay();
  const folder = await temporaryFolder();
  const data = path.join(folder, "data");
  await makeCopy(data);
  const launch = (main: string, userData: string, first = false): Promise<Launch> =>
    timeToRows(runtime.executable, main, userData, display.name, first);
  // Early paint draws the table of the last start, so the first start has nothing to draw.
  await launch(ROOT, data, true);
  const pairs: (readonly [Launch, Launch])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The second launch finds warmer caches, so the order alternates.
    const early = round % 2 === 0 ? await launch(ROOT, data) : null;
    const bare = await launch(BARE, path.join(folder, "bare"));
    pairs.push([early ?? (await launch(ROOT, data)), bare]);
  }
  for (const [name, pick] of MOMENTS)
    yield ofRounds(
      name,
      "ms",
      pairs.map(([own, bare]) => [pick(own), bare.rows]),
      "a bare Electron window",
    );
  display.process?.kill();
  await removeFolder(folder);
}

/** A launch's times in ms: until texts of rows are on screen, and until their table can be used. */
interface Launch {
  readonly rows: number;
  readonly usable: number;
}

const MOMENTS: readonly (readonly [name: string, pick: (launch: Launch) => number])[] = [
  ["start-1m", ({ rows }) => rows],
  ["start-1m-usable", ({ usable }) => usable],
];
/** Ms before a launched app is closed; its state is saved by then. */
const REMEMBERED = 1_500;

/**
 * Makes a data folder with one connection. It has `ROWS` items and no key, so that no benchmark waits for a
 * service.
 */
async function makeCopy(data: string): Promise<void> {
  const service = await startSampleProcess(0, "skipRequests=1", "htmlNext=99");
  const { host, url } = await startOwnHost(data);
  await callHost(url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(url, ({ state }) => state === "failed");
  await host.stop();
  await service.stop();
  const [connection = ""] = fs.readdirSync(path.join(data, "profiles"));
  fillCopy(path.join(data, "profiles", connection, "inventory.sqlite"), ROWS);
}

/**
 * Launches an app, and closes it once its rows can be used.
 * @param first whether the table must be opened; later starts reopen it.
 */
async function timeToRows(
  executablePath: string,
  main: string,
  userData: string,
  display: string,
  first: boolean,
): Promise<Launch> {
  const begun = Date.now();
  const app = await launchApp(executablePath, main, userData, display);
  const page = await app.firstWindow();
  if (first) await page.evaluate(() => void (window.location.hash = "/items"));
  const shown = async (selector: string): Promise<number> => {
    const at = await page.waitForFunction(
      (place) => (document.querySelector(place)?.textContent ? Date.now() : null),
      selector,
      { polling: "raf", timeout: 120_000 },
    );
    return Number(await at.jsonValue()) - begun;
  };
  const [usable, rows] = await Promise.all([
    shown('[data-cell="0:0"]'),
    shown('[data-cell="0:0"], [data-early-paint] [data-field="name"]'),
  ]);
  await page.waitForTimeout(REMEMBERED);
  await app.close();
  return { rows, usable };
}
