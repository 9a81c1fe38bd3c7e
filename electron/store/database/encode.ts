import { FIELDS, type Field } from "../../../shared/domain/fields.ts";
import { fold, nameKeys } from "../../../shared/text/fold.ts";
import { formatInstant, parseCanonicalInstant, parseInstant } from "../../../shared/time/instant.ts";
import { MAX_TEXT_LENGTH, type Resource } from "../../../shared/domain/resource-names.ts";
import type { Cell, UnmappedFields } from "./decode.ts";

/** A record as the table holds it. */
export interface Encoded {
  readonly id: string;
  /** The API's fields in the order of `fieldColumns`, dates as instants. */
  readonly cells: readonly Cell[];
  readonly remainder: string | null;
  readonly nameSort: string;
  readonly nameKey: string;
  readonly idKey: string;
}

/** Why a record cannot be stored. */
export interface Malformed {
  readonly reason: string;
}

/** A field as its values are checked. */
interface Check {
  readonly name: string;
  readonly kind: Field["kind"];
  readonly required: boolean;
}

/** Specification 2.1 to 2.3; `status` too is required of an item, but a record without one is worth showing. */
const REQUIRED: readonly string[] = ["id", "name"];

/** The fields of a resource, and the places of those that searches are prepared from; -1 for one that it has not. */
const planOf = (
  resource: Resource,
): {
  readonly checks: readonly Check[];
  readonly id: number;
  readonly name: number;
  readonly holder: number;
} => {
  const checks = FIELDS[resource].map(({ name, kind }) => ({
    name,
    kind,
    required: REQUIRED.includes(name),
  }));
  const place = (field: string): number => checks.findIndex(({ name }) => name === field);
  return { checks, id: place("id"), name: place("name"), holder: place("checkedOutToUserId") };
};
const PLANS = { items: planOf("items"), types: planOf("types"), locations: planOf("locations") };

/** Separates texts that are searched together; no name contains it. */
const SEPARATOR = "\u001f";
/** What SQLite cannot give back of a text: what follows a NUL, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Cs}]/gu;
/** A quick look that nearly every text passes: without NUL and without any surrogate there is nothing to replace. */
// oxlint-disable-next-line no-control-regex -- as above
const SUSPICIOUS = /[\u0000\ud800-\udfff]/;

/**
 * Turns a record as received into columns, without losing anything of it. The types are checked against the
 * catalogue of fields, by hand: this runs for every record of every page.
 * @returns the columns, or why it is malformed (specification 2.1 to 2.3 give the types).
 */
export function encode(resource: Resource, record: unknown): Encoded | Malformed {
  if (typeof record !== "object" || record === null || Array.isArray(record))
    return { reason: "record: not an object" };
  const given = record as Readonly<Record<string, unknown>>;
  const plan = PLANS[resource];
  const cells: Cell[] = [];
  const absent: string[] = [];
  const asGiven: [string, string][] = [];
  for (const check of plan.checks) {
    const value = given[check.name];
    if (value === undefined) absent.push(check.name);
    // Most dates are written as they are given back; those are read once.
    const instant = check.kind === "date" && typeof value === "string" ? parseCanonicalInstant(value) : null;
    if (instant !== null) {
      cells.push(instant);
      continue;
    }
    const encoded = encodeValue(check, value ?? null);
    if (typeof encoded === "object" && encoded !== null)
      return { reason: `${check.name}: ${encoded.reason}` };
    cells.push(encoded);
    // A text that its column does not give back letter by letter is kept beside it.
    if (typeof value === "string" && !givesBack(check, value, encoded)) asGiven.push([check.name, value]);
  }
  const id = cells[plan.id] as string;
  if (id !== given["id"]) return { reason: "id: contains a character that no identifier has" };
  const known = cells.length - absent.length;
  const extra = Object.keys(given).length > known ? unknownFields(resource, given) : undefined;
  const { folded, natural } = nameKeys(cells[plan.name] as string);
  const holder = cells[plan.holder];
  return {
    id,
    cells,
    remainder: extra || absent.length > 0 || asGiven.length > 0 ? remainderOf(extra, absent, asGiven) : null,
    nameSort: natural,
    nameKey: folded,
    idKey: fold(holder ? `${id}${SEPARATOR}${holder}` : id),
  };
}

function remainderOf(
  extra: Record<string, unknown> | undefined,
  absent: readonly string[],
  asGiven: readonly [string, string][],
): string {
  const remainder: UnmappedFields = {
    ...(extra ? { extra } : {}),
    ...(absent.length > 0 ? { absent } : {}),
    ...(asGiven.length > 0 ? { asGiven: Object.fromEntries(asGiven) } : {}),
  };
  return JSON.stringify(remainder);
}

/** A field's value as its column holds it, or what is wrong with it. */
function encodeValue({ name, kind, required }: Check, value: unknown): Cell | Malformed {
  if (value === null) return required ? { reason: "missing" } : null;
  if (kind === "number") return Number.isFinite(value) ? (value as number) : { reason: "not a number" };
  if (typeof value !== "string") return { reason: "not a text" };
  if (kind === "date") return parseInstant(value) ?? { reason: "not an ISO 8601 date-time" };
  if (value.length > MAX_TEXT_LENGTH) return { reason: `longer than ${MAX_TEXT_LENGTH} characters` };
  if (value === "" && name === "id") return { reason: "empty" };
  return storable(value);
}

function givesBack({ kind }: Check, value: string, encoded: Cell): boolean {
  return kind === "date" ? formatInstant(encoded as number) === value : encoded === value;
}

function unknownFields(
  resource: Resource,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const names = new Set(FIELDS[resource].map((field) => field.name));
  const entries = Object.entries(given).filter(([name]) => !names.has(name));
  // fromEntries defines properties, so a field called "__proto__" stays a field.
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The text with a replacement character wherever SQLite would cut or change it. */
function storable(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(UNSTORABLE, "\ufffd") : text;
}
