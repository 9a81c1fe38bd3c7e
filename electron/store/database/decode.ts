import { FIELDS } from "../../../shared/domain/fields.ts";
import { formatInstant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";

/** A value of a column. */
export type Cell = string | number | null;

/** What the columns cannot give back of a record: unknown fields, absent ones, and dates written otherwise. */
export interface UnmappedFields {
  readonly extra?: Record<string, unknown>;
  /** The bytes of unknown fields that are too long to be kept, by their names. */
  readonly tooLong?: Record<string, number>;
  /** How many unknown fields are not even named. */
  readonly unnamed?: number;
  readonly absent?: readonly string[];
  readonly asGiven?: Record<string, string>;
}

/** What stands in a record for an unknown field that was too long to be kept. */
export const notKept = (bytes: number): object => ({ notKeptBytes: bytes });

/**
 * Gives back the record as it was received, up to the order of its fields. An unknown field that was too long to be kept is
 * `{ "notKeptBytes": its length }`.
 */
export function decode(
  resource: Resource,
  cells: readonly Cell[],
  unmapped: string | null,
): Record<string, unknown> {
  const {
    extra = {},
    tooLong = {},
    absent = [],
    asGiven = {},
  }: UnmappedFields = unmapped === null ? {} : JSON.parse(unmapped);
  const known = FIELDS[resource].flatMap(({ name, kind }, index): [string, unknown][] => {
    if (absent.includes(name)) return [];
    const cell = cells[index] ?? null;
    return [[name, asGiven[name] ?? (kind === "date" ? showDate(cell) : cell)]];
  });
  const cut = Object.entries(tooLong).map(([name, bytes]): [string, unknown] => [name, notKept(bytes)]);
  return Object.fromEntries([...known, ...Object.entries(extra), ...cut]);
}

/** A date's column as ISO 8601. */
export function showDate(cell: Cell): string | null {
  return typeof cell === "number" ? formatInstant(cell) : null;
}
