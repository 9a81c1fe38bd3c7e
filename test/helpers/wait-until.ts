/** The shortest and the longest rest between two checks, in ms. */
const [SHORTEST_REST, LONGEST_REST] = [5, 100];

/**
 * Resolves as soon as a condition holds. It waits between checks at least as long as a check takes, because
 * checks slow the code under test.
 * @param patience ms. The default is for a machine that is busy with other tests.
 * @throws Error if the condition does not hold in time.
 */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience = 30_000,
): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    const begin = performance.now();
    if (await holds()) return;
    const now = performance.now();
    if (now > deadline) throw new Error(`waited ${patience} ms in vain for: ${what}`);
    const rest = Math.min(Math.max(SHORTEST_REST, now - begin), LONGEST_REST);
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
