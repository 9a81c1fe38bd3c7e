import type { InventoryReader } from "./inventory-reader.ts";
import type { InventoryWriter } from "./inventory-writer.ts";
import type { UserStore } from "./user-store.ts";
import { threadLocation } from "../thread.ts";
import { startWorker, type Remote } from "./worker-rpc.ts";

const workerFile = (): URL => threadLocation(import.meta.url, "store-worker");

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
  const writer = startWorker<InventoryWriter>(workerFile(), { role: "writer", file }, pagesOf);
  // Its thread starts beside the other one; what that creates or migrates it opens with its first call.
  const reader = startWorker<InventoryReader>(workerFile(), { role: "reader", file });
  const close = async (): Promise<void> => {
    await reader.close();
    await writer.close();
  };
  try {
    await writer.describe();
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { writer, reader, close };
}

/** Opens the user's own database, created where missing. Failures come with the first call. */
export function openUserStore(file: string): Remote<UserStore> {
  return startWorker<UserStore>(workerFile(), { role: "user", file });
}

/** A page's text is the writer's once it is handed to it: copying 100 kB a page, and freeing them, costs the main thread. */
function pagesOf(method: string, args: readonly unknown[]): ArrayBuffer[] {
  if (method !== "storePages") return [];
  const [, pages] = args as Parameters<InventoryWriter["storePages"]>;
  return pages.map(({ records }) => records.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
