/** Processor time of this process during a function, in ms. On a busy machine the function may wait for long. */
export async function processorTime(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
