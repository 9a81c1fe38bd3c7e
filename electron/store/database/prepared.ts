import type { Database } from "./open-database.ts";

export type Statement = ReturnType<Database["prepare"]>;

/** Statements that a connection keeps; the least recently used one is dropped first. */
const KEPT_STATEMENTS = 64;

const statements = new WeakMap<Database, Map<string, Statement>>();

/**
 * A statement that is prepared once for a connection. @photostructure/sqlite frees statements only when the event loop
 * turns, so that a loop which prepares one for each record takes gigabytes. Not for iterators, which close their statement.
 */
export function prepared(database: Database, sql: string): Statement {
  const kept = statements.get(database) ?? new Map<string, Statement>();
  statements.set(database, kept);
  const statement = kept.get(sql) ?? database.prepare(sql);
  // The most recently used statement moves to the end.
  kept.delete(sql);
  kept.set(sql, statement);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > KEPT_STATEMENTS) kept.delete(oldest);
  return statement;
}
