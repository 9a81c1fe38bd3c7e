import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { type Database, prepared } from "./open-database.ts";

/** The number of revisions whose rows are remembered. A reader that is further behind loads the table again. */
const KEPT_REVISIONS = 256;
/** The most rows of a commit that are remembered one by one. */
const MOST_ROWS = 20_000;

/** The rows of one resource that a commit wrote. */
export interface Touched {
  readonly resource: Resource;
  readonly rowids: readonly number[];
}

/** Stores which rows a revision wrote. */
export function noteTouched(database: Database, revision: number, { resource, rowids }: Touched): void {
  const bytes = rowids.length > MOST_ROWS ? null : new Uint8Array(Uint32Array.from(rowids).buffer);
  prepared(database, "INSERT INTO touched_rows (revision, resource, rowids) VALUES (?, ?, ?)").run(
    revision,
    resource,
    bytes,
  );
  prepared(database, "DELETE FROM touched_rows WHERE revision <= ?").run(revision - KEPT_REVISIONS);
}

/**
 * The rows that were written after one revision, up to and including another. Null if they are not known, or too many.
 */
export function touchedBetween(
  database: Database,
  resource: Resource,
  after: number,
  upTo: number,
): ReadonlySet<number> | null {
  const kept = prepared(
    database,
    "SELECT count(DISTINCT revision) AS count FROM touched_rows WHERE revision > ? AND revision <= ?",
  ).get(after, upTo) as { count: number };
  if (kept.count < upTo - after) return null;
  const rows = prepared(
    database,
    "SELECT rowids FROM touched_rows WHERE resource = ? AND revision > ? AND revision <= ?",
  ).all(resource, after, upTo) as { rowids: Uint8Array | null }[];
  const touched = new Set<number>();
  for (const { rowids } of rows) {
    if (rowids === null) return null;
    // The blob is copied, because it may begin at an offset that is not a multiple of four.
    for (const rowid of new Uint32Array(rowids.slice().buffer)) touched.add(rowid);
    if (touched.size > MOST_ROWS) return null;
  }
  return touched;
}
