import { texts } from "../base/text/texts.ts";

/** The resources that the service provides (specification 1). */
export const RESOURCES = ["items", "types", "locations"] as const;
export type Resource = (typeof RESOURCES)[number];

export const RESOURCE_LABELS: Readonly<Record<Resource, string>> = texts("inventory.resources", {
  items: "Items",
  types: "Material types",
  locations: "Locations",
});

/** The values of `status` in specification 2.1. Other values are shown unchanged. */
export const ITEM_STATUSES = ["available", "checked_out", "archived"] as const;

/** The values of `weightSource` in specification 2.1. */
export const WEIGHT_SOURCES = ["scale", "manual"] as const;

/**
 * The most characters of an id or name, far above real ones. A record with a longer text is broken, and is quarantined.
 */
export const MAX_TEXT_LENGTH = 10_000;
/** The most malformed records that are kept and counted. */
export const KEPT_MALFORMED = 1_000;
