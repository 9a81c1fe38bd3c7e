import { vi } from "vitest";
import { systemClock } from "../../electron/base/clock.ts";
import { AppFailure, toAppError } from "../../shared/base/errors.ts";
import { exportFile } from "../../electron/delivery/files/export-file.ts";
import type { runExport } from "../../electron/delivery/files/run-export.ts";
import { CollectorStore } from "../../electron/features/collector/serving/collector-store.ts";
import { namingDamage, type CollectorFiles } from "../../electron/features/collector/serving/own-file.ts";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { READER_TASKS, WRITER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import type { WorkerStart } from "../../electron/hosts/core/store-worker.ts";
import { noticeDamage } from "../../electron/store/database/open-database.ts";
import type { Remote } from "../../electron/store/database/worker-rpc.ts";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { makeUserStore } from "../../electron/hosts/core/user-store.ts";

/** The service of a thread, and the function that names the service's errors. */
type Served = readonly [make: () => object, translate: (thrown: unknown) => unknown];

/** The services by the names of their threads' files. A thread that is not listed here starts as always. */
const SERVED: Readonly<Record<string, (start: unknown) => Served>> = {
  "store-worker.ts": (start) => {
    const { role, file, reopens, options } = start as WorkerStart;
    const make = {
      writer: () => new InventoryWriter(file, COMPUTATIONS, WRITER_TASKS, reopens),
      reader: () => new InventoryReader(file, READER_TASKS, options, systemClock),
      user: () => makeUserStore(file),
    }[role];
    return [make, (thrown) => noticeDamage(file, thrown)];
  },
  "collector-worker.ts": (start) => {
    const files = start as CollectorFiles;
    return [() => new CollectorStore(files), namingDamage(files)];
  },
};

/**
 * Setup file that runs the store's threads in the test's own thread. This saves a second of processor time for
 * each thread. Classes, files and promises are the same. Tests of threads are in `*.threads.test.ts`.
 */
vi.mock(import("../../electron/store/database/worker-rpc.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const startWorker: typeof original.startWorker = <T extends object>(
    location: URL,
    start: unknown,
    ...more: [number?, (() => void)?]
  ): Remote<T> => {
    const served = SERVED[location.pathname.split("/").at(-1) ?? ""]?.(start);
    if (!served) return original.startWorker<T>(location, start, ...more);
    const here = original.serveHere(...served);
    return original.remoteOf(async (method, args) => {
      // As between threads, nothing is shared, and the answer arrives in a later task.
      const given = structuredClone(args);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = (here as Record<string, (...all: readonly unknown[]) => Promise<unknown>>)[method];
      return structuredClone(await answer?.(...given));
    });
  };
  return { ...original, startWorker };
});

/** An export also runs in the test's thread, which saves another second for each export. */
vi.mock(import("../../electron/delivery/files/run-export.ts"), () => ({
  runExport: (async (job, watch) => {
    try {
      return await exportFile(structuredClone(job), watch);
    } catch (thrown) {
      throw new AppFailure(toAppError(thrown), { cause: thrown });
    }
  }) satisfies typeof runExport,
}));
