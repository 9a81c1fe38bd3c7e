import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { InventoryReader } from "./inventory-reader.ts";
import { InventoryWriter } from "./inventory-writer.ts";
import { UserStore } from "./user-store.ts";
import { serve, serveFailure } from "./worker-rpc.ts";

/** What a worker is started with: which service, over which file. */
const startSchema = z.object({ role: z.enum(["writer", "reader", "user"]), file: z.string() });

const SERVICES = { writer: InventoryWriter, reader: InventoryReader, user: UserStore };

if (!parentPort) throw new Error("store-worker.ts runs as a worker thread only");
const { role, file } = startSchema.parse(workerData);
try {
  serve(parentPort, new SERVICES[role](file));
} catch (thrown) {
  serveFailure(parentPort, thrown);
}
