import { INDEXES } from "../database/columns.ts";
import { PAGE_CACHE, type Database } from "../database/open-database.ts";

/** Pages of the write-ahead log (64 MB) between two checkpoints of a first pull. Each checkpoint waits for the disk. */
const FIRST_PULL_CHECKPOINT = 8_000;
/** Pages of the write-ahead log between checkpoints at all other times. */
const CHECKPOINT = 500;
/**
 * The page cache while an index is built, in kilobytes. A second thread sorts pieces of this size. Pieces that fit the
 * processor's caches take two thirds of the time of 8 MB pieces.
 */
const SORTED_AT_ONCE = 1_024;
const SORTING_THREADS = 1;

/**
 * During a first pull, commits do not wait for the disk: rows lost in a power failure are pulled again. Later commits
 * wait, because their changes cannot be observed a second time.
 */
const FIRST_PULL_SYNC = "NORMAL";
const SYNC = "FULL";

/** Drops the indexes, and makes checkpoints rarer. Both would slow down every row. */
export function beginBulkLoad(database: Database): void {
  for (const [name] of secondaryIndexes()) database.exec(`DROP INDEX IF EXISTS ${name}`);
  database.exec(
    `PRAGMA wal_autocheckpoint = ${FIRST_PULL_CHECKPOINT}; PRAGMA synchronous = ${FIRST_PULL_SYNC}`,
  );
}

/** Builds the missing indexes after a first pull, even an unfinished one. */
export function endBulkLoad(database: Database): void {
  database.exec(`PRAGMA cache_size = -${SORTED_AT_ONCE}; PRAGMA threads = ${SORTING_THREADS}`);
  try {
    for (const [name, on] of secondaryIndexes()) database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
  } finally {
    database.exec(`PRAGMA cache_size = -${PAGE_CACHE}; PRAGMA threads = 0`);
  }
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT}; PRAGMA synchronous = ${SYNC}`);
  // The next writes use other pages, so the cache of this pass would only waste memory.
  database.exec("PRAGMA shrink_memory");
}

function secondaryIndexes(): readonly (readonly [name: string, on: string])[] {
  return Object.values(INDEXES).flat();
}
