import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { Field } from "../../../shared/domain/fields.ts";
import { fold } from "../../../shared/text/fold.ts";
import type { Cell } from "../database/decode.ts";
import type { Database } from "../database/open-database.ts";

/**
 * The values of a field within a result, the most frequent first, with the names that references stand for.
 * @param grouped a statement whose rows are `value` and `count`.
 * @param search narrows the values to those whose text contains this; "" does not.
 */
export function readFacets(
  database: Database,
  grouped: { readonly sql: string; readonly values: readonly Cell[] },
  field: Field,
  search: string,
  limit: number,
): CallOutput<"queryFacets"> {
  const label = field.references ? `(SELECT name FROM ${field.references} WHERE id = value)` : "NULL";
  const groups = `WITH groups AS (${grouped.sql})`;
  const values = database
    .prepare(
      `${groups} SELECT value, label, count FROM (SELECT value, count, ${label} AS label FROM groups WHERE value IS NOT NULL)
       WHERE instr(fold(coalesce(label, '') || char(31) || value), ?) > 0 OR ? = ''
       ORDER BY count DESC, coalesce(label, value), value LIMIT ?`,
    )
    .all(...grouped.values, fold(search), search, limit) as {
    value: string;
    label: string | null;
    count: number;
  }[];
  const sums = database
    .prepare(
      `${groups} SELECT coalesce(sum(count) FILTER (WHERE value IS NULL), 0) AS empty, count(value) AS "distinct" FROM groups`,
    )
    .get(...grouped.values) as { empty: number; distinct: number };
  return { values: values.map((value) => ({ ...value })), ...sums };
}
