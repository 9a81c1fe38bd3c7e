import type { InventoryReader } from "./inventory-reader.ts";
import type { InventoryWriter } from "./inventory-writer.ts";
import type { UserStore } from "./user-store.ts";
import { startWorker, type Remote } from "./worker-rpc.ts";

/** The worker's file: beside this one in the source tree; in a build, beside the bundle that has this in a chunk. */
function workerLocation(): URL {
  const here = import.meta.url;
  const name = here.endsWith(".ts")
    ? "./store-worker.ts"
    : here.includes("/chunks/")
      ? "../store-worker.js"
      : "./store-worker.js";
  return new URL(/* @vite-ignore */ name, here);
}

/** The local copy of one connection: a writing and a reading side, each in a thread of its own. */
export interface InventoryStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: Remote<InventoryReader>;
  close(): Promise<void>;
}

/**
 * Opens the inventory database at that path, created where missing.
 * @throws AppFailure of kind `store`.
 */
export async function openInventoryStore(file: string): Promise<InventoryStore> {
  const writer = startWorker<InventoryWriter>(workerLocation(), { role: "writer", file });
  try {
    // The reader opens what the writer has created or migrated.
    await writer.describe();
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
  const reader = startWorker<InventoryReader>(workerLocation(), { role: "reader", file });
  return {
    writer,
    reader,
    close: async () => {
      await reader.close();
      await writer.close();
    },
  };
}

/** Opens the user's own database, created where missing. Failures come with the first call. */
export function openUserStore(file: string): Remote<UserStore> {
  return startWorker<UserStore>(workerLocation(), { role: "user", file });
}
