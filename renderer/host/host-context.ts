import { createContext, use, useMemo, useSyncExternalStore } from "react";
import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { Live, LiveStore } from "./live-store.ts";

export interface HostServices {
  readonly host: HostApi;
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
}

export const HostContext = createContext<HostServices | null>(null);

/** The host, the first answer of the host, and its live values. @throws Error outside the provider. */
export function useHostServices(): HostServices {
  const services = use(HostContext);
  if (!services) throw new Error("No HostContext above this component.");
  return services;
}

/** The typed calls to the core. */
export function useHost(): HostApi {
  return useHostServices().host;
}

/** A part of the live values. `select` must return a part of the snapshot itself, not a new object. */
export function useLive<T>(select: (live: Live) => T): T {
  const { live } = useHostServices();
  return useSyncExternalStore(live.subscribe, () => select(live.get()));
}

export const ConnectionContext = createContext<string | null>(null);

/** The id of the open connection. @throws Error on the first screen, which has no connection. */
export function useConnectionId(): string {
  const connectionId = use(ConnectionContext);
  if (connectionId === null) throw new Error("No ConnectionContext above this component.");
  return connectionId;
}

/**
 * Access to one connection's local copy: every call names the connection, so rows never appear under another
 * connection's name.
 */
export interface ConnectionApi {
  readonly host: HostApi;
  readonly connectionId: string;
}

/** The host, and the connection that is open. */
export function useConnectionApi(): ConnectionApi {
  const host = useHost();
  const connectionId = useConnectionId();
  return useMemo(() => ({ host, connectionId }), [host, connectionId]);
}
