import { isStandIn, MAX_RECORD_DEPTH } from "../../../shared/domain/deep-records.ts";
import { FIELDS, type Field } from "../../../shared/domain/fields.ts";
import { fold, nameKeys } from "../../../shared/text/fold.ts";
import { formatInstant, parseCanonicalInstant, parseInstant } from "../../../shared/time/instant.ts";
import { MAX_TEXT_LENGTH, type Resource } from "../../../shared/domain/resource-names.ts";
import { decode, type Cell, type UnmappedFields } from "./decode.ts";

/** A record as the table holds it. */
export interface Encoded {
  readonly id: string;
  /** The API's fields in the order of `fieldColumns`, dates as instants. */
  readonly cells: readonly Cell[];
  readonly unmapped: string | null;
  readonly nameSort: string;
  readonly nameKey: string;
  readonly idKey: string;
}

/** Why a record cannot be stored. */
export interface Malformed {
  readonly reason: string;
}

/** Specification 2.1 to 2.3; `status` too is required of an item, but a record without one is worth showing. */
const REQUIRED: readonly string[] = ["id", "name"];
/** The most of an unknown field, and of all unknown fields of a record, that is kept: bytes of JSON. */
const MAX_FIELD_BYTES = 16_000;
const MAX_EXTRA_BYTES = 64_000;
/** Unknown fields that are too long to be kept and named all the same, and bytes of such a name. */
const MAX_NAMED = 100;
const MAX_NAME_BYTES = 200;

const namesOf = (resource: Resource): ReadonlySet<string> =>
  new Set(FIELDS[resource].map((field) => field.name));
const KNOWN_NAMES: Readonly<Record<Resource, ReadonlySet<string>>> = {
  items: namesOf("items"),
  types: namesOf("types"),
  locations: namesOf("locations"),
};

/** Separates texts that are searched together; no name contains it. */
const SEPARATOR = "\u001f";
/** What SQLite cannot give back of a text: what follows a NUL, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Cs}]/gu;

/**
 * Turns a record as received into columns, without losing anything of it.
 * @returns the columns, or why it is malformed (specification 2.1 to 2.3 give the types).
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
    // Most dates are written as they are given back; those are read once.
    const instant = field.kind === "date" && typeof value === "string" ? parseCanonicalInstant(value) : null;
    if (instant !== null) {
      cells.push(instant);
      continue;
    }
    const encoded = encodeValue(field, value ?? null);
    if (typeof encoded === "object" && encoded !== null)
      return { reason: `${field.name}: ${encoded.reason}` };
    cells.push(encoded);
    // A text that its column does not give back letter by letter is kept beside it.
    if (typeof value === "string" && !givesBack(field, value, encoded)) asGiven.push([field.name, value]);
  }
  // Every resource begins with these two.
  const [id, name] = cells as [string, string];
  if (id !== given["id"]) return { reason: "id: contains a character that no identifier has" };
  const known = cells.length - absent.length;
  const unmapped: UnmappedFields = {
    ...(Object.keys(given).length > known && unknownFields(resource, given)),
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
    idKey: fold(holder ? `${id}${SEPARATOR}${holder}` : id),
  };
}

/** A field's value as its column holds it, or what is wrong with it. */
function encodeValue({ name, kind }: Field, value: unknown): Cell | Malformed {
  if (value === null) return REQUIRED.includes(name) ? { reason: "missing" } : null;
  if (kind === "number") return Number.isFinite(value) ? (value as number) : { reason: "not a number" };
  if (typeof value !== "string") return { reason: "not a text" };
  if (kind === "date") return parseInstant(value) ?? { reason: "not an ISO 8601 date-time" };
  if (value.length > MAX_TEXT_LENGTH) return { reason: `longer than ${MAX_TEXT_LENGTH} characters` };
  if (value === "" && name === "id") return { reason: "empty" };
  // With a replacement character wherever SQLite would cut or change it.
  return value.replace(UNSTORABLE, "\ufffd");
}

function givesBack({ kind }: Field, value: string, encoded: Cell): boolean {
  return kind === "date" ? formatInstant(encoded as number) === value : encoded === value;
}

/**
 * The unknown fields of a record as far as they are kept: small values whole, of longer ones the name and the length, and
 * of very many the number alone. A field that a service adds must not fill the disk of those who never see it.
 */
function unknownFields(resource: Resource, given: Record<string, unknown>): UnmappedFields {
  const names = KNOWN_NAMES[resource];
  const extra: [string, unknown][] = [];
  const tooLong: [string, number][] = [];
  let bytes = 0;
  let unnamed = 0;
  for (const [name, value] of Object.entries(given)) {
    if (names.has(name)) continue;
    const size = Buffer.byteLength(JSON.stringify(value) ?? "");
    const nameSize = Buffer.byteLength(name);
    if (size <= MAX_FIELD_BYTES && bytes + nameSize + size <= MAX_EXTRA_BYTES) {
      bytes += nameSize + size;
      extra.push([name, value]);
    } else if (tooLong.length < MAX_NAMED && nameSize <= MAX_NAME_BYTES) tooLong.push([name, size]);
    else unnamed += 1;
  }
  // fromEntries defines properties, so a field called "__proto__" stays a field.
  return {
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
    ...(tooLong.length > 0 && { tooLong: Object.fromEntries(tooLong) }),
    ...(unnamed > 0 && { unnamed }),
  };
}

/** A record as its row gives it back: with unknown fields as far as they are kept. */
export function asKept(
  resource: Resource,
  { cells, unmapped }: Encoded,
  record: unknown,
): Readonly<Record<string, unknown>> {
  // Most records have nothing but known fields, and are given back as they came.
  return unmapped === null
    ? (record as Readonly<Record<string, unknown>>)
    : decode(resource, cells, unmapped);
}
