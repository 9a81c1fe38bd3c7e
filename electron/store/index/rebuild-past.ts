import { setTimeout as sleep } from "node:timers/promises";
import { AppFailure } from "../../../shared/base/errors.ts";
import type { Remote } from "../database/worker-rpc.ts";
import type { InventoryReader } from "./inventory-reader.ts";
import type { Rebuilt } from "./past-reading.ts";

/** Ms between two tries while the index of the present rows is loading. */
const INDEX_INTERVAL_MS = 50;

interface Watch {
  readonly signal?: AbortSignal;
  /** Called after each step. */
  readonly onProgress?: (progress: Rebuilt) => void;
}

/**
 * Rebuilds a past moment in steps, between which the reader answers other queries.
 * @param asOf ISO 8601.
 * @throws AppFailure `not_observed`; `cancelled` once the signal is aborted.
 */
export async function rebuildPast(
  reader: Remote<InventoryReader>,
  asOf: string,
  { signal, onProgress }: Watch = {},
): Promise<Rebuilt> {
  for (;;) {
    const progress = await reader.rebuildPast(asOf);
    if (signal?.aborted) {
      await reader.closePast(asOf);
      throw new AppFailure({ kind: "cancelled", message: "The day was not opened." });
    }
    if (progress.isReady) return progress;
    onProgress?.(progress);
    if (progress.total === 0) await sleep(INDEX_INTERVAL_MS);
  }
}
