import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../../store/database/worker-rpc.ts";
import { namingDamage, type CollectorFiles } from "./own-file.ts";
import { CollectorStore } from "./collector-store.ts";

// The thread that reads a collector's data. With it, answers do not wait for the engine or the index.
if (!parentPort) throw new Error("collector-worker.ts runs as a worker thread only");
const files = workerData as CollectorFiles;
serve(parentPort, () => new CollectorStore(files), namingDamage(files));
