import { vi } from "vitest";
import { systemClock } from "../../electron/base/clock.ts";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { READER_TASKS, WRITER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import type { WorkerStart } from "../../electron/hosts/core/store-worker.ts";
import { noticeDamage } from "../../electron/store/database/open-database.ts";
import type { Remote } from "../../electron/store/database/worker-rpc.ts";
import { InventoryReader } from "../../electron/store/index/inventory-reader.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { UserStore } from "../../electron/store/user-data/user-store.ts";

/**
 * Setup file of the World: the store's threads run in the test's own thread, which saves a second of processor time for
 * each. Classes, files and promises are the same. A test that is about threads calls
 * `vi.unmock("…/electron/store/database/worker-rpc.ts")`.
 */
vi.mock(import("../../electron/store/database/worker-rpc.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const startWorker = <T extends object>(_location: URL, start: unknown): Remote<T> => {
    const { role, file, reopens, options } = start as WorkerStart;
    const make = {
      writer: () => new InventoryWriter(file, COMPUTATIONS, WRITER_TASKS, reopens),
      reader: () => new InventoryReader(file, READER_TASKS, options, systemClock),
      user: () => new UserStore(file),
    }[role];
    const here = original.serveHere<object>(make, (thrown) => noticeDamage(file, thrown));
    return original.remoteOf(async (method, args) => {
      // As between threads, nothing is shared, and the answer arrives in a later task.
      const given = structuredClone(args);
      await new Promise((resolve) => setImmediate(resolve));
      return structuredClone(
        await (here as Record<string, (...more: readonly unknown[]) => Promise<unknown>>)[method]?.(...given),
      );
    });
  };
  return { ...original, startWorker };
});
