import type { Clock } from "../base/clock.ts";
import { threadLocation } from "../base/thread.ts";
import type { InventoryReader, ReadingContext } from "../index/inventory-reader.ts";
import type { InventoryWriter } from "./ingest/inventory-writer.ts";
import { isInventoryReadable, type ReadingOptions } from "./database/inventory-file.ts";
import {
  runTask,
  type ThreadTask,
  restartable,
  serveHere,
  startWorker,
  type Remote,
  remoteOf,
} from "./database/worker-rpc.ts";
import { UserStore } from "./user-data/user-store.ts";
import { AppFailure } from "../../shared/base/errors.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** A service whose thread starts with the first call that needs it. A thread costs a launch 50 ms of processor time. */
interface LazyWorker<T> {
  readonly remote: Remote<T>;
  /** Starts the thread unless it runs already; all later calls go to it. */
  readonly start: () => void;
  /** Ends the thread after its last answer, which frees its memory. */
  readonly rest: () => Promise<void>;
}

/**
 * Makes a service whose thread starts when it is needed.
 * @param begin starts the thread.
 * @param here answers calls before the start. The first call that it does not know starts the thread.
 */
export function lazyWorker<T extends object>(
  begin: () => Remote<T>,
  here: Partial<Remote<T>>,
): LazyWorker<T> {
  let thread: Record<string, Call> | null = null;
  let resting: Promise<void> | null = null;
  let closed = false;
  const calls = here as Record<string, Call | undefined>;
  const started = (): Record<string, Call> => (thread ??= begin() as unknown as Record<string, Call>);
  const endThread = async (): Promise<void> => {
    try {
      await thread?.["close"]?.();
      thread = null;
    } catch {
      // If a thread cannot close, or has died, the next call fails.
    } finally {
      resting = null;
    }
  };
  return {
    remote: remoteOf(async (method, args) => {
      // Two threads with the same file open would keep separate row counts.
      if (resting) await resting;
      if (closed) throw new AppFailure({ kind: "internal", message: "This part of Stockdeck is closed." });
      if (method === "close" && !thread) {
        closed = true;
        return calls["close"]?.();
      }
      const answer = thread ? null : calls[method];
      return answer ? answer(...args) : started()[method]?.(...args);
    }),
    start: () => {
      if (!closed) started();
    },
    rest: () => {
      if (!closed && thread) resting ??= endThread();
      return resting ?? Promise.resolve();
    },
  };
}

/** The worker's file is in the host, which combines the store with its features. */
const workerFile = (): URL => threadLocation(import.meta.url, "store-worker", "../hosts/core");

/** Access to the copy of the open connection. */
export interface OpenCopy {
  /**
   * Finds the store of a profile.
   * @param profileId the profile's id; absent for the open profile.
   * @returns null if the profile has no copy.
   * @throws AppFailure `cancelled` if another profile is open.
   */
  storeOf(profileId: string | undefined): InventoryStore | null;
  /** The service's clock in ms since the epoch, or the best estimate of it. */
  serviceNow(): number;
}

/** Runs a feature's task on the open copy. @param fallback the result if there is no copy. @throws as `storeOf` does. */
export async function readOpenCopy<Input, Output>(
  current: Pick<OpenCopy, "storeOf">,
  profileId: string | undefined,
  task: ThreadTask<ReadingContext, Input, Output>,
  input: Input,
  fallback: Output,
): Promise<Output> {
  const store = current.storeOf(profileId);
  return store ? runTask(store.reader, task, input) : fallback;
}

/** The local copy of one connection: a writer and a reader, each in its own thread. */
export interface InventoryStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: Remote<InventoryReader>;
  /** Ends the writer's thread, which frees its memory; the next write starts it again. */
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
    // The writer repairs or replaces the file.
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

/** @param isOpen true for a file that the reader has opened: its writer must not replace it. */
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
      return startWorker(workerFile(), start, WRITER_YOUNG_GENERATION, onDeath);
    });
  return lazyWorker(begin, { describe: () => reader.describeCopy() });
}

/** Megabytes of the writer's young generation. With four, garbage collection takes a tenth of a first pull. */
const WRITER_YOUNG_GENERATION = 16;

/** Reads an inventory database in a thread; nothing is written. The file is opened with the first call. */
export const openInventoryReader = (file: string, options: ReadingOptions = {}): Remote<InventoryReader> =>
  restartable((onDeath) => startWorker(workerFile(), { role: "reader", file, options }, undefined, onDeath));

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

/** Ms after which the user database moves to its own thread. */
const LAUNCH_MS = 2_000;

/**
 * Opens the user's own database; failures reject the first call. During the launch it runs in this thread, later in its
 * own.
 */
export function openUserStore(file: string, clock: Pick<Clock, "after">): Remote<UserStore> {
  const here = serveHere(() => new UserStore(file));
  const begin = (): Remote<UserStore> => {
    const thread = restartable<UserStore>((onDeath) =>
      startWorker(workerFile(), { role: "user", file }, undefined, onDeath),
    );
    // Closing the last connection to a database waits for the disk. So this thread closes its own once the other thread
    // has opened one.
    const closeHere = (): void => void here.close().catch(() => undefined);
    thread.setAside().then(closeHere, closeHere);
    return thread;
  };
  const { remote, start } = lazyWorker(begin, here);
  clock.after(LAUNCH_MS, start);
  return remote;
}
