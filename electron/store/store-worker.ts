import { parentPort, workerData } from "node:worker_threads";
import { serve } from "./database/worker-rpc.ts";

/** The start data of a worker: the service and its file, which opens with the first call. */
export interface WorkerStart {
  readonly role: "writer" | "reader" | "user";
  readonly file: string;
}

/** Each thread loads only its own service: code of the others would cost every thread its memory. */
const SERVICES = {
  writer: async () => (await import("./ingest/inventory-writer.ts")).InventoryWriter,
  reader: async () => (await import("./index/inventory-reader.ts")).InventoryReader,
  user: async () => (await import("./user-data/user-store.ts")).UserStore,
};

if (!parentPort) throw new Error("store-worker.ts runs as a worker thread only");
const { role, file } = workerData as WorkerStart;
const Service = await SERVICES[role]();
serve(parentPort, () => new Service(file));
