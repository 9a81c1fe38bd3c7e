import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../../store/database/worker-rpc.ts";
import type { CollectorFiles } from "../collector-store.ts";
import { Journal } from "./journal.ts";

// The thread that reads a leader's journal, so that publishing a whole copy keeps no answer waiting.
if (!parentPort) throw new Error("journal-worker.ts runs as a worker thread only");
serve(parentPort, () => new Journal(workerData as CollectorFiles));
