import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../store/database/worker-rpc.ts";
import { CollectorStore, type CollectorFiles } from "./collector-store.ts";

// The thread that reads what a collector serves, so that answers wait neither for the engine nor for the index.
if (!parentPort) throw new Error("collector-worker.ts runs as a worker thread only");
serve(parentPort, () => new CollectorStore(workerData as CollectorFiles));
