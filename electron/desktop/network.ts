import { session } from "electron";
import type { Fetch } from "../client/transport.ts";

/**
 * `fetch` over Chromium's network stack: the system's proxy and certificates. It has a session of its own, in
 * memory, that shares neither cookies nor cache nor rules with the pages. Usable once the app is ready.
 */
export function createFetch(): Fetch {
  return (url, init) =>
    session
      .fromPartition("stockdeck-network", { cache: false })
      .fetch(url, { ...init, credentials: "omit", bypassCustomProtocolHandlers: true });
}
