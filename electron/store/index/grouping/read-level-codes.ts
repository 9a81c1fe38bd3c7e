import type { GroupValue } from "../../../../shared/query/group-levels.ts";
import type { Cell } from "../../database/decode.ts";
import type { Database } from "../../database/open-database.ts";
import type { LevelCodes } from "./group-tree.ts";

/** Values of one level by number, in the order in which they were met; the codes of the rows, in the rows' order. */
class MetValues {
  readonly codes: Uint32Array;
  readonly #values: GroupValue[] = [];
  readonly #codeOf = new Map<GroupValue, number>();

  constructor(rows: number) {
    this.codes = new Uint32Array(rows);
  }

  put(place: number, value: GroupValue): void {
    const known = this.#codeOf.get(value);
    const code = known ?? this.#values.push(value) - 1;
    if (known === undefined) this.#codeOf.set(value, code);
    this.codes[place] = code;
  }

  valueOf(code: number): GroupValue {
    return this.#values[code] ?? null;
  }
}

/**
 * What the rows of a result have in common, read by SQL.
 * @param sql selects one column a level, of texts or null, in the result's order.
 * @param size how many levels and rows that gives.
 */
export function readLevelCodes(
  database: Database,
  sql: string,
  values: readonly Cell[],
  size: { readonly levels: number; readonly rows: number },
): readonly LevelCodes[] {
  const levels = Array.from({ length: size.levels }, () => new MetValues(size.rows));
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  try {
    let place = 0;
    for (const row of statement.iterate(...values) as IterableIterator<readonly (string | null)[]>) {
      for (const [level, met] of levels.entries()) met.put(place, row[level] ?? null);
      place += 1;
    }
  } finally {
    // Also what keeps the statement alive meanwhile: see export-reader.ts.
    statement.close();
  }
  return levels.map((met) => ({ codes: met.codes, valueOf: (code) => met.valueOf(code) }));
}
