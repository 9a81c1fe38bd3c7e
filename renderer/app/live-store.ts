import type { CallOutput, HostApi } from "../../shared/contract.ts";
import type { Settings } from "../../shared/settings.ts";
import type { Connection, SyncStatus } from "../../shared/status.ts";

/** What the core keeps telling the page. */
export interface Live {
  readonly connection: Connection | null;
  readonly settings: Settings;
  readonly status: SyncStatus;
}

/** Holds the latest of every pushed value, for `useSyncExternalStore`. */
export interface LiveStore {
  readonly get: () => Live;
  /** For what a call answered before its event arrived. */
  readonly patch: (part: Partial<Live>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Starts from what `bootstrap` answered and follows the host's events for the page's whole life. */
export function createLiveStore(host: HostApi, boot: CallOutput<"bootstrap">): LiveStore {
  const listeners = new Set<() => void>();
  let live: Live = { connection: boot.connection, settings: boot.settings, status: boot.status };
  const patch = (part: Partial<Live>): void => {
    live = { ...live, ...part };
    for (const listener of listeners) listener();
  };
  host.onConnection((connection) => patch({ connection }));
  host.onSettings((settings) => patch({ settings }));
  host.onStatus((status) => patch({ status }));
  return {
    get: () => live,
    patch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
