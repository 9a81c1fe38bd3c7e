/** Resolves as soon as something holds; looks every few ms. @throws Error if it does not come to hold in time. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience = 10_000,
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
