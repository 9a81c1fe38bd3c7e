import type { CallOutput } from "../../shared/contract/contract.ts";
import type { Field } from "../../shared/inventory/fields.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { fold } from "../../shared/base/text/fold.ts";
import { type Database, prepared } from "../store/database/open-database.ts";

/** A value of a field, and the number of rows with it. */
export type ValueCount = readonly [value: string | null, count: number];

/**
 * The values of a field in a result, the most frequent first. References also have their names.
 * @param search keeps only values whose text contains it; "" keeps all values.
 */
export function facetsOf(
  database: Database,
  counts: readonly ValueCount[],
  field: Field,
  search: string,
  limit: number,
): CallOutput<"queryFacets"> {
  const given = counts.flatMap(([value, count]) => (value === null ? [] : [{ value, count }]));
  const ids = given.map(({ value }) => value);
  const names = namesOf(database, field, ids);
  const wanted = fold(search);
  const found = given
    .map(({ value, count }) => ({ value, label: names.get(value) ?? null, count }))
    .filter(({ value, label }) => search === "" || fold(`${label ?? ""}\u001f${value}`).includes(wanted))
    // Texts are ordered by their bytes, as in SQLite.
    .map((facet) => ({
      facet,
      text: Buffer.from(facet.label ?? facet.value),
      value: Buffer.from(facet.value),
    }))
    .toSorted(
      (left, right) =>
        right.facet.count - left.facet.count
        || Buffer.compare(left.text, right.text)
        || Buffer.compare(left.value, right.value),
    );
  return {
    values: found.slice(0, limit).map(({ facet }) => facet),
    empty: counts.find(([value]) => value === null)?.[1] ?? 0,
    distinct: given.length,
  };
}

/** Counts the texts of a column that is not in the index. The texts are read by row id. */
export function countTexts(
  database: Database,
  resource: Resource,
  field: string,
  rowids: Uint32Array,
): readonly ValueCount[] {
  const sql = `SELECT t.${field} AS value FROM json_each(?) AS chosen CROSS JOIN ${resource} AS t ON t.rowid = chosen.value`;
  const chosen = JSON.stringify(Array.from(rowids));
  const rows = prepared(database, sql).all(chosen) as { value: string | null }[];
  const counts = new Map<string | null, number>();
  for (const { value } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/** The names of a reference's ids, by id; unknown ids are left out. */
export function namesOf(
  database: Database,
  { references }: Field,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  if (!references) return new Map();
  const rows = prepared(
    database,
    `SELECT id, name FROM ${references} WHERE id IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids)) as { id: string; name: string }[];
  return new Map(rows.map(({ id, name }) => [id, name]));
}
