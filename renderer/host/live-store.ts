import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { ConnectionList } from "../../shared/inventory/connections.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import type { Connection, SyncStatus } from "../../shared/inventory/status.ts";
import { Emitter } from "../base/emitter.ts";
import { unwrap } from "../base/unwrap.ts";

export interface Live {
  readonly connection: Connection | null;
  readonly connections: ConnectionList;
  readonly settings: Settings;
  readonly status: SyncStatus;
}

/** The latest value of every push, for `useSyncExternalStore`. */
export interface LiveStore {
  readonly get: () => Live;
  /** Applies the answer of a call before the push about it arrives. */
  readonly patch: (part: Partial<Pick<Live, "settings">>) => void;
  /**
   * Updates the open connection from an answer. If another connection is open, the answer is ignored, because a push
   * brings the connection and its status together.
   */
  readonly adopt: (connection: Connection | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Fetches the values of the first paint and follows the host's events. The store subscribes to the events before it
 * fetches, so that no event is lost.
 */
export async function createLiveStore(
  host: HostApi,
): Promise<{ readonly boot: CallOutput<"bootstrap">; readonly live: LiveStore }> {
  const { emit, subscribe } = new Emitter();
  let live: Live | null = null;
  const patch = (part: Partial<Live>): void => {
    if (!live) return;
    live = { ...live, ...part };
    emit();
  };
  const adopt = (connection: Connection | null): void => {
    if (connection?.connectionId === live?.connection?.connectionId) patch({ connection });
  };
  host.onSwitched(({ connection, status }) => patch({ connection, status }));
  host.onConnection(adopt);
  host.onConnections((connections) => patch({ connections }));
  host.onSettings((settings) => patch({ settings }));
  host.onStatus((status) => patch({ status }));
  const boot = await unwrap(host.bootstrap());
  const { connection, connections, settings, status } = boot;
  const first: Live = { connection, connections, settings, status };
  live = first;
  return {
    boot,
    live: {
      get: () => live ?? first,
      patch,
      adopt,
      subscribe,
    },
  };
}
