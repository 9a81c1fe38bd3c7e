import { createContext, use, type ReactNode } from "react";
import type { LayoutSnapshots } from "./early-paint/layout-snapshots.ts";
import type { PageHistory } from "./navigation/page-history.ts";
import type { MarkStore } from "./query/mark-store.ts";
import type { SavedViewStore } from "./views/saved-view-store.ts";
import type { ViewStore } from "./views/view-store.ts";

/** The stores that the tables share; the shell creates them once. */
interface InventoryServices {
  /** What each table shows. */
  readonly views: ViewStore;
  /** The layout of each table, for the next start-up. */
  readonly layoutSnapshots: LayoutSnapshots;
  /** What a refresh changed in each table, until the user has seen it. */
  readonly marks: MarkStore;
  /** The views that a table can be set to. */
  readonly savedViews: SavedViewStore;
  /** Back and forward through screens, records and filters. */
  readonly history: PageHistory;
}

const InventoryContext = createContext<InventoryServices | null>(null);

interface InventoryProviderProps {
  readonly services: InventoryServices;
  readonly children: ReactNode;
}

/** Makes the stores available below. */
export function InventoryProvider({ services, children }: InventoryProviderProps) {
  return <InventoryContext value={services}>{children}</InventoryContext>;
}

/** The stores that the tables share. @throws Error outside the provider. */
export function useInventory(): InventoryServices {
  const services = use(InventoryContext);
  if (!services) throw new Error("No InventoryProvider above this component.");
  return services;
}
