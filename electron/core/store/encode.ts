import { FIELDS } from "../../../shared/fields.ts";
import { fold, naturalKey } from "../../../shared/fold.ts";
import { formatInstant, parseCanonicalInstant, parseInstant } from "../../../shared/instant.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { recordSchemas } from "../../../shared/resources.ts";
import type { Cell, Remainder } from "./decode.ts";

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

/** Separates texts that are searched together; no name contains it. */
const SEPARATOR = "\u001f";
/** What SQLite cannot give back of a text: what follows a NUL, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- NUL is what is looked for
const UNSTORABLE = /[\u0000\p{Cs}]/gu;
/** A quick look that nearly every text passes: without NUL and without any surrogate there is nothing to replace. */
// oxlint-disable-next-line no-control-regex -- as above
const SUSPICIOUS = /[\u0000\ud800-\udfff]/;

/**
 * Turns a record as received into columns, without losing anything of it.
 * @returns the columns, or why it is malformed (specification 2.1 to 2.3 give the types).
 */
export function encode(resource: Resource, record: unknown): Encoded | Malformed {
  const checked = recordSchemas[resource].safeParse(record);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    return { reason: `${issue?.path.join(".") || "record"}: ${issue?.message ?? "malformed"}` };
  }
  // The record itself, not the schema's copy of it: nothing may be added or dropped on the way.
  const given = record as Record<string, unknown>;
  const { id } = given as { id: string };
  if (storable(id) !== id) return { reason: "id: contains a character that no identifier has" };
  const fields = FIELDS[resource];
  const absent: string[] = [];
  const asGiven: [string, string][] = [];
  let known = 0;
  const cells = fields.map(({ name, kind }): Cell => {
    const value = given[name];
    if (value !== undefined) known += 1;
    if (value === undefined) absent.push(name);
    if (value === undefined || value === null) return null;
    if (typeof value === "number") return value;
    if (kind !== "date") {
      const text = storable(value as string);
      if (text !== value) asGiven.push([name, value as string]);
      return text;
    }
    const text = value as string;
    const canonical = parseCanonicalInstant(text);
    if (canonical !== null) return canonical;
    const instant = parseInstant(text);
    if (instant === null || formatInstant(instant) !== text) asGiven.push([name, text]);
    return instant;
  });
  const extra = Object.keys(given).length > known ? unknownFields(resource, given) : undefined;
  const remainder: Remainder = {
    ...(extra ? { extra } : {}),
    ...(absent.length > 0 ? { absent } : {}),
    ...(asGiven.length > 0 ? { asGiven: Object.fromEntries(asGiven) } : {}),
  };
  const name = storable(given["name"] as string);
  const nameKey = fold(name);
  const holder = resource === "items" ? (given["checkedOutToUserId"] as string | null | undefined) : null;
  return {
    id,
    cells,
    remainder: Object.keys(remainder).length > 0 ? JSON.stringify(remainder) : null,
    nameSort: naturalKey(name, nameKey),
    nameKey,
    idKey: fold(holder ? id + SEPARATOR + storable(holder) : id),
  };
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
