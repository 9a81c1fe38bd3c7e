import { createContext, use, useSyncExternalStore, type ReactNode } from "react";
import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { Live, LiveStore } from "./live-store.ts";

/** The core, as components reach it. */
interface HostServices {
  readonly host: HostApi;
  /** The core's answer when the page opened. */
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
}

const HostContext = createContext<HostServices | null>(null);

interface HostProviderProps {
  readonly services: HostServices;
  readonly children: ReactNode;
}

/** Provides the host to the components below. */
export function HostProvider({ services, children }: HostProviderProps) {
  return <HostContext value={services}>{children}</HostContext>;
}

/** The host, its first answer and its live values. @throws Error outside the provider. */
export function useHostServices(): HostServices {
  const services = use(HostContext);
  if (!services) throw new Error("No HostProvider above this component.");
  return services;
}

/** The typed calls to the core. */
export function useHost(): HostApi {
  return useHostServices().host;
}

/** One part of the live values; `select` must return a part of the snapshot itself, not a new object. */
export function useLive<T>(select: (live: Live) => T): T {
  const { live } = useHostServices();
  return useSyncExternalStore(live.subscribe, () => select(live.get()));
}
