import type { Cell } from "../database/decode.ts";
import type { Database } from "../database/open-database.ts";

/** Adds a row, or replaces the row with the same primary key. */
export function putRow<C extends string>(
  database: Database,
  table: string,
  columns: readonly C[],
  row: Readonly<Record<C, Cell>>,
): void {
  const marks = columns.map(() => "?").join();
  database
    .prepare(`INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${marks})`)
    .run(...columns.map((column) => row[column]));
}
