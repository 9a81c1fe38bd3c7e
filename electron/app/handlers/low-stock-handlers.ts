import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The thresholds below which material types count as low. */
export function lowStockHandlers({ lowStock, startup: { opened } }: HandlerParts) {
  return {
    getThresholds: ({ profileId }) => lowStock.get(profileId),
    saveThresholds: (input) => opened.then(() => lowStock.save(input)),
  } satisfies Partial<Handlers>;
}
