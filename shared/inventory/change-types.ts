/** Changes of items, named like the events of the specification (specification 6, design 4.10). */
export const ITEM_CHANGES = [
  "inventory.item.created",
  "inventory.item.updated",
  "inventory.item.archived",
  "inventory.item.checked_out",
  "inventory.item.returned",
  "inventory.item.transferred",
] as const;

/**
 * Changes of material types and locations. The specification has one event for material types and one for locations;
 * each event also covers new records.
 */
export const REFERENCE_CHANGES = ["inventory.type.updated", "inventory.location.updated"] as const;

/** Changes without an event in the specification: a record is no longer returned, or is returned again. */
export const STOCKDECK_CHANGES = [
  "stockdeck.item.no_longer_returned",
  "stockdeck.item.returned_again",
  "stockdeck.type.no_longer_returned",
  "stockdeck.type.returned_again",
  "stockdeck.location.no_longer_returned",
  "stockdeck.location.returned_again",
] as const;

export const CHANGE_TYPES = [...ITEM_CHANGES, ...REFERENCE_CHANGES, ...STOCKDECK_CHANGES] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];
