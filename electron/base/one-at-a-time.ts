/** Runs tasks one at a time, in the order of the calls. A failed task does not stop the next one. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/**
 * Lets callers share the runs of a task. Runs never overlap, and each run begins after the calls that share it. So any
 * number of callers causes one run at a time, and no caller gets an outdated value.
 */
export function sharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  const run = oneAtATime();
  let next: Promise<T> | null = null;
  return () =>
    (next ??= run(() => {
      next = null;
      return work();
    }));
}
