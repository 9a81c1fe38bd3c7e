import { parentPort, workerData } from "node:worker_threads";
import { storeFailure } from "../../../store/database/store-error.ts";
import { serve } from "../../../store/database/worker-rpc.ts";

import { copyDamage, type CollectorFiles } from "../serving/own-file.ts";
import { Journal } from "./journal.ts";

// The thread that reads a leader's journal. The main thread can meanwhile answer clients.
if (!parentPort) throw new Error("journal-worker.ts runs as a worker thread only");
const { inventory, own } = workerData as CollectorFiles;
serve(
  parentPort,
  () => new Journal({ inventory, own }),
  (thrown) => (storeFailure(thrown).error.reason === "corrupt" ? copyDamage(inventory, thrown) : thrown),
);
