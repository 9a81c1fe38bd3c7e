import { FIELDS } from "../../../shared/inventory/fields.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** A value of a column. */
export type Cell = string | number | null;

/**
 * The parts of a record that the columns cannot reproduce: unknown fields, absent fields, and dates in another format.
 */
export interface UnmappedFields {
  readonly extra?: Record<string, unknown>;
  readonly absent?: readonly string[];
  readonly asGiven?: Record<string, string>;
}

/** Restores a record as it was received. Only the order of its fields may differ. */
export function decode(
  resource: Resource,
  cells: readonly Cell[],
  unmapped: string | null,
): Record<string, unknown> {
  const {
    extra = {},
    absent = [],
    asGiven = {},
  }: UnmappedFields = unmapped === null ? {} : JSON.parse(unmapped);
  const known = FIELDS[resource].flatMap(({ name, kind }, index): [string, unknown][] => {
    if (absent.includes(name)) return [];
    const cell = cells[index] ?? null;
    return [[name, asGiven[name] ?? (kind === "date" ? showDate(cell) : cell)]];
  });
  return Object.fromEntries([...known, ...Object.entries(extra)]);
}

/** The date in a column as ISO 8601. */
export function showDate(cell: Cell): string | null {
  return typeof cell === "number" ? formatInstant(cell) : null;
}
