import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../../store/database/worker-rpc.ts";
import { EventLogStore } from "./event-log-store.ts";

// The thread of a receiver's event log, which may wait for the disk.
if (!parentPort) throw new Error("event-log-worker.ts runs as a worker thread only");
serve(parentPort, () => new EventLogStore(workerData as string));
