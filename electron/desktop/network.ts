import { app, session, type Session } from "electron";
import type { Fetch } from "../client/transport.ts";
import type { UpdateFetch } from "./updates/fetch-manifest.ts";

/** A session in memory that shares neither cookies nor cache nor rules with the pages. */
export const networkSession = (): Session => session.fromPartition("stockdeck-network", { cache: false });

/**
 * `fetch` over Chromium's network stack: the system's proxy and certificates. Requests wait until the app is ready. */
export const chromiumFetch: Fetch = async (url, init) => {
  await app.whenReady();
  return networkSession().fetch(url, { ...init, ...PLAIN });
};

/** The same for updates, which need no key and follow redirects; what comes is verified by its signature. */
export const updateFetch: UpdateFetch = async (url, init) => {
  await app.whenReady();
  return networkSession().fetch(url, { ...init, ...PLAIN });
};

const PLAIN = { credentials: "omit", bypassCustomProtocolHandlers: true } as const;
