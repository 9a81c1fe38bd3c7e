import { monitorEventLoopDelay } from "node:perf_hooks";
import type { InventoryStore } from "../../../electron/index/inventory-store.ts";
import { median, milliseconds } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { MemoryWatch } from "../memory-watch.ts";
import { openPuller, type Puller } from "./pull.ts";

/** One process's report on a first pull, and on later passes without changes. */
export interface PullReport {
  readonly milliseconds: number;
  /** The longest delay of the event loop, in ms. */
  readonly longestDelay: number;
  /** The growth of resident memory during the pull, in MB. */
  readonly memoryGrowth: number;
  readonly idle: {
    readonly requests: number;
    /** The store's time to answer, in ms, summed over a pass. */
    readonly storeTime: number;
  };
}

const IDLE_PASSES = 9;

async function report(url: string, key: string): Promise<PullReport> {
  const folder = await temporaryFolder();
  const puller = await openPuller({ url, key }, folder);
  const memory = new MemoryWatch();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const taken = await milliseconds(() => puller.pass("full"));
  delay.disable();
  const memoryGrowth = memory.end();
  const idle = await idlePasses(puller);
  await puller.store.close();
  await removeFolder(folder);
  return {
    milliseconds: taken,
    longestDelay: delay.max / 1e6,
    memoryGrowth,
    idle,
  };
}

async function idlePasses(puller: Puller): Promise<PullReport["idle"]> {
  const passes = [];
  for (let pass = 0; pass < IDLE_PASSES; pass += 1) {
    const { writer, time } = timed(puller.store.writer);
    const before = puller.client.traffic.requests;
    const { tallies } = await puller.pass("incremental", writer);
    if (tallies.items.written > 0) throw new Error("pull-program: a pass without news wrote rows");
    passes.push({ requests: puller.client.traffic.requests - before, storeTime: time() });
  }
  return {
    requests: Math.max(...passes.map(({ requests }) => requests)),
    storeTime: median(passes.map(({ storeTime }) => storeTime)),
  };
}

/** Wraps the writer, and sums the time of its answers, in ms. */
function timed(writer: InventoryStore["writer"]): {
  readonly writer: InventoryStore["writer"];
  readonly time: () => number;
} {
  let sum = 0;
  const measured = new Proxy(writer, {
    get:
      (target, method: string) =>
      async (...args: readonly unknown[]) => {
        const call = Reflect.get(target, method) as (...args: readonly unknown[]) => Promise<unknown>;
        let answer: unknown;
        sum += await milliseconds(async () => {
          answer = await call(...args);
        });
        return answer;
      },
  });
  return { writer: measured, time: () => sum };
}

const [url = "", key = ""] = process.argv.slice(2);
console.log(JSON.stringify(await report(url, key)));
