import "../../base/thread-language.ts";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../base/clock.ts";
import type { ReadingOptions } from "../../store/database/inventory-file.ts";
import { noticeDamage } from "../../store/database/open-database.ts";
import { serve } from "../../store/database/worker-rpc.ts";

/** The start data of a worker: the name of the service, and the file that the first call opens. */
export interface WorkerStart {
  readonly role: "writer" | "reader" | "user";
  readonly file: string;
  /** Only for a writer: whether an earlier writer or a reader has opened the file. */
  readonly reopens?: boolean;
  /** Only for a reader: its options. */
  readonly options?: ReadingOptions;
}

/** Each thread loads only its own service and the code of features for this service. This saves memory. */
const SERVICES = {
  writer: async () => {
    const { InventoryWriter } = await import("../../store/ingest/inventory-writer.ts");
    const { COMPUTATIONS } = await import("./computations.ts");
    const { WRITER_TASKS } = await import("./store-tasks.ts");
    return () => new InventoryWriter(file, COMPUTATIONS, WRITER_TASKS, reopens);
  },
  reader: async () => {
    const { InventoryReader } = await import("../../index/inventory-reader.ts");
    const { READER_TASKS } = await import("./store-tasks.ts");
    return () => new InventoryReader(file, READER_TASKS, options, systemClock);
  },
  user: async () => {
    const { makeUserStore } = await import("./user-store.ts");
    return () => makeUserStore(file);
  },
};

if (!parentPort) throw new Error("store-worker.ts runs as a worker thread only");
const { role, file, options, reopens } = workerData as WorkerStart;
serve(parentPort, await SERVICES[role](), (thrown) => noticeDamage(file, thrown));
