import { createContext, use } from "react";
import type { LayoutSnapshots } from "./early-paint/layout-snapshots.ts";
import type { PageHistory } from "./navigation/page-history.ts";
import type { MarkStore } from "./query/change-marks.ts";
import type { SavedViewStore } from "./views/saved-state.ts";
import type { ViewStore } from "./views/view-store.ts";

/** The stores that the tables share; the shell creates them once. */
export interface InventoryServices {
  readonly views: ViewStore;
  readonly layoutSnapshots: LayoutSnapshots;
  readonly marks: MarkStore;
  readonly savedViews: SavedViewStore;
  readonly history: PageHistory;
}

export const InventoryContext = createContext<InventoryServices | null>(null);

/** The stores that the tables share. @throws Error outside the provider. */
export function useInventory(): InventoryServices {
  const services = use(InventoryContext);
  if (!services) throw new Error("No InventoryContext above this component.");
  return services;
}
