import { errorsInLanguage } from "../host/errors-in-language.ts";
import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import { readWindowNumber } from "../../shared/features/windows/window-names.ts";
import { setLocale } from "../../shared/base/text/locale.ts";
import { SHEET } from "./sheet.ts";
import { connectBrowserHost } from "../host/browser-host.ts";
import { requestEarlyRows, tableAt, type EarlyRows } from "../table/early-paint/early-rows.ts";
import {
  loadTableStates,
  loadSavedViews,
  type TableState,
  type SavedViewStore,
} from "../table/views/saved-state.ts";
import { createLiveStore, type LiveStore } from "../host/live-store.ts";

export interface Opening {
  readonly host: HostApi;
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
  readonly savedViews: SavedViewStore;
  readonly tableStates: readonly TableState[];
  /** The first rows of the page's first table; null if the layout of the table is unknown. */
  readonly firstRows: EarlyRows | null;
  /** Resolves when the rows are on screen, or when no early paint is possible. */
  readonly firstFrame: Promise<void>;
  readonly windowNumber: number;
}

/**
 * Fetches everything that the first paint needs. No import of this module may load the libraries. @throws Error,
 * AppFailure.
 */
export async function openPage(): Promise<Opening> {
  const host = await findHost();
  const windowNumber = readWindowNumber(window.location.search);
  const { boot, live } = await createLiveStore(host);
  setLocale(boot.locale ?? undefined);
  showTheme(SHEET === null ? boot.settings.theme : "light");
  const states = loadTableStates(host, boot.connections, windowNumber);
  const [firstRows, tableStates, savedViews] = await Promise.all([
    // If the early request fails, the table requests its rows itself.
    openTable(host, boot, states, windowNumber).catch(() => null),
    states,
    loadSavedViews(host, boot.connections),
  ]);
  // Without early rows, the page opens empty and loads its rows.
  const firstFrame = firstRows?.drawn.catch(() => undefined) ?? Promise.resolve();
  return { host, boot, live, savedViews, tableStates, firstRows, firstFrame, windowNumber };
}

/** Fetches the first rows of the page's first table; null if a record's details are open. */
async function openTable(
  host: HostApi,
  { connection }: CallOutput<"bootstrap">,
  states: Promise<readonly TableState[]>,
  window: number,
): ReturnType<typeof requestEarlyRows> {
  const resource = tableAt(location.hash);
  if (!connection || resource === null || location.hash.includes("record=")) return null;
  const { connectionId } = connection;
  const state = states.then(
    (all) => all.find((of) => of.connectionId === connectionId && of.resource === resource)?.text ?? null,
  );
  return requestEarlyRows(host, connectionId, resource, state, window);
}

/** Sets the theme that Mantine will set. So the first frame has the right colours. */
function showTheme(theme: Settings["theme"]): void {
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset["mantineColorScheme"] = dark ? "dark" : "light";
}

declare global {
  interface Window {
    readonly stockdeck?: HostApi;
  }
}

/**
 * The connection to the core: the app's bridge or, in development, the browser host. @throws Error if there is
 * neither.
 */
async function findHost(): Promise<HostApi> {
  if (window.stockdeck) return errorsInLanguage(window.stockdeck);
  // The condition is a build constant, so that a packaged app contains neither this branch nor its imports.
  if (import.meta.env.STOCKDECK_BROWSER_HOST)
    return errorsInLanguage(await connectBrowserHost(window.location));
  throw new Error("This page runs inside Stockdeck only.");
}
