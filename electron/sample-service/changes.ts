import { ITEM_CHANGES, REFERENCE_CHANGES } from "../../shared/inventory/change-types.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Item, RecordOf } from "../../shared/inventory/resources.ts";

/** The event types that specification 6 names. */
export const EVENT_TYPES = [...ITEM_CHANGES, ...REFERENCE_CHANGES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

interface ChangeOf<R extends Resource> {
  readonly type: EventType;
  readonly resource: R;
  readonly id: string;
  /** ISO 8601; the moment at which the service made the change. */
  readonly occurredAt: string;
  /** Null if the record is new. */
  readonly before: RecordOf[R] | null;
  readonly after: RecordOf[R];
}

/** One change of the company, from which a webhook is made (specification 2.7 and 6). */
export type SampleChange = { [R in Resource]: ChangeOf<R> }[Resource];

/**
 * The one event that a change of an item causes. The specification leaves this open (section 6, gaps); here a change of
 * status ranks above a change of place, and that above any other field.
 */
export function itemEvent(before: Item | null, after: Item): EventType {
  if (before === null) return "inventory.item.created";
  if (before.status !== after.status) {
    if (after.status === "archived") return "inventory.item.archived";
    if (after.status === "checked_out") return "inventory.item.checked_out";
    if (before.status === "checked_out") return "inventory.item.returned";
  }
  return before.locationId === after.locationId ? "inventory.item.updated" : "inventory.item.transferred";
}
