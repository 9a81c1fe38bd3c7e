import { isStandIn, MAX_RECORD_DEPTH } from "../../../shared/inventory/record-limits.ts";
import { FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import { nameKeys } from "../../../shared/base/text/natural-order.ts";
import { formatInstant, parseCanonicalInstant, parseInstant } from "../../../shared/base/time/instant.ts";
import { MAX_TEXT_LENGTH, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { Cell, UnmappedFields } from "./decode.ts";

/** A record as columns. */
export interface Encoded {
  readonly id: string;
  /** The values of the API's fields, in the order of `fieldColumns`. Dates are instants. */
  readonly cells: readonly Cell[];
  readonly unmapped: string | null;
  readonly nameSort: string;
  readonly nameKey: string;
  readonly idKey: string;
}

/** The reason why a record cannot be stored. */
export interface Malformed {
  readonly reason: string;
}

/**
 * The fields that a record must have (specification 2.1 to 2.3). They also require the `status` of an item, but an item
 * without it is still worth showing.
 */
const REQUIRED: readonly string[] = ["id", "name"];
/** Separates texts that are searched together; it occurs in no name. */
const SEPARATOR = "\u001f";
/** The parts of a text that SQLite cannot return: everything after a NUL, and single halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Cs}]/gu;

/**
 * Turns a received record into columns without losing data.
 * @returns the columns, or the reason why the record is malformed (specification 2.1 to 2.3 give the types).
 */
export function encode(resource: Resource, record: unknown): Encoded | Malformed {
  if (typeof record !== "object" || record === null || Array.isArray(record))
    return { reason: "record: not an object" };
  const given = record as Readonly<Record<string, unknown>>;
  if (isStandIn(given)) return { reason: `record: deeper than ${MAX_RECORD_DEPTH} levels` };
  const cells: Cell[] = [];
  const absent: string[] = [];
  const asGiven: [string, string][] = [];
  for (const field of FIELDS[resource]) {
    const value = given[field.name];
    if (value === undefined) absent.push(field.name);
    // Most dates already have the format that their column returns. They are parsed only once.
    const instant = field.kind === "date" && typeof value === "string" ? parseCanonicalInstant(value) : null;
    if (instant !== null) {
      cells.push(instant);
      continue;
    }
    const encoded = encodeValue(field, value ?? null);
    if (typeof encoded === "object" && encoded !== null)
      return { reason: `${field.name}: ${encoded.reason}` };
    cells.push(encoded);
    // If a column does not return the exact text, `unmapped` has the text too.
    if (typeof value === "string" && !givesBack(field, value, encoded)) asGiven.push([field.name, value]);
  }
  // The columns of every resource begin with these two.
  const [id, name] = cells as [string, string];
  if (id !== given["id"]) return { reason: "id: contains a character that no identifier has" };
  const known = cells.length - absent.length;
  const extra = Object.keys(given).length > known ? unknownFields(resource, given) : undefined;
  const unmapped: UnmappedFields = {
    ...(extra && { extra }),
    ...(absent.length > 0 && { absent }),
    ...(asGiven.length > 0 && { asGiven: Object.fromEntries(asGiven) }),
  };
  const { folded, natural } = nameKeys(name);
  const holder = cells[FIELDS[resource].findIndex((field) => field.name === "checkedOutToUserId")];
  return {
    id,
    cells,
    unmapped: Object.keys(unmapped).length > 0 ? JSON.stringify(unmapped) : null,
    nameSort: natural,
    nameKey: folded,
    idKey: searchKeyOf(id, holder ?? null),
  };
}

/** A field's value as its column stores it, or the reason why it is malformed. */
function encodeValue({ name, kind }: Field, value: unknown): Cell | Malformed {
  if (value === null) return REQUIRED.includes(name) ? { reason: "missing" } : null;
  if (kind === "number") return Number.isFinite(value) ? (value as number) : { reason: "not a number" };
  // An empty text or date always means that there is no value. `asGiven` keeps it for the raw record.
  if (value === "" && !REQUIRED.includes(name)) return null;
  if (typeof value !== "string") return { reason: "not a text" };
  if (kind === "date") return parseInstant(value) ?? { reason: "not an ISO 8601 date-time" };
  if (value.length > MAX_TEXT_LENGTH) return { reason: `longer than ${MAX_TEXT_LENGTH} characters` };
  if (value === "" && name === "id") return { reason: "empty" };
  // Replacement characters take the place of the parts that SQLite would cut off or change.
  return value.replace(UNSTORABLE, "\ufffd");
}

/** A field's value as `encode` stores it. `asGiven` is the received text if the column does not return it exactly. */
export function encodeField(
  field: Field,
  value: unknown,
): { readonly cell: Cell; readonly asGiven: string | null } {
  const instant = field.kind === "date" && typeof value === "string" ? parseCanonicalInstant(value) : null;
  if (instant !== null) return { cell: instant, asGiven: null };
  const encoded = encodeValue(field, value);
  // The value comes from a stored record, so it is well-formed.
  const cell = typeof encoded === "object" ? null : encoded;
  const isGivenBack = typeof value !== "string" || givesBack(field, value, cell);
  return { cell, asGiven: isGivenBack ? null : value };
}

/** The text in which searches look for a record's id and its holder. */
export const searchKeyOf = (id: string, holder: Cell): string =>
  fold(holder ? `${id}${SEPARATOR}${holder}` : id);

function givesBack({ kind }: Field, value: string, encoded: Cell): boolean {
  return kind === "date" && typeof encoded === "number"
    ? formatInstant(encoded) === value
    : encoded === value;
}

function unknownFields(
  resource: Resource,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const names = new Set(FIELDS[resource].map((field) => field.name));
  const entries = Object.entries(given).filter(([name]) => !names.has(name));
  // `fromEntries` defines properties, so even a field with the name "__proto__" stays a field.
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
