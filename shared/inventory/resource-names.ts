/** The three resources that the service exposes (specification 1). */
export const RESOURCES = ["items", "types", "locations"] as const;
export type Resource = (typeof RESOURCES)[number];

/** The values of `status` that specification 2.1 names; a record may carry others, shown as they are. */
export const ITEM_STATUSES = ["available", "checked_out", "archived"] as const;

/** The values of `weightSource` that specification 2.1 names. */
export const WEIGHT_SOURCES = ["scale", "manual"] as const;

/** No real id or name comes near this; a longer one is a broken record, and is quarantined. */
export const MAX_TEXT_LENGTH = 10_000;
/** Malformed records that are kept; the status counts no more. */
export const KEPT_MALFORMED = 1_000;
