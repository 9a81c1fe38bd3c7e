import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, ofRounds, type Figure } from "../figure.ts";
import type { Service } from "./bare.ts";
import type { PullReport } from "./pull-program.ts";

/**
 * The limits from the issue of the sync, in ms: the longest block of the main process, and the store's work in
 * an idle pass.
 */
const LONGEST_BLOCK = 50;
const IDLE_STORE_TIME = 20;
const IDLE_REQUESTS = 3;

const ROUNDS = 5;

/**
 * Measures a first pull of a million items: how long it blocks the main process, and its memory. Then it
 * measures passes without changes. A process's memory depends on the time of its garbage collections, so each
 * size runs several times.
 */
export async function* millionBench(): AsyncGenerator<Figure> {
  const rounds: (readonly [large: PullReport, small: PullReport])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const small = await measure(100_000);
    rounds.push([await measure(1_000_000), small]);
  }
  const large = rounds.map(([report]) => report);
  const worst = (of: (report: PullReport) => number): number => Math.max(...large.map(of));
  yield ofRounds(
    "sync-1m-first-pull",
    "ms",
    rounds.map(([million, small]) => [million.milliseconds, 10 * small.milliseconds]),
    "ten times that of 100,000 items",
  );
  yield against(
    "sync-1m-longest-block",
    worst(({ longestDelay }) => longestDelay),
    "ms",
    { name: "limit", value: LONGEST_BLOCK },
  );
  yield ofRounds(
    "sync-1m-memory-growth",
    "MB",
    rounds.map(([million, small]) => [million.memoryGrowth, small.memoryGrowth]),
    "that of 100,000 items",
  );
  yield against(
    "sync-1m-idle-requests",
    worst(({ idle }) => idle.requests),
    "requests",
    { name: "limit", value: IDLE_REQUESTS },
  );
  yield against(
    "sync-1m-idle-store",
    worst(({ idle }) => idle.storeTime),
    "ms",
    { name: "limit", value: IDLE_STORE_TIME },
  );
}

/** Ms after which a pull is ended. */
const LONGEST = 1_800_000;

/** Pulls a company of `items` items in a separate process. */
async function measure(items: number): Promise<PullReport> {
  const service = await startSampleProcess(items);
  const report = await runProgram(service);
  await service.stop();
  return report;
}

async function runProgram({ url, key }: Service): Promise<PullReport> {
  const program = fileURLToPath(new URL("pull-program.ts", import.meta.url));
  const child = spawn(process.execPath, [program, url, key], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: LONGEST,
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`pull-program ended with code ${String(code)}`);
  return JSON.parse(printed) as PullReport;
}
