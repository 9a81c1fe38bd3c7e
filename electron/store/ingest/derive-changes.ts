import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import type { Change } from "../../../shared/inventory/changes.ts";
import { specifiedField } from "../../../shared/inventory/fields.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** A record as it was received. */
export type Received = Readonly<Record<string, unknown>>;
/** Old and new values by the API's field names. An absent field is null; both values of an unknown field are null. */
export type ChangedFields = Change["fields"];

/** A change that follows from two versions of a record. */
export interface Derived {
  readonly type: ChangeType;
  readonly fields: ChangedFields;
  /** The service's own time of the change, as it was received; null if there is none. */
  readonly stamp: unknown;
}

const SINGULAR = { items: "item", types: "type", locations: "location" } as const;

/**
 * Derives the changes between two versions of a record (design 4.10). Specification 6 leaves open what causes each
 * event. Here a new status gives the type; a new holder of an item that stays checked out is a check-out; a new
 * location is a transfer; anything else is an update. A new status and a new location at once are two changes, and
 * other fields belong to the first.
 * @param before null for a new record.
 */
export function deriveChanges(
  resource: Resource,
  before: Received | null,
  after: Received,
): readonly Derived[] {
  const fields = changedFields(resource, before ?? {}, after);
  if (Object.keys(fields).length === 0) return [];
  if (resource !== "items") {
    return [{ type: `inventory.${SINGULAR[resource]}.updated`, fields, stamp: after["updatedAt"] ?? null }];
  }
  if (!before) return [{ type: "inventory.item.created", fields, stamp: after["createdAt"] ?? null }];
  const custody = custodyChange(before, after);
  const { locationId, ...rest } = fields;
  if (custody && locationId)
    return [withStamp(custody, rest, after), withStamp("inventory.item.transferred", { locationId }, after)];
  const other = locationId ? "inventory.item.transferred" : "inventory.item.updated";
  return [withStamp(custody ?? other, fields, after)];
}

/** The type of change for a record that is no longer returned, or returned again. */
export function presenceChange(resource: Resource, present: boolean): ChangeType {
  return `stockdeck.${SINGULAR[resource]}.${present ? "returned_again" : "no_longer_returned"}`;
}

/** The type of change that a new status or holder means; null if both are unchanged. */
function custodyChange(before: Received, after: Received): ChangeType | null {
  const [was, is] = [before["status"] ?? null, after["status"] ?? null];
  if (was !== is) {
    if (is === "archived") return "inventory.item.archived";
    if (is === "checked_out") return "inventory.item.checked_out";
    return was === "checked_out" && is === "available" ? "inventory.item.returned" : null;
  }
  const holder = after["checkedOutToUserId"] ?? null;
  const handedOn =
    is === "checked_out" && holder !== null && (before["checkedOutToUserId"] ?? null) !== holder;
  return handedOn ? "inventory.item.checked_out" : null;
}

const OWN_STAMPS: ReadonlyMap<ChangeType, string> = new Map([
  ["inventory.item.checked_out", "checkedOutAt"],
  ["inventory.item.archived", "archivedAt"],
]);

function withStamp(type: ChangeType, fields: ChangedFields, after: Received): Derived {
  // The record's own time for this event, if that time is new. Otherwise the time of the record's last update.
  const own = OWN_STAMPS.get(type);
  const stamp = own !== undefined && own in fields ? after[own] : null;
  return { type, fields, stamp: stamp ?? after["updatedAt"] ?? null };
}

/** A record with null instead of empty texts, because both mean no value (`encode`). Its name stays unchanged. */
export function withoutEmptyTexts(resource: Resource, record: Received): Received {
  const empty = Object.keys(record).filter(
    (name) => record[name] === "" && name !== "name" && specifiedField(resource, name),
  );
  return empty.length === 0
    ? record
    : { ...record, ...Object.fromEntries(empty.map((name) => [name, null])) };
}

function changedFields(resource: Resource, before: Received, after: Received): ChangedFields {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  const changed = [...names].flatMap((name) => {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    const field = specifiedField(resource, name);
    if (name === "id" || same(old, now, field?.kind === "date")) return [];
    // An unknown field may be of any length, so the log has only its name.
    return [[name, field ? { old, new: now } : { old: null, new: null }] as const];
  });
  // `fromEntries` defines properties, so even a field with the name "__proto__" stays a field.
  return Object.fromEntries(changed);
}

/** Whether two values are equal. The same instant in two formats is one value. */
function same(left: unknown, right: unknown, isDate: boolean): boolean {
  if (left === right) return true;
  if (isDate && typeof left === "string" && typeof right === "string")
    return parseInstant(left) === parseInstant(right);
  return typeof left === "object" && JSON.stringify(left) === JSON.stringify(right);
}
