import type { Sql, Work } from "../serving/queries.ts";
import { ask, inTransaction, type Queryable } from "./connect.ts";

const TABLES = /\b(?:tokens|team_\w+|mailings|mails)\b/g;

/** A statement in PostgreSQL's dialect. Its tables are in a schema, and its names have no capital letters. */
const textOf = (sql: Sql): string =>
  (typeof sql === "string" ? sql : sql.postgres)
    .replaceAll(TABLES, "stockdeck.$&")
    .replaceAll(/[a-z][A-Z]/g, ([before = "", after = ""]) => `${before}_${after.toLowerCase()}`)
    .replaceAll("?", "$");

const rowOf = (row: Record<string, unknown>): unknown =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_[a-z]/g, ([, letter = ""]) => letter.toUpperCase()),
      value,
    ]),
  );

/** Runs work on PostgreSQL. If the caller has a transaction, the work is part of it. @throws as `ask`. */
export async function runAt<T>(at: Queryable, work: Work<T>): Promise<T> {
  let step = work.next([]);
  while (step.done !== true) {
    const { sql, values } = step.value;
    step = work.next((await ask(at, textOf(sql), values)).map((row) => rowOf(row)));
  }
  return step.value;
}

/** Runs work as one transaction. */
export const transact = <T>(at: Queryable, work: Work<T>): Promise<T> =>
  inTransaction(at, () => runAt(at, work));
