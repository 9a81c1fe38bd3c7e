import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { ProfileList } from "../../shared/domain/profiles.ts";
import type { Settings } from "../../shared/domain/settings.ts";
import type { Connection, SyncStatus } from "../../shared/domain/status.ts";
import { unwrap } from "./unwrap.ts";

/** What the core keeps telling the page. */
export interface Live {
  readonly connection: Connection | null;
  readonly profiles: ProfileList;
  readonly settings: Settings;
  readonly status: SyncStatus;
}

/** Holds the latest of every pushed value, for `useSyncExternalStore`. */
export interface LiveStore {
  readonly get: () => Live;
  /** For what a call answered before its event arrived. */
  readonly patch: (part: Partial<Pick<Live, "settings">>) => void;
  /** The same for the connection; another profile's, or none, comes with its status, and by the event alone. */
  readonly adopt: (connection: Connection | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Asks for what the first paint needs and follows the host's events for the page's whole life. It listens before it
 * asks: an event between the answer and a later subscription would be lost. What is told before the answer is
 * older than the answer.
 */
export async function createLiveStore(
  host: HostApi,
): Promise<{ readonly boot: CallOutput<"bootstrap">; readonly live: LiveStore }> {
  const listeners = new Set<() => void>();
  let live: Live | null = null;
  const patch = (part: Partial<Live>): void => {
    if (!live) return;
    live = { ...live, ...part };
    for (const listener of listeners) listener();
  };
  const adopt = (connection: Connection | null): void => {
    if (connection?.profileId === live?.connection?.profileId) patch({ connection });
  };
  host.onSwitched(({ connection, status }) => patch({ connection, status }));
  host.onConnection(adopt);
  host.onProfiles((profiles) => patch({ profiles }));
  host.onSettings((settings) => patch({ settings }));
  host.onStatus((status) => patch({ status }));
  const boot = await unwrap(host.bootstrap());
  const { connection, profiles, settings, status } = boot;
  const first: Live = { connection, profiles, settings, status };
  live = first;
  return {
    boot,
    live: {
      get: () => live ?? first,
      patch,
      adopt,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
