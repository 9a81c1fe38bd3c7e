import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { Settings } from "../../shared/domain/settings.ts";
import { readWindowNumber } from "../../shared/contract/window-names.ts";
import { findHost } from "../host/host.ts";
import { requestEarlyRows, tableAt, type EarlyRows } from "../inventory/early-paint/early-rows.ts";
import { loadTableStates, type TableState } from "../inventory/views/table-states.ts";
import { loadSavedViews, type SavedViewStore } from "../inventory/views/saved-view-store.ts";
import { createLiveStore, type LiveStore } from "../host/live-store.ts";

/** What the page has to know before it can draw anything. */
export interface Opening {
  readonly host: HostApi;
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
  readonly savedViews: SavedViewStore;
  readonly tableStates: readonly TableState[];
  /** Of the table that the page opens with; null where it is not known how that will look. */
  readonly firstRows: EarlyRows | null;
  /** Settled when they are on screen, or will not come before the page. */
  readonly firstFrame: Promise<void>;
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
  showTheme(boot.settings.theme);
  const states = loadTableStates(host, boot.profiles, windowNumber);
  const [firstRows, tableStates, savedViews] = await Promise.all([
    // Whatever keeps them away, the page shows rows itself.
    openTable(host, boot, states, windowNumber).catch(() => null),
    states,
    loadSavedViews(host, boot.profiles),
  ]);
  const firstFrame = firstRows?.drawn.catch(() => undefined) ?? Promise.resolve();
  return { host, boot, live, savedViews, tableStates, firstRows, firstFrame, windowNumber };
}

/** Asks for the rows that the page opens with, unless the details of a record stand beside them. */
async function openTable(
  host: HostApi,
  { connection }: CallOutput<"bootstrap">,
  states: Promise<readonly TableState[]>,
  window: number,
): ReturnType<typeof requestEarlyRows> {
  const resource = tableAt(location.hash);
  if (!connection || resource === null || location.hash.includes("record=")) return null;
  const { profileId } = connection;
  const state = states.then(
    (all) => all.find((of) => of.profileId === profileId && of.resource === resource)?.text ?? null,
  );
  return requestEarlyRows(host, profileId, resource, state, window);
}

/** As Mantine will, once it is there: the first frame has the colours of the others. */
function showTheme(theme: Settings["theme"]): void {
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset["mantineColorScheme"] = dark ? "dark" : "light";
}
