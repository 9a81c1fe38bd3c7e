import type { HostApi } from "../../shared/contract/contract.ts";
import { connectBrowserHost } from "./browser-host.ts";

declare global {
  interface Window {
    /** Set by the preload script of the Electron app. */
    readonly stockdeck?: HostApi;
  }
}

/**
 * How this page reaches the core: the bridge of the Electron app, or, in a development tree, the browser host
 * over a WebSocket.
 * @throws Error without either.
 */
export async function findHost(): Promise<HostApi> {
  if (window.stockdeck) return window.stockdeck;
  // A constant of the build: a packaged app contains neither this branch nor what it imports.
  if (import.meta.env.STOCKDECK_BROWSER_HOST) return connectBrowserHost(window.location);
  throw new Error("This page runs inside Stockdeck only.");
}
