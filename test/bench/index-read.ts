import { callHost } from "../e2e/host-client.ts";

/** The most ms to wait; reading a million rows takes far less. */
const READ_WITHIN = 180_000;

/**
 * Waits until the store answers by its index, which it loads after the first rows. From then on a page of
 * rows has its total.
 */
export async function indexRead(hostUrl: string): Promise<void> {
  const { connections } = await callHost(hostUrl, "bootstrap");
  const deadline = performance.now() + READ_WITHIN;
  for (;;) {
    const { total } = await callHost(hostUrl, "queryPage", {
      connectionId: connections.current ?? "",
      resource: "items",
      query: { version: 1, search: "the index" },
      offset: 0,
      limit: 1,
    });
    if (total !== null) return;
    if (performance.now() > deadline) throw new Error(`the index was not read within ${READ_WITHIN} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
