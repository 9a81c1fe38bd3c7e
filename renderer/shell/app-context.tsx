import { createContext, use, useSyncExternalStore, type ReactNode } from "react";
import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { FirstGlance } from "../inventory/query/first-glance.ts";
import type { MarkStore } from "../inventory/query/mark-store.ts";
import type { LookKeeper } from "../inventory/early-paint/look-keeper.ts";
import type { ViewStore } from "../inventory/views/view-store.ts";
import type { SavedViewStore } from "../inventory/views/saved-view-store.ts";
import type { PageHistory } from "../inventory/navigation/page-history.ts";
import type { Live, LiveStore } from "../host/live-store.ts";

/** What the entry builds once and every component may use. */
export interface AppServices {
  readonly host: HostApi;
  readonly boot: CallOutput<"bootstrap">;
  readonly live: LiveStore;
  /** What each table shows. */
  readonly views: ViewStore;
  /** How each table looks, for when the page is opened again. */
  readonly looks: LookKeeper;
  /** Shows what a key has found before the page renders it. */
  readonly glance: FirstGlance;
  /** What a refresh changed in each table and nobody has seen. */
  readonly marks: MarkStore;
  /** The views that a table can be set to. */
  readonly savedViews: SavedViewStore;
  /** What was looked at and filtered, back and forward. */
  readonly history: PageHistory;
}

const AppContext = createContext<AppServices | null>(null);

/** Makes the services available below. */
export function AppServicesProvider({
  services,
  children,
}: {
  readonly services: AppServices;
  readonly children: ReactNode;
}) {
  return <AppContext value={services}>{children}</AppContext>;
}

/** All services; an error outside the provider. */
export function useServices(): AppServices {
  const services = use(AppContext);
  if (!services) throw new Error("No AppServicesProvider above this component.");
  return services;
}

/** The typed calls to the core. */
export function useHost(): HostApi {
  return useServices().host;
}

/** One part of what the core pushes; `select` must answer a part of the snapshot itself, not a new object. */
export function useLive<T>(select: (live: Live) => T): T {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, () => select(live.get()));
}
