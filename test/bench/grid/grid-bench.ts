import path from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { buildApp } from "../../../scripts/root.ts";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, median, milliseconds, ofRounds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { startOwnHost } from "../page/own-host.ts";
import { emptyHeap } from "../page/watched-page.ts";
import { PeerServer } from "./peer-server.ts";
import { measure, type Round } from "./round.ts";
import { arrangeColumns, peer, stockdeck, type Subject } from "./subjects.ts";

const ROUNDS = 5;
const SIZES = [100_000, 1_000_000] as const;
/** What is added up of the whole result. */
const NUMBERS = ["startingLength", "originalLength", "remainingLength", "weight"];
const MEGABYTE = 1_024 * 1_024;
/** What the issue of the grid allows at each size, in ms: facet counts; Ctrl+A with the totals of the whole result. */
const FACETS = { 100_000: 50, 1_000_000: 150 } as const;
const SELECTION = { 100_000: 50, 1_000_000: 200 } as const;

/** Our page over the browser host against grids that hold the same rows in memory, in the same Chromium, in turns. */
export async function* gridBench(): AsyncGenerator<Figure> {
  buildApp("page");
  const browser = await chromium.launch({
    executablePath: process.env["STOCKDECK_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-precise-memory-info"],
  });
  const own = new Map<number, readonly Round[]>();
  for (const items of SIZES) {
    const folder = await temporaryFolder();
    const data = path.join(folder, "data");
    const database = await sync(items, data);
    const peers = await PeerServer.start(path.join(folder, "peers"), database);
    const subjects = [stockdeck(data), peer("ag-grid", peers.url), peer("glide", peers.url)] as const;
    const [ours, agGrid, glide] = await inTurns(browser, subjects);
    own.set(items, ours);
    const size = items === 100_000 ? "100k" : "1m";
    for (const [name, unit, pick] of MEASURES) {
      yield ofRounds(`grid-${size}-${name}`, unit, pairs(ours, agGrid, pick), subjects[1].name);
      if (name === "key" || name === "late-frames")
        yield ofRounds(`grid-${size}-${name}-glide`, unit, pairs(ours, glide, pick), subjects[2].name);
    }
    yield against(
      `grid-${size}-blank-frames`,
      Math.max(...ours.map(({ blankFrames }) => blankFrames)),
      "frames",
      {
        name: "limit",
        value: 0,
      },
    );
    yield* ownFigures(browser, subjects[0], items, size);
    await peers.stop();
    await removeFolder(folder);
  }
  const [small = [], large = []] = SIZES.map((items) => own.get(items));
  for (const [name, unit, pick] of MEASURES.filter(([name]) => name === "key" || name === "heap")) {
    yield ofRounds(`grid-1m-${name}-own`, unit, pairs(large, small, pick), "our own 100,000 rows");
  }
  await browser.close();
}

/** What is compared with the other grids, by its name and unit. */
const MEASURES: readonly (readonly [name: string, unit: string, pick: (round: Round) => number])[] = [
  ["key", "ms", ({ key }) => key],
  ["first-rows", "ms", ({ firstRows }) => firstRows],
  ["usable", "ms", ({ usable }) => usable],
  ["sort-name", "ms", ({ sorts }) => sorts.name],
  ["sort-number", "ms", ({ sorts }) => sorts.startingLength],
  ["scroll-task", "ms a frame", ({ scrollTask }) => scrollTask],
  ["late-frames", "%", ({ lateFrames }) => lateFrames],
  ["heap", "MB", ({ heap }) => heap / MEGABYTE],
];

/** Measures every subject in each round; the order alternates, since whoever goes second finds warmer caches. */
async function inTurns<T extends readonly Subject[]>(
  browser: Browser,
  subjects: T,
): Promise<{ [At in keyof T]: readonly Round[] }> {
  const empty = await emptyHeap(browser);
  const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
      rounds.get(subject)?.push(await measure(browser, subject, round, empty));
  }
  return subjects.map((subject) => rounds.get(subject) ?? []) as { [At in keyof T]: readonly Round[] };
}

function pairs(
  ours: readonly Round[],
  theirs: readonly Round[],
  pick: (round: Round) => number,
): readonly (readonly [number, number])[] {
  return ours.flatMap((round, at) => {
    const other = theirs[at];
    return other ? [[pick(round), pick(other)] as const] : [];
  });
}

/** What the other grids do not have: counts of a column's values, and totals of everything that is selected. */
async function* ownFigures(
  browser: Browser,
  subject: ReturnType<typeof stockdeck>,
  items: (typeof SIZES)[number],
  size: string,
): AsyncGenerator<Figure> {
  const { watched, close } = await subject.open(browser);
  const url = subject.url();
  const { profiles } = await callHost(url, "bootstrap");
  const asked = { profileId: profiles.current ?? "", resource: "items" } as const;
  const facets: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another filter each time, so that nothing is answered from what was kept.
    const filter = { field: "remainingLength", op: "gte", value: 10 + round } as const;
    const call = {
      ...asked,
      query: { version: 1, filter },
      field: "locationId",
      search: "",
      limit: 100,
    } as const;
    facets.push(await milliseconds(() => callHost(url, "queryFacets", call)));
  }
  yield against(`grid-${size}-facets`, median(facets), "ms", { name: "limit", value: FACETS[items] });

  const selections: number[] = [];
  const { page } = watched;
  await page.getByRole("button", { name: "Totals" }).click();
  for (const text of ["film", "tape", "foil", "steel", "copper"]) {
    await page.getByRole("searchbox").fill(text);
    await watched.rest();
    await page.locator('[data-cell="0:0"]').click();
    await page.keyboard.press("Escape");
    await watched.rest();
    const selected = page.evaluate(allSelected);
    await page.keyboard.press("Control+a");
    selections.push(await selected);
    const query = { version: 1, search: `${text} ` } as const;
    selections.push(
      await milliseconds(() => callHost(url, "queryTotals", { ...asked, query, fields: NUMBERS })),
    );
    await page.keyboard.press("Escape");
  }
  const all = selections.flatMap((ms, at) => (at % 2 === 1 ? [ms + (selections[at - 1] ?? 0)] : []));
  yield against(`grid-${size}-select-all-totals`, median(all), "ms", {
    name: "limit",
    value: SELECTION[items],
  });
  await close();
}

/** Runs in the page: ms from the next Ctrl+A to the frame that says that every row is selected. */
function allSelected(): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let begun = 0;
    // As in watched-page.ts: read before the frame is painted, noted when that is done.
    port1.addEventListener("message", () => resolve(performance.now() - begun));
    port1.start();
    const follow = (): void => {
      const words = document.querySelector('[data-testid="selected-count"]')?.textContent ?? "";
      const rows = Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")) - 1;
      if (words.startsWith(rows.toLocaleString("en-US"))) port2.postMessage(null);
      else requestAnimationFrame(follow);
    };
    const listen = ({ key, timeStamp }: KeyboardEvent): void => {
      if (key !== "a") return;
      document.removeEventListener("keydown", listen, true);
      begun = timeStamp;
      requestAnimationFrame(follow);
    };
    document.addEventListener("keydown", listen, true);
  });
}

/** Pulls a company of so many items; answers where its database is. */
async function sync(items: number, data: string): Promise<string> {
  const service = await startSampleProcess(items);
  const { host, url } = await startOwnHost(data);
  await callHost(url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(url, ({ state }) => state === "idle", 600_000);
  await arrangeColumns(url);
  const { profiles } = await callHost(url, "bootstrap");
  await host.stop();
  await service.stop();
  return path.join(data, "profiles", profiles.current ?? "", "inventory.sqlite");
}
