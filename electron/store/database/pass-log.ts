import { type Database, prepared } from "./open-database.ts";

/** The log entry of one pass. */
export interface PassEntry {
  readonly number: number;
  readonly mode: "full" | "incremental";
  /** When the pass began, ms since the epoch by the local clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The kind of the error that ended the pass; null after a success. */
  readonly error: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
  readonly requests: number;
  readonly restarts: number;
  /** The number of different records that the pass saw, of all resources. */
  readonly seen: number;
  readonly written: number;
  readonly quarantined: number;
  readonly changes: number;
  /** The mark after the pass. */
  readonly mark: string | null;
}

const KEPT_PASSES = 200;

/** Logs a pass, and deletes old entries. */
export function addPass(database: Database, entry: PassEntry): void {
  const columns = Object.keys(entry);
  const places = columns.map(() => "?").join(", ");
  prepared(database, `INSERT OR REPLACE INTO passes (${columns.join(", ")}) VALUES (${places})`).run(
    ...Object.values(entry),
  );
  prepared(database, "DELETE FROM passes WHERE number <= ?").run(entry.number - KEPT_PASSES);
}

/** The last passes, the latest first. */
export function readPasses(database: Database, limit: number): PassEntry[] {
  return prepared(database, "SELECT * FROM passes ORDER BY number DESC LIMIT ?").all(limit);
}

/** The numbers of the last pass and of the last full pass; 0 if there was none. */
export function latestPasses(database: Database): { readonly last: number; readonly lastFull: number } {
  return prepared(
    database,
    `SELECT coalesce(max(number), 0) AS last, coalesce(max(number) FILTER (WHERE mode = 'full'), 0) AS lastFull
       FROM passes`,
  ).get() as { last: number; lastFull: number };
}
