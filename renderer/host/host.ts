import type { HostApi } from "../../shared/contract/contract.ts";
import { connectBrowserHost } from "./browser-host.ts";

declare global {
  interface Window {
    readonly stockdeck?: HostApi;
  }
}

/** The core as this page reaches it: the bridge of the app or, in development, the browser host. @throws Error without. */
export async function findHost(): Promise<HostApi> {
  if (window.stockdeck) return window.stockdeck;
  // A constant of the build: a packaged app contains neither this branch nor what it imports.
  if (import.meta.env.STOCKDECK_BROWSER_HOST) return connectBrowserHost(window.location);
  throw new Error("This page runs inside Stockdeck only.");
}
