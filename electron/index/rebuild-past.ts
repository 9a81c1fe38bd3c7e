import { INDEX_ERRORS } from "./messages.ts";
import { AppFailure, said } from "../../shared/base/errors.ts";
import type { Clock } from "../base/clock.ts";
import type { Remote } from "../store/database/worker-rpc.ts";
import type { InventoryReader } from "./inventory-reader.ts";
import type { Rebuilt } from "./past-reading.ts";

/** Ms between two tries while the index of the present rows is loading. */
const INDEX_INTERVAL_MS = 50;

interface Watch {
  readonly signal?: AbortSignal;
  /** Called after each step of the rebuild. */
  readonly onProgress?: (progress: Rebuilt) => void;
}

/** The last rebuild of each reader. */
const rebuilds = new WeakMap<Remote<InventoryReader>, Promise<unknown>>();

/**
 * Rebuilds a past moment in steps. Between them, the reader answers other queries. It first waits for a running
 * rebuild, because two alternating rebuilds would keep closing each other's moment.
 * @param asOf ISO 8601.
 * @throws AppFailure `not_observed`; `cancelled` once the signal is aborted.
 */
export function rebuildPast(
  reader: Remote<InventoryReader>,
  asOf: string,
  clock: Pick<Clock, "wait">,
  watch: Watch = {},
): Promise<Rebuilt> {
  const former = rebuilds.get(reader) ?? Promise.resolve();
  const run = (): Promise<Rebuilt> => rebuildInSteps(reader, asOf, clock, watch);
  const rebuild = former.then(run, run);
  rebuilds.set(reader, rebuild);
  return rebuild;
}

async function rebuildInSteps(
  reader: Remote<InventoryReader>,
  asOf: string,
  clock: Pick<Clock, "wait">,
  { signal, onProgress }: Watch,
): Promise<Rebuilt> {
  for (;;) {
    const progress = await reader.rebuildPast(asOf);
    if (signal?.aborted) {
      await reader.closePast(asOf);
      throw new AppFailure({ kind: "cancelled", ...said(INDEX_ERRORS.notOpened) });
    }
    if (progress.isReady) return progress;
    onProgress?.(progress);
    if (progress.total === 0) await clock.wait(INDEX_INTERVAL_MS);
  }
}
