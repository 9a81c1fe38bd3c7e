import { prepared, type Database } from "../../../store/database/open-database.ts";

/**
 * A statement for both databases, or one statement for each. Its names are those of SQLite, and its parameters ?1, ?2
 * and so on.
 */
export type Sql = string | { readonly sqlite: string; readonly postgres: string };

interface Statement {
  readonly sql: Sql;
  readonly values: readonly (string | number | null)[];
}

/**
 * Work on a collector's own tables, in SQLite or PostgreSQL. The work yields statements, and gets their rows. So
 * SQLite's thread can run the work without other calls in between, and with PostgreSQL the work waits for each answer.
 */
export type Work<T> = Generator<Statement, T, readonly unknown[]>;

/** Runs a statement. @returns its rows. */
export function* query<Row>(sql: Sql, ...values: Statement["values"]): Work<readonly Row[]> {
  return (yield { sql, values }) as readonly Row[];
}

/** Runs work on SQLite. */
export function runHere<T>(database: Database, work: Work<T>): T {
  let step = work.next([]);
  while (step.done !== true) {
    const { sql, values } = step.value;
    step = work.next(prepared(database, typeof sql === "string" ? sql : sql.sqlite).all(...values));
  }
  return step.value;
}
