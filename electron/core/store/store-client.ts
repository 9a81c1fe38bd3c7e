import type { InventoryReader } from "./inventory-reader.ts";
import type { InventoryWriter } from "./inventory-writer.ts";
import type { UserStore } from "./user-store.ts";
import { startWorker, workerLocation, type Remote } from "./worker-rpc.ts";

const workerFile = (): URL => workerLocation(import.meta.url, "store-worker");

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
  const writer = startWorker<InventoryWriter>(workerFile(), { role: "writer", file });
  try {
    // The reader opens what the writer has created or migrated.
    await writer.describe();
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
  const reader = startWorker<InventoryReader>(workerFile(), { role: "reader", file });
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
  return startWorker<UserStore>(workerFile(), { role: "user", file });
}
