import { parentPort } from "node:worker_threads";
import { serve } from "../../../../../electron/store/database/worker-rpc.ts";
import { AppFailure, QueryError } from "../../../../../shared/base/errors.ts";

/** The service that worker-rpc.test.ts starts in a thread. */
const service = {
  echo: (value: unknown) => value,
  fail: (kind: string) => {
    if (kind === "store")
      throw new AppFailure({ kind: "store", reason: "full", message: "The disk is full.", requestId: "r-1" });
    if (kind === "query") throw new QueryError('items have no field "colour"');
    throw new TypeError("secret detail");
  },
  die: (how: string) => {
    if (how === "exit") process.exit(3);
    // The error is thrown outside the call, like a defect in a callback, and before the next message is read.
    queueMicrotask(() => {
      throw new Error("thread died");
    });
  },
  close: () => {},
};

if (parentPort) serve(parentPort, () => service);
