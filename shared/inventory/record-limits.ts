import { FIELDS } from "./fields.ts";
import { MAX_TEXT_LENGTH, type Resource } from "./resource-names.ts";

/**
 * The most levels of objects and arrays in a record. A deeper record overflows the stack when it is copied to a thread.
 */
export const MAX_RECORD_DEPTH = 200;
/** The most characters of JSON that are kept of one unknown field; below, of all unknown fields of a record. */
const MAX_FIELD = 16_000;
const MAX_EXTRA = 64_000;
/** The most unknown fields whose names are kept; below, the most characters of a name. */
const MAX_NAMED = 100;
const MAX_NAME = 200;

/** The member that marks a replacement for a record that is nested too deeply. */
const DEEP = "stockdeck:nestedTooDeeply";
/** The member with the number of unknown fields whose names are not kept. */
const UNNAMED = "stockdeck:furtherFields";

type Fields = Readonly<Record<string, unknown>>;

const KNOWN_FIELDS = new Map(
  (Object.keys(FIELDS) as Resource[]).map((resource) => [
    resource,
    new Set(FIELDS[resource].map(({ name }) => name)),
  ]),
);

/**
 * Limits a record's size, so that it can be copied to a thread and stored. Nearly every record is returned unchanged.
 * An unknown field that is too long becomes `{ "notKeptBytes": its length }`, and unknown fields beyond a limit are
 * replaced by their number. A known field that is too long to be stored is cut, but not below the limit, so that the
 * record is still refused.
 */
export function limitRecord(resource: Resource, record: unknown): unknown {
  if (typeof record === "string") return cutText(record);
  if (typeof record !== "object" || record === null) return record;
  const fields = record as Fields;
  if (!Array.isArray(record) && isSmall(resource, fields)) return record;
  if (isDeeper(record, MAX_RECORD_DEPTH)) return standIn(record);
  return Array.isArray(record) ? [] : limitFields(resource, fields);
}

/** True for the replacement that `limitRecord` returns for a record that is nested too deeply. */
export const isStandIn = (record: Fields): boolean => record[DEEP] === true;

/** True if a record has only known fields with short texts or plain values. This applies to nearly all records. */
function isSmall(resource: Resource, record: Fields): boolean {
  const known = KNOWN_FIELDS.get(resource);
  // `Object.entries` would copy a record with very many fields.
  for (const name in record) {
    const value = record[name];
    if (known?.has(name) !== true) return false;
    if (
      typeof value === "string" ? value.length > MAX_TEXT_LENGTH : typeof value === "object" && value !== null
    )
      return false;
  }
  return true;
}

function limitFields(resource: Resource, record: Fields): unknown {
  const known = KNOWN_FIELDS.get(resource);
  const kept: [string, unknown][] = [];
  let size = 0;
  let named = 0;
  let unnamed = 0;
  for (const name in record) {
    const value = record[name];
    if (known?.has(name) === true) {
      kept.push([name, typeof value === "string" ? cutText(value) : limitValue(value)]);
      continue;
    }
    const length = sizeOf(value);
    if (length <= MAX_FIELD && size + name.length + length <= MAX_EXTRA) {
      size += name.length + length;
      kept.push([name, value]);
    } else if (named < MAX_NAMED && name.length <= MAX_NAME) {
      named += 1;
      kept.push([name, notKept(value)]);
    } else unnamed += 1;
  }
  if (unnamed > 0) kept.push([UNNAMED, unnamed]);
  // `fromEntries` defines properties, so a field called "__proto__" stays a field.
  return Object.fromEntries(kept);
}

const limitValue = (value: unknown): unknown => (sizeOf(value) <= MAX_FIELD ? value : notKept(value));

const notKept = (value: unknown): object => ({ notKeptBytes: bytesOf(value) });

/** Cuts a text to a length that is still too long to be stored. */
const cutText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH + 1) : text;

/**
 * The number of characters of a value as JSON. The length of a long text is used as it is, because writing the text as
 * JSON is slow.
 */
function sizeOf(value: unknown): number {
  if (typeof value === "string" && value.length > MAX_FIELD) return value.length;
  return JSON.stringify(value)?.length ?? 0;
}

/** The number of bytes of a value as JSON in UTF-8. Escapes in a text are not counted. */
function bytesOf(value: unknown): number {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  let bytes = typeof value === "string" ? 2 : 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts as two bytes, because the pair has four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
  }
  return bytes;
}

function standIn(record: object): object {
  const { id, name } = record as { readonly id?: unknown; readonly name?: unknown };
  const texts = Object.entries({ id, name }).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(texts.map(([key, value]) => [key, cutText(String(value))])), [DEEP]: true };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) if (isDeeper((value as Fields)[name], levels - 1)) return true;
  return false;
}

/** The most records that one call may verify. Each record is one request to the service. */
export const MAX_VERIFIED = 50;

/** The most requests in one pass for rows that a full check did not return. Further rows wait for the next pass. */
export const VERIFY_BUDGET = 250;
