import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { buildApp } from "../../../scripts/root.ts";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, median, milliseconds, ofRounds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { launchChromium } from "../page/chromium.ts";
import { startOwnHost } from "../page/own-host.ts";
import { emptyHeap } from "../page/watched-page.ts";
import { PeerServer } from "./peer-server.ts";
import { measure, type Round } from "./round.ts";
import { arrangeColumns, peer, stockdeck, type Subject } from "./subjects.ts";

const ROUNDS = 5;
const SIZES = [100_000, 1_000_000] as const;
/** The fields that are added up over the whole result. */
const NUMBERS = ["startingLength", "originalLength", "remainingLength", "weight"];
const MEGABYTE = 1_024 * 1_024;
/** Ms before a grid is measured. A closed page with a million rows frees its memory slowly. */
const SETTLING = 2_000;
/** The limit of late frames beyond Glide's, in percentage points. The issue of the grid sets it. */
const MOST_LATE = 5;
/** The limits at each size, in ms: facet counts; Ctrl+A with the totals of the whole result. */
const FACETS = { 100_000: 50, 1_000_000: 150 } as const;
const SELECTION = { 100_000: 50, 1_000_000: 200 } as const;

/** Ms within which every row must be selected. */
const SELECTED_WITHIN = 60_000;

declare global {
  interface Window {
    /** Ms that it took to select every row; null until it is done. */
    benchSelected: number | null;
  }
}

/** Our page and the other grids over the same number of items. */
interface Contest {
  readonly items: (typeof SIZES)[number];
  readonly subjects: readonly [ReturnType<typeof stockdeck>, Subject, Subject];
  readonly end: () => Promise<void>;
}

/**
 * Compares our page over the browser host with grids that have all rows in memory. All show the same rows and
 * take turns in the same Chromium. The sizes alternate too, because they are compared with each other.
 */
export async function* gridBench(): AsyncGenerator<Figure> {
  buildApp("page");
  const browser = await launchChromium("--enable-precise-memory-info");
  const contests: Contest[] = [];
  for (const items of SIZES) contests.push(await prepare(items));
  const rounds = await inTurns(
    browser,
    contests.flatMap(({ subjects }) => subjects),
  );
  const of = (subject: Subject | undefined): readonly Round[] => (subject && rounds.get(subject)) ?? [];
  for (const { items, subjects } of contests) {
    const [ours, agGrid, glide] = subjects;
    const size = items === 100_000 ? "100k" : "1m";
    for (const [name, unit, pick] of MEASURES)
      yield ofRounds(`grid-${size}-${name}`, unit, pairs(of(ours), of(agGrid), pick), agGrid.name);
    yield ofRounds(`grid-${size}-key-glide`, "ms", pairs(of(ours), of(glide), KEY), glide.name);
    yield* scrollFigures(`grid-${size}`, of(ours), of(glide));
    yield* ownFigures(browser, ours, items, size);
  }
  const [small, large] = contests.map(({ subjects: [ours] }) => of(ours));
  for (const [name, unit, pick] of MEASURES.filter(([name]) => name === "key" || name === "heap")) {
    if (small && large)
      yield ofRounds(`grid-1m-${name}-own`, unit, pairs(large, small, pick), "our own 100,000 rows");
  }
  for (const { end } of contests) await end();
  await browser.close();
}

/** Pulls a company of `items` items, and serves the same rows to the other grids. */
async function prepare(items: (typeof SIZES)[number]): Promise<Contest> {
  const folder = await temporaryFolder();
  const data = path.join(folder, "data");
  const peers = await PeerServer.start(path.join(folder, "peers"), await sync(items, data));
  return {
    items,
    subjects: [stockdeck(data), peer("ag-grid", peers.url), peer("glide", peers.url)],
    end: async () => {
      await peers.stop();
      await removeFolder(folder);
    },
  };
}

/** The scroll figures with their own limits: late frames beyond Glide's, in percentage points, and blank frames. */
function* scrollFigures(name: string, ours: readonly Round[], glide: readonly Round[]): Generator<Figure> {
  const beyond = pairs(ours, glide, ({ lateFrames }) => lateFrames).map(([own, other]) => own - other);
  yield against(`${name}-late-frames-over-glide`, median(beyond), "points", {
    name: "limit",
    value: MOST_LATE,
  });
  const blank = Math.max(...ours.map(({ blankFrames }) => blankFrames));
  yield against(`${name}-blank-frames`, blank, "frames", { name: "limit", value: 0 });
}

const KEY = ({ key }: Round): number => key;

/** The measures that are compared with the other grids, by name and unit. */
const MEASURES: readonly (readonly [name: string, unit: string, pick: (round: Round) => number])[] = [
  ["key", "ms", KEY],
  ["first-rows", "ms", ({ firstRows }) => firstRows],
  ["usable", "ms", ({ usable }) => usable],
  ["sort-name", "ms", ({ sorts }) => sorts.name],
  ["sort-number", "ms", ({ sorts }) => sorts.startingLength],
  ["scroll-task", "ms a frame", ({ scrollTask }) => scrollTask],
  ["heap", "MB", ({ heap }) => heap / MEGABYTE],
];

/** Measures every subject in each round; the order alternates, since later subjects find warmer caches. */
async function inTurns(
  browser: Browser,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<Subject, readonly Round[]>> {
  const empty = await emptyHeap(browser);
  const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await pause(SETTLING);
      rounds.get(subject)?.push(await measure(browser, subject, round, empty));
    }
  }
  return rounds;
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

/** The figures that the other grids lack: counts of a column's values, and totals of all selected rows. */
async function* ownFigures(
  browser: Browser,
  subject: ReturnType<typeof stockdeck>,
  items: (typeof SIZES)[number],
  size: string,
): AsyncGenerator<Figure> {
  const { watched, close } = await subject.open(browser);
  const url = subject.url();
  const { connections } = await callHost(url, "bootstrap");
  const asked = { connectionId: connections.current ?? "", resource: "items" } as const;
  const facets: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another filter each time, so that no answer is cached.
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
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.locator('[data-cell="0:0"]').click();
    await page.keyboard.press("Escape");
    await watched.rest();
    // The page listens before the keys are pressed.
    await page.evaluate(followSelection);
    await page.keyboard.press("Control+a");
    const taken = await page.waitForFunction(() => window.benchSelected, null, {
      polling: 20,
      timeout: SELECTED_WITHIN,
    });
    const painted = (await taken.jsonValue()) ?? Number.NaN;
    // The query differs each time, so that no answer is cached.
    const query = { version: 1, search: " ".repeat(round + 1) } as const;
    const call = { ...asked, query, fields: NUMBERS } as const;
    selections.push(painted + (await milliseconds(() => callHost(url, "queryTotals", call))));
    await page.keyboard.press("Escape");
  }
  yield against(`grid-${size}-select-all-totals`, median(selections), "ms", {
    name: "limit",
    value: SELECTION[items],
  });
  await close();
}

/** Runs in the page: measures ms from the next Ctrl+A to the frame in which every row is selected. */
function followSelection(): void {
  const { port1, port2 } = new MessageChannel();
  let begun = 0;
  window.benchSelected = null;
  // As in watched-page.ts, the page is read before the frame is painted, and the time is noted after that.
  port1.addEventListener("message", () => {
    window.benchSelected = performance.now() - begun;
  });
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
}

/** Pulls a company of `items` items; returns the path of its database. */
async function sync(items: number, data: string): Promise<string> {
  const service = await startSampleProcess(items);
  const { host, url } = await startOwnHost(data);
  await callHost(url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(url, ({ state }) => state === "idle", 600_000);
  await arrangeColumns(url);
  const { connections } = await callHost(url, "bootstrap");
  await host.stop();
  await service.stop();
  return path.join(data, "profiles", connections.current ?? "", "inventory.sqlite");
}
