import { assertNever } from "../../../shared/base/errors.ts";
import { normalizeInstant } from "../../../shared/base/time/instant.ts";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import type { Change, ListedChange } from "../../../shared/inventory/changes.ts";
import { FIELDS, specifiedField, type Field } from "../../../shared/inventory/fields.ts";
import { formatMoment, formatNumber, formatCount } from "../../base/format.ts";
import { valueLabel } from "../labels/messages.ts";

/** Returns the name of an id; the id itself if no name is known. */
export type NameOf = (of: NonNullable<Field["references"]>, id: string) => string;

export type ChangedFields = Pick<Change, "resource" | "fields" | "observedBefore">;

export type DescribedChange = Pick<
  Change,
  "type" | "resource" | "fields" | "observedAfter" | "observedBefore" | "occurredAt"
>;

const WORDS: Readonly<Record<ChangeType, string>> = {
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
};

/** The label of a type of change. Each type has its own, because Activity filters by labels. */
export function changeLabel(type: ChangeType): string {
  return WORDS[type];
}

export interface FieldChange {
  readonly label: string;
  /** Null if the field did not exist before. */
  readonly old: string | null;
  /** Null if the field no longer exists. */
  readonly now: string | null;
}

export const ONLY_TOUCHED = "Only its time of update changed";
/** The text for an unknown field, whose values are not logged. */
export const CHANGED_UNKNOWN = "changed";
/** The most fields that are listed. Further fields are only counted. */
const LISTED_FIELDS = 6;

/**
 * The changed fields of a change, in the catalogue's order, then unknown fields. @param without fields already
 * mentioned.
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
  // The change itself says that the record was updated.
  const hidden = new Set(["updatedAt", ...without]);
  return [...known, ...others].flatMap((field) => {
    const values = change.fields[field.name];
    if (!values || hidden.has(field.name)) return [];
    const described = {
      label: field.label,
      old: describeValue(field, values.old, change, nameOf),
      now: describeValue(field, values.new, change, nameOf),
    };
    // Values of fields outside the specification are not logged.
    const isKnown = known.includes(field);
    return isKnown && described.old === null && described.now === null ? [] : [described];
  });
}

/**
 * Changed fields in one line: "Weight 5 → 3, Status none → Available". @param fresh true for a new record, of which
 * only the values are listed.
 */
export function summarise(fields: readonly FieldChange[], fresh = false): string {
  const listed = fields.slice(0, LISTED_FIELDS).map(({ label, old, now }) => {
    if (old === null && now === null) return `${label} ${CHANGED_UNKNOWN}`;
    const former = fresh ? "" : `${old ?? "none"} → `;
    return `${label} ${former}${now ?? "none"}`;
  });
  const more = fields.length - LISTED_FIELDS;
  return [...listed, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}

/** A change in one line: "Moved Hall 2 → Hall 5", "Checked out to u-1, Weight 5 → 3". */
export function describeChange(change: DescribedChange, nameOf: NameOf): string {
  const value = (name: string, side: "old" | "new"): string | null =>
    describeValue(specifiedField(change.resource, name), change.fields[name]?.[side] ?? null, change, nameOf);
  const holderFields = ["status", "checkedOutToUserId", "checkedOutAt"];
  switch (change.type) {
    case "inventory.item.transferred": {
      const places = `${value("locationId", "old") ?? "no location"} → ${value("locationId", "new") ?? "no location"}`;
      return join(`Moved ${places}`, describeFields(change, nameOf, ["locationId"]));
    }
    case "inventory.item.checked_out": {
      const [holder, former] = [value("checkedOutToUserId", "new"), value("checkedOutToUserId", "old")];
      const from = former === null ? "" : `, before to ${former}`;
      return join(
        `Checked out${holder === null ? "" : ` to ${holder}`}${from}`,
        describeFields(change, nameOf, holderFields),
      );
    }
    case "inventory.item.returned": {
      const holder = value("checkedOutToUserId", "old");
      return join(
        `Back in stock${holder === null ? "" : `, was checked out to ${holder}`}`,
        describeFields(change, nameOf, holderFields),
      );
    }
    case "inventory.item.archived":
      return join("Archived", describeFields(change, nameOf, ["archivedAt"]));
    case "inventory.item.created":
      return firstSeen(change, nameOf);
    case "inventory.item.updated":
      return summarise(describeFields(change, nameOf)) || ONLY_TOUCHED;
    case "inventory.type.updated":
    case "inventory.location.updated":
      // The specification has one event for new and changed records.
      return Object.values(change.fields).every(({ old }) => old === null)
        ? firstSeen(change, nameOf)
        : summarise(describeFields(change, nameOf)) || ONLY_TOUCHED;
    case "stockdeck.item.no_longer_returned":
    case "stockdeck.type.no_longer_returned":
    case "stockdeck.location.no_longer_returned":
      return "No longer returned by the service; the last copy is kept";
    case "stockdeck.item.returned_again":
    case "stockdeck.type.returned_again":
    case "stockdeck.location.returned_again":
      return "Returned again by the service";
    default:
      return assertNever(change.type, "unknown type of change");
  }
}

/** The bounds of a change's time: "between 10:05:10 and 10:06:12". */
export function describeBounds(
  { observedAfter, observedBefore }: Pick<DescribedChange, "observedAfter" | "observedBefore">,
  now: number,
): string {
  const end = formatMoment(observedBefore, now);
  if (observedAfter === null) return `by ${end}`;
  const start = formatMoment(observedAfter, now);
  return start === end ? `at about ${end}` : `between ${start} and ${end}`;
}

/** Describes the service's own time of a change; null if it sent none. */
export function describeStamp(
  { occurredAt }: Pick<DescribedChange, "occurredAt">,
  now: number,
): string | null {
  return occurredAt === null ? null : `the service says ${formatMoment(occurredAt, now)}`;
}

/** Describes the event that announced a change; null if there was none. */
export function describeEvent({ event }: Pick<ListedChange, "event">): string | null {
  return event === null ? null : `announced by event ${event}`;
}

/** The ids in changes whose names the texts need, by resource. */
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

function firstSeen(change: DescribedChange, nameOf: NameOf): string {
  return ["First seen", summarise(describeFields(change, nameOf, ["name", "createdAt"]), true)]
    .filter((part) => part !== "")
    .join("; ");
}

function join(lead: string, fields: readonly FieldChange[]): string {
  return fields.length === 0 ? lead : `${lead}; ${summarise(fields)}`;
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
