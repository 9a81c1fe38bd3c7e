import type { ThreadTask } from "../../electron/store/database/worker-rpc.ts";

/** Runs a feature's task in a reader or writer of this thread. */
export function runHere<Context, Input, Output>(
  side: { runTask(name: string, input: unknown): unknown },
  task: ThreadTask<Context, Input, Output>,
  input: Input,
): Output {
  return side.runTask(task.name, input) as Output;
}
