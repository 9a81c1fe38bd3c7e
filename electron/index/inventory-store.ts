import { isInventoryReadable, type ReadingOptions } from "../store/database/inventory-file.ts";
import { lazyWorker, storeWorkerFile, type LazyWorker } from "../store/database/lazy-worker.ts";
import {
  restartable,
  runTask,
  startWorker,
  type Remote,
  type ThreadTask,
} from "../store/database/worker-rpc.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { InventoryReader } from "./inventory-reader.ts";
import type { ReadingContext } from "./reading-context.ts";

/** Access to the copy of the open connection. */
export interface OpenCopy {
  /**
   * Finds the store of a connection.
   * @param connectionId the connection's id; absent for the open connection.
   * @returns null if the connection has no copy.
   * @throws AppFailure `cancelled` if another connection is open.
   */
  storeOf(connectionId: string | undefined): InventoryStore | null;
  /** The service's clock in ms since the epoch, or the best estimate of it. */
  serviceNow(): number;
}

/**
 * Runs a feature's task on the open copy.
 * @param fallback the result if there is no copy.
 * @throws as `storeOf` does.
 */
export async function readOpenCopy<Input, Output>(
  current: Pick<OpenCopy, "storeOf">,
  connectionId: string | undefined,
  task: ThreadTask<ReadingContext, Input, Output>,
  input: Input,
  fallback: Output,
): Promise<Output> {
  const store = current.storeOf(connectionId);
  return store ? runTask(store.reader, task, input) : fallback;
}

/** The local copy of one connection: a writer and a reader, each in its own thread. */
export interface InventoryStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: Remote<InventoryReader>;
  /** Ends the writer's thread, which frees its memory. The next write starts the thread again. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the inventory database at a path; creates it if missing. @throws AppFailure of kind `store`. */
export async function openInventoryStore(file: string): Promise<InventoryStore> {
  return (isInventoryReadable(file) ? await openToRead(file) : null) ?? openToWrite(file);
}

/**
 * Opens an existing database for reading; the writer's thread starts with the first write.
 * @returns null if the file cannot be read.
 */
async function openToRead(file: string): Promise<InventoryStore | null> {
  const reader = openInventoryReader(file);
  try {
    await reader.describeCopy();
  } catch {
    // The writer will repair or replace the file.
    await reader.close();
    return null;
  }
  return inventoryStore(lazyWriter(file, reader, true), reader);
}

/** Opens a database that the writer first creates, migrates or sets aside. */
async function openToWrite(file: string): Promise<InventoryStore> {
  // Both threads start at once. The reader opens the file with its first call, after the writer has created or migrated
  // it.
  const reader = openInventoryReader(file);
  const writer = lazyWriter(file, reader, false);
  writer.start();
  const store = inventoryStore(writer, reader);
  try {
    await store.writer.describe();
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
  return store;
}

/** @param isOpen true if the reader has opened the file, which the writer must then keep. */
function lazyWriter(
  file: string,
  reader: InventoryStore["reader"],
  isOpen: boolean,
): LazyWorker<InventoryWriter> {
  let reopens = isOpen;
  const begin = (): Remote<InventoryWriter> =>
    restartable((onDeath) => {
      const start = { role: "writer", file, reopens };
      reopens = true;
      return startWorker(storeWorkerFile(), start, WRITER_YOUNG_GENERATION, onDeath);
    });
  return lazyWorker(begin, { describe: () => reader.describeCopy() });
}

/** Megabytes for the writer's new objects. With four, garbage collection takes a tenth of a first pull. */
const WRITER_YOUNG_GENERATION = 16;

/**
 * Starts a reader of an inventory database, in its own thread. It opens the file with its first call, and writes
 * nothing.
 */
export const openInventoryReader = (file: string, options: ReadingOptions = {}): Remote<InventoryReader> =>
  restartable((onDeath) =>
    startWorker(storeWorkerFile(), { role: "reader", file, options }, undefined, onDeath),
  );

function inventoryStore(
  writer: LazyWorker<InventoryWriter>,
  reader: InventoryStore["reader"],
): InventoryStore {
  return {
    writer: writer.remote,
    reader,
    rest: writer.rest,
    close: async () => {
      await reader.close();
      await writer.remote.close();
    },
  };
}
