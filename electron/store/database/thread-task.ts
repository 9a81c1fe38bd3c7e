/** Work of a feature that runs in a thread of the store, as one transaction. */
export interface ThreadTask<Context, Input, Output> {
  /** Names the task between threads; unique. */
  readonly name: string;
  /** Synchronous. Input and output can be cloned. */
  run(context: Context, input: Input): Output;
}

/** The side of a store that runs tasks. */
interface TaskThread {
  runTask(name: string, input: unknown): Promise<unknown>;
}

/** Runs a feature's task in its thread. */
export function runTask<Context, Input, Output>(
  thread: TaskThread,
  task: ThreadTask<Context, Input, Output>,
  input: Input,
): Promise<Output> {
  return thread.runTask(task.name, input) as Promise<Output>;
}

/** The task of a name. @throws if the thread has no such task: its list is incomplete. */
export function taskNamed<Context>(
  tasks: readonly ThreadTask<Context, unknown, unknown>[],
  name: string,
): ThreadTask<Context, unknown, unknown> {
  const task = tasks.find((one) => one.name === name);
  if (!task) throw new Error(`no task "${name}" in this thread`);
  return task;
}
