import type { Database } from "../../store/database/open-database.ts";

/** The numbers of the kept changes. They have no gap, and are never used again. */
export interface Sequence {
  /** The first kept number; `last + 1` if none is kept. */
  readonly first: number;
  /** The last number that was given; 0 before the first one. */
  readonly last: number;
}

/**
 * Reads the sequence of a copy. SQLite takes a number in the transaction that writes the change, so a rolled back
 * transaction leaves no gap, and remembers the last one when all changes are deleted (AUTOINCREMENT).
 */
export function readSequence(database: Database): Sequence {
  const row = database
    .prepare(
      `SELECT (SELECT min(number) FROM changes) AS first,
         ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0) AS last`,
    )
    .get() as { first: number | null; last: number };
  return { first: row.first ?? row.last + 1, last: row.last };
}
