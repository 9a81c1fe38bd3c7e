import { app, session } from "electron";
import type { Fetch } from "../client/transport.ts";

/**
 * `fetch` over Chromium's network stack: the system's proxy and certificates. It has a session of its own, in
 * memory, that shares neither cookies nor cache nor rules with the pages. Requests wait until the app is ready.
 */
export const chromiumFetch: Fetch = async (url, init) => {
  await app.whenReady();
  return session
    .fromPartition("stockdeck-network", { cache: false })
    .fetch(url, { ...init, credentials: "omit", bypassCustomProtocolHandlers: true });
};
