import type { CallOutput, HostApi } from "../../shared/contract.ts";
import { readWindowNumber } from "../../shared/window-names.ts";
import { findHost } from "../host/host.ts";
import { loadTableStates, type TableState } from "../table/table-states.ts";
import { loadSavedViews, type SavedViewStore } from "../table/views/saved-view-store.ts";
import { createLiveStore, type LiveStore } from "./live-store.ts";

/** What the page has to know before it can draw anything. */
export interface Opening {
  readonly host: HostApi;
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
  readonly savedViews: SavedViewStore;
  readonly tableStates: readonly TableState[];
  /** Of the window that the page is in. */
  readonly windowNumber: number;
}

/**
 * Finds the host and asks for all that the first paint needs. Part of the page's first, small script: nothing that it
 * imports may bring in the libraries.
 * @throws Error where there is no host. @throws AppFailure where the core does not answer.
 */
export async function openPage(): Promise<Opening> {
  const host = await findHost();
  const windowNumber = readWindowNumber(window.location.search);
  const { boot, live } = await createLiveStore(host);
  const [tableStates, savedViews] = await Promise.all([
    loadTableStates(host, boot.profiles, windowNumber),
    loadSavedViews(host, boot.profiles),
  ]);
  return { host, boot, live, savedViews, tableStates, windowNumber };
}
