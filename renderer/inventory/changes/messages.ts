import { assertNever } from "../../../shared/base/errors.ts";
import { normalizeInstant } from "../../../shared/base/time/instant.ts";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import type { Change, ListedChange } from "../../../shared/inventory/changes.ts";
import { FIELDS, specifiedField, type Field } from "../../../shared/inventory/fields.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatMoment, formatNumber, listOf } from "../../base/format.ts";
import { valueLabel } from "../labels/messages.ts";

/** Returns the name of an id; the id itself if its name is unknown. */
export type NameOf = (of: NonNullable<Field["references"]>, id: string) => string;

export type ChangedFields = Pick<Change, "resource" | "fields" | "observedBefore">;

export type DescribedChange = Pick<
  Change,
  "type" | "resource" | "fields" | "observedAfter" | "observedBefore" | "occurredAt"
>;

const WORDS: Readonly<Record<ChangeType, string>> = texts("inventory.changes.types", {
  "inventory.item.created": "First seen",
  "inventory.item.updated": "Edited",
  "inventory.item.archived": "Archived",
  "inventory.item.checked_out": "Checked out",
  "inventory.item.returned": "Back in stock",
  "inventory.item.transferred": "Transferred",
  "inventory.type.updated": "Material type changed",
  "inventory.location.updated": "Location changed",
  "stockdeck.item.no_longer_returned": "No longer returned",
  "stockdeck.item.returned_again": "Returned again",
  "stockdeck.type.no_longer_returned": "Material type no longer returned",
  "stockdeck.type.returned_again": "Material type returned again",
  "stockdeck.location.no_longer_returned": "Location no longer returned",
  "stockdeck.location.returned_again": "Location returned again",
});

/** The label of a type of change. Different types have different labels, because Activity filters by labels. */
export function changeLabel(type: ChangeType): string {
  return WORDS[type];
}

export interface FieldChange {
  readonly label: string;
  /** The old value; null if the field did not exist before. */
  readonly old: string | null;
  /** The new value; null if the field no longer exists. */
  readonly now: string | null;
}

const FIELD_TEXTS = texts("inventory.changes.fields", {
  /** The change of an unknown field, whose values are not kept. */
  changed: "{field} changed",
  fromTo: "{field} {old} → {now}",
  fresh: "{field} {now}",
  noValue: "none",
  more: "{fields, number} more",
});
/** The most fields that are listed. Further fields are only counted. */
const LISTED_FIELDS = 6;

/**
 * The changed fields of a change: first fields of the catalogue in its order, then unknown fields. @param without
 * fields that were already mentioned.
 */
export function describeFields(
  change: ChangedFields,
  nameOf: NameOf,
  without: readonly string[] = [],
): FieldChange[] {
  const known = FIELDS[change.resource];
  const others = Object.keys(change.fields)
    .filter((name) => !known.some((field) => field.name === name))
    .map((name): Field => ({ name, kind: "text", label: name }));
  // The change itself already tells that the record was updated.
  const hidden = new Set(["updatedAt", ...without]);
  return [...known, ...others].flatMap((field) => {
    const values = change.fields[field.name];
    if (!values || hidden.has(field.name)) return [];
    const described = {
      label: field.label,
      old: describeValue(field, values.old, change, nameOf),
      now: describeValue(field, values.new, change, nameOf),
    };
    // The values of fields outside the specification are not kept.
    const isKnown = known.includes(field);
    return isKnown && described.old === null && described.now === null ? [] : [described];
  });
}

/**
 * Changed fields in one line: "Weight 5 → 3, Status none → Available". @param fresh true for a new record, of which
 * only the values are listed.
 */
export function summarise(fields: readonly FieldChange[], fresh = false): string {
  const listed = fields.slice(0, LISTED_FIELDS).map(({ label: field, old, now }) => {
    if (old === null && now === null) return FIELD_TEXTS.changed({ field });
    const values = { field, old: old ?? FIELD_TEXTS.noValue, now: now ?? FIELD_TEXTS.noValue };
    return fresh ? FIELD_TEXTS.fresh(values) : FIELD_TEXTS.fromTo(values);
  });
  const more = fields.length - LISTED_FIELDS;
  return listOf(more > 0 ? [...listed, FIELD_TEXTS.more({ fields: more })] : listed);
}

export const CHANGE = texts("inventory.changes", {
  onlyTouched: "Only its time of update changed",
  moved: "Moved {from} → {to}",
  noLocation: "no location",
  out: "Checked out",
  outTo: "Checked out to {holder}",
  outBefore: "Checked out, before to {former}",
  outToBefore: "Checked out to {holder}, before to {former}",
  back: "Back in stock",
  backFrom: "Back in stock, was checked out to {holder}",
  archived: "Archived",
  firstSeen: "First seen",
  noLongerReturned: "No longer returned by the service; the last copy is kept",
  returnedAgain: "Returned again by the service",
  withFields: "{change}; {fields}",
});

/** A change in one line: "Moved Hall 2 → Hall 5", "Checked out to u-1, Weight 5 → 3". */
export function describeChange(change: DescribedChange, nameOf: NameOf): string {
  const value = (name: string, side: "old" | "new"): string | null =>
    describeValue(specifiedField(change.resource, name), change.fields[name]?.[side] ?? null, change, nameOf);
  const holderFields = ["status", "checkedOutToUserId", "checkedOutAt"];
  switch (change.type) {
    case "inventory.item.transferred": {
      const [from, to] = [value("locationId", "old"), value("locationId", "new")];
      return withFields(
        CHANGE.moved({ from: from ?? CHANGE.noLocation, to: to ?? CHANGE.noLocation }),
        describeFields(change, nameOf, ["locationId"]),
      );
    }
    case "inventory.item.checked_out": {
      const [holder, former] = [value("checkedOutToUserId", "new"), value("checkedOutToUserId", "old")];
      return withFields(checkOut(holder, former), describeFields(change, nameOf, holderFields));
    }
    case "inventory.item.returned": {
      const holder = value("checkedOutToUserId", "old");
      return withFields(
        holder === null ? CHANGE.back : CHANGE.backFrom({ holder }),
        describeFields(change, nameOf, holderFields),
      );
    }
    case "inventory.item.archived":
      return withFields(CHANGE.archived, describeFields(change, nameOf, ["archivedAt"]));
    case "inventory.item.created":
      return firstSeen(describeFields(change, nameOf, ["name", "createdAt"]));
    case "inventory.item.updated":
      return summarise(describeFields(change, nameOf)) || CHANGE.onlyTouched;
    case "inventory.type.updated":
    case "inventory.location.updated":
      // The specification has the same event for new records and for changed records.
      return Object.values(change.fields).every(({ old }) => old === null)
        ? firstSeen(describeFields(change, nameOf, ["name", "createdAt"]))
        : summarise(describeFields(change, nameOf)) || CHANGE.onlyTouched;
    case "stockdeck.item.no_longer_returned":
    case "stockdeck.type.no_longer_returned":
    case "stockdeck.location.no_longer_returned":
      return CHANGE.noLongerReturned;
    case "stockdeck.item.returned_again":
    case "stockdeck.type.returned_again":
    case "stockdeck.location.returned_again":
      return CHANGE.returnedAgain;
    default:
      return assertNever(change.type, "unknown type of change");
  }
}

const BOUNDS = texts("inventory.changes.bounds", {
  by: "by {end}",
  about: "at about {end}",
  between: "between {start} and {end}",
});

/** The bounds of a change's time: "between 10:05:10 and 10:06:12". */
export function describeBounds(
  { observedAfter, observedBefore }: Pick<DescribedChange, "observedAfter" | "observedBefore">,
  now: number,
): string {
  const end = formatMoment(observedBefore, now);
  if (observedAfter === null) return BOUNDS.by({ end });
  const start = formatMoment(observedAfter, now);
  return start === end ? BOUNDS.about({ end }) : BOUNDS.between({ start, end });
}

const SOURCES = texts("inventory.changes.sources", {
  service: "the service says {moment}",
  event: "announced by event {event}",
});

/** Describes the service's own time of a change; null if the service sent no time. */
export function describeStamp(
  { occurredAt }: Pick<DescribedChange, "occurredAt">,
  now: number,
): string | null {
  return occurredAt === null ? null : SOURCES.service({ moment: formatMoment(occurredAt, now) });
}

/** Describes the event that announced a change; null if no event did. */
export function describeEvent({ event }: Pick<ListedChange, "event">): string | null {
  return event === null ? null : SOURCES.event({ event });
}

/** The ids in changes whose names are needed for the texts, by resource. */
export function referencedIds(
  changes: readonly Pick<Change, "resource" | "fields">[],
): Readonly<Record<"types" | "locations", readonly string[]>> {
  const ids = { types: new Set<string>(), locations: new Set<string>() };
  for (const change of changes) {
    for (const { name, references } of FIELDS[change.resource]) {
      const values = change.fields[name];
      if (!values || (references !== "types" && references !== "locations")) continue;
      for (const id of [values.old, values.new]) if (typeof id === "string") ids[references].add(id);
    }
  }
  return { types: [...ids.types], locations: [...ids.locations] };
}

/** Describes a new record. @param fields all fields except its name and its time of creation. */
export function firstSeen(fields: readonly FieldChange[]): string {
  return fields.length === 0
    ? CHANGE.firstSeen
    : CHANGE.withFields({ change: CHANGE.firstSeen, fields: summarise(fields, true) });
}

function checkOut(holder: string | null, former: string | null): string {
  if (holder === null) return former === null ? CHANGE.out : CHANGE.outBefore({ former });
  return former === null ? CHANGE.outTo({ holder }) : CHANGE.outToBefore({ holder, former });
}

function withFields(change: string, fields: readonly FieldChange[]): string {
  return fields.length === 0 ? change : CHANGE.withFields({ change, fields: summarise(fields) });
}

function describeValue(
  field: Field | undefined,
  value: unknown,
  change: Pick<Change, "observedBefore">,
  nameOf: NameOf,
): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.references) return nameOf(field.references, value);
  if (field?.kind === "date") return formatMoment(normalizeInstant(value), Date.parse(change.observedBefore));
  return valueLabel(field?.name ?? "", value);
}
