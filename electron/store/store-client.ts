import { threadLocation } from "../base/thread.ts";
import type { InventoryReader, ReadingContext } from "./index/inventory-reader.ts";
import type { InventoryWriter } from "./ingest/inventory-writer.ts";
import { isInventoryReadable } from "./database/inventory-file.ts";
import { runTask, type ThreadTask } from "./database/thread-task.ts";
import { UserStore } from "./user-data/user-store.ts";
import { restartable, serveHere, startWorker, type Remote, remoteOf } from "./database/worker-rpc.ts";
import { AppFailure } from "../../shared/base/errors.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** A service whose thread starts with the first call that needs it. A thread costs a launch 50 ms of processor time. */
interface LazyWorker<T> {
  readonly remote: Remote<T>;
  /** Starts the thread if it does not run; all later calls go to it. */
  readonly start: () => void;
  /** Ends the thread after its last answer, which frees its memory. */
  readonly rest: () => Promise<void>;
}

/**
 * @param begin starts the thread.
 * @param here answers calls until then; the first that it does not know starts the thread.
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
  const end = async (): Promise<void> => {
    try {
      await thread?.["close"]?.();
      thread = null;
    } catch {
      // A thread that cannot close, or has died, fails the next call.
    } finally {
      resting = null;
    }
  };
  return {
    remote: remoteOf(async (method, args) => {
      // Two that have a file open at once would each count its rows for themselves.
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
      if (!closed && thread) resting ??= end();
      return resting ?? Promise.resolve();
    },
  };
}

/** The file is in the host, which puts the store and its features together. */
const workerFile = (): URL => threadLocation(import.meta.url, "store-worker", "../hosts/core");

/** Access to the copy of the open connection. */
export interface OpenCopy {
  /**
   * @param meant the profile that the caller means; absent for the open one.
   * @returns null if it has no copy.
   * @throws AppFailure `cancelled` if another profile is open.
   */
  storeOf(meant: string | undefined): InventoryStore | null;
  /** The service's clock as far as it is known; ms since the epoch. */
  serviceNow(): number;
}

/** Runs a feature's task on the open copy. @param without the answer if there is no copy. @throws as `storeOf` does. */
export async function readOpenCopy<Input, Output>(
  current: Pick<OpenCopy, "storeOf">,
  meant: string | undefined,
  task: ThreadTask<ReadingContext, Input, Output>,
  input: Input,
  without: Output,
): Promise<Output> {
  const store = current.storeOf(meant);
  return store ? runTask(store.reader, task, input) : without;
}

/** The local copy of one connection: a writing and a reading side, each in a thread of its own. */
export interface InventoryStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: Remote<InventoryReader>;
  /** Ends the writer's thread, which frees its memory; the next write starts it again. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the inventory database at that path, created if missing. @throws AppFailure of kind `store`. */
export async function openInventoryStore(file: string): Promise<InventoryStore> {
  return (isInventoryReadable(file) ? await openToRead(file) : null) ?? openToWrite(file);
}

/** Opens one that only has to be read: its writer begins with the first thing that is written. Null if it cannot be. */
async function openToRead(file: string): Promise<InventoryStore | null> {
  const reader = startReader(file);
  try {
    await reader.describeCopy();
  } catch {
    // The writer repairs or replaces the file.
    await reader.close();
    return null;
  }
  return bothOf(lateWriter(file, reader), reader);
}

/** Opens one that is created or migrated first, or set aside. */
async function openToWrite(file: string): Promise<InventoryStore> {
  // Both threads start at once. The reader opens with its first call, after the writer has created or migrated the
  // file.
  const reader = startReader(file);
  const writer = lateWriter(file, reader);
  writer.start();
  const store = bothOf(writer, reader);
  try {
    await store.writer.describe();
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
  return store;
}

const lateWriter = (file: string, reader: InventoryStore["reader"]): LazyWorker<InventoryWriter> =>
  lazyWorker(() => startWriter(file), { describe: () => reader.describeCopy() });

/** Megabytes for the objects of pages while they are stored: with four, a tenth of a first pull is garbage collection. */
const PAGES_AT_ONCE = 16;

const startWriter = (file: string): Remote<InventoryWriter> =>
  restartable((onDeath) => startWorker(workerFile(), { role: "writer", file }, PAGES_AT_ONCE, onDeath));
const startReader = (file: string): Remote<InventoryReader> =>
  restartable((onDeath) => startWorker(workerFile(), { role: "reader", file }, undefined, onDeath));

function bothOf(writer: LazyWorker<InventoryWriter>, reader: InventoryStore["reader"]): InventoryStore {
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

/** Ms for which the user's own database is read by the thread that opened it. */
const LAUNCH = 2_000;

/** Opens the user's own database; failures reject the first call. Its thread starts later, after the launch. */
export function openUserStore(file: string): Remote<UserStore> {
  const here = serveHere(() => new UserStore(file));
  const begin = (): Remote<UserStore> => {
    const thread = restartable<UserStore>((onDeath) =>
      startWorker(workerFile(), { role: "user", file }, undefined, onDeath),
    );
    // The last to close a database waits for the disk, so the thread opens it first.
    const leave = (): void => void here.close().catch(() => undefined);
    thread.setAside().then(leave, leave);
    return thread;
  };
  const { remote, start } = lazyWorker(begin, here);
  setTimeout(start, LAUNCH).unref();
  return remote;
}
