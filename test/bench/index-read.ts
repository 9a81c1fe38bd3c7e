import { callHost } from "../e2e/host-client.ts";

/** Waits until the store answers by its index, which it reads after the first rows: then a window brings its total. */
export async function indexRead(hostUrl: string): Promise<void> {
  const { profiles } = await callHost(hostUrl, "bootstrap");
  for (;;) {
    const { total } = await callHost(hostUrl, "queryWindow", {
      profileId: profiles.current ?? "",
      resource: "items",
      query: { version: 1, search: "the index" },
      offset: 0,
      limit: 1,
    });
    if (total !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
