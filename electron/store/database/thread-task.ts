/** A feature's work in a thread of the store. It runs as one transaction. */
export interface ThreadTask<Context, Input, Output> {
  /** Identifies the task across threads; unique. */
  readonly name: string;
  /** Does the work synchronously. Input and output must be cloneable. */
  run(context: Context, input: Input): Output;
}

/** The service of a thread, as far as tasks need it. */
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

/** Finds a task by its name. @throws if the thread has no such task: its list is incomplete. */
export function taskNamed<Context>(
  tasks: readonly ThreadTask<Context, unknown, unknown>[],
  name: string,
): ThreadTask<Context, unknown, unknown> {
  const task = tasks.find((one) => one.name === name);
  if (!task) throw new Error(`no task "${name}" in this thread`);
  return task;
}
