import { systemClock, type Clock } from "../../electron/base/clock.ts";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { READER_TASKS, WRITER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import type { InventoryStore } from "../../electron/index/inventory-store.ts";
import type { Remote } from "../../electron/store/database/worker-rpc.ts";

/** The inventory store without its threads, which take a second to start. Classes, file and promises are the same. */
export function openInProcess(file: string, clock: Clock = systemClock): InventoryStore {
  const writer = remote(new InventoryWriter(file, COMPUTATIONS, WRITER_TASKS));
  const reader = remote(new InventoryReader(file, READER_TASKS, {}, clock));
  const close = async (): Promise<void> => void (await Promise.all([reader.close(), writer.close()]));
  return { writer, reader, rest: async () => {}, close };
}

/** A service of this thread that behaves as if it were in another thread. */
export function remote<T extends object>(service: T): Remote<T> {
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    // As between threads, nothing is shared, and the answer arrives in a later task.
    const given = structuredClone(args);
    await new Promise((resolve) => setImmediate(resolve));
    return structuredClone(
      (service as Record<string, (...args: readonly unknown[]) => unknown>)[method]?.(...given),
    );
  };
  return new Proxy({} as Remote<T>, {
    get: (_target, method) =>
      typeof method === "string" && method !== "then"
        ? (...args: unknown[]) => call(method, args)
        : undefined,
  });
}
