import type { Instant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Encoded } from "../../store/database/encode.ts";
import { instantOf } from "../../store/database/facts.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import type { Commits } from "../../store/ingest/commits.ts";
import type { ListingTally } from "../../store/ingest/listing.ts";
import type { RowSet } from "../../store/ingest/row-set.ts";
import type { Fetched, Upsert } from "../../store/ingest/upsert.ts";

/** A record, and when the service stopped returning it; null if the service returns it. */
interface ServedRow {
  readonly encoded: Encoded;
  readonly hiddenSince: Instant | null;
}

/** The rows that a snapshot has contained so far. */
export type SeenRows = Readonly<Record<Resource, RowSet>>;

/** The counts of a pass, which the pass changes. */
export type Tallies = Record<Resource, { -readonly [K in keyof ListingTally]: ListingTally[K] }>;

/** Makes the counts for the start of a pass. */
export const noTallies = (): Tallies => {
  const none = () => ({ seen: 0, written: 0, quarantined: 0, changes: 0 });
  return { items: none(), types: none(), locations: none() };
};

/** The snapshot that is being loaded. `staged` is true if the copy already had rows. */
interface RunningLoad {
  readonly seen: SeenRows;
  readonly staged: boolean;
}

interface CollectorRowsTools {
  readonly commits: Commits;
  readonly upserts: Readonly<Record<Resource, Upsert>>;
}

/** Writes the rows that a collector serves. Call every method within a transaction. */
export class CollectorRows {
  readonly #database: Database;
  readonly #tools: CollectorRowsTools;

  constructor(database: Database, tools: CollectorRowsTools) {
    [this.#database, this.#tools] = [database, tools];
  }

  /** Writes rows as the collector has them. @returns the row ids of changed rows. */
  store(
    resource: Resource,
    rows: readonly ServedRow[],
    fetched: Fetched,
    tallies: Tallies,
    load: RunningLoad | null = null,
  ): number[] {
    const { commits, upserts } = this.#tools;
    const upsert = upserts[resource];
    const isFirst = load !== null && !load.staged;
    const inserted = isFirst
      ? upsert.insertNew(
          rows.map(({ encoded }) => encoded),
          fetched,
        )
      : [];
    commits.count(resource, { added: inserted.length, revived: 0 });
    const touched = [...inserted];
    for (const [index, { encoded, hiddenSince }] of rows.entries()) {
      let rowid = inserted[index];
      if (rowid === undefined) {
        const outcome = upsert.write(encoded, { ...fetched, fullCheck: true });
        ({ rowid } = outcome);
        const { change, revived } = outcome;
        commits.count(resource, { added: Number(change === "inserted"), revived: Number(revived) });
        if (change !== "kept" || revived) touched.push(rowid);
      }
      if (load) load.seen[resource].add(rowid);
      if (hiddenSince !== null) this.#setHidden(resource, rowid, hiddenSince);
    }
    tallies[resource].written += touched.length;
    if (!load?.staged) tallies[resource].seen += rows.length;
    return touched;
  }

  /** Hides a row that is shown. @returns its row id; an empty list if there is none. */
  hide(resource: Resource, id: string, since: Instant): readonly number[] {
    const row = prepared(
      this.#database,
      `SELECT rowid FROM ${resource} WHERE id = ? AND noLongerReturnedSince IS NULL`,
    ).get(id) as { rowid: number } | undefined;
    if (!row) return [];
    this.#setHidden(resource, row.rowid, since);
    return [row.rowid];
  }

  #setHidden(resource: Resource, rowid: number, since: Instant): void {
    prepared(this.#database, `UPDATE ${resource} SET noLongerReturnedSince = ? WHERE rowid = ?`).run(
      since,
      rowid,
    );
    this.#tools.commits.countHidden(resource);
  }

  /** Hides the shown rows that the collector does not have. */
  hideUnseen(seen: SeenRows, resource: Resource, completeAsOf: string | null) {
    const since = instantOf(completeAsOf) ?? 0;
    const rowids = this.unseen(seen, resource);
    for (const rowid of rowids) this.#setHidden(resource, rowid, since);
    return { resource, rowids };
  }

  /** The shown rows that were not seen. @returns their row ids. */
  unseen(seen: SeenRows, resource: Resource): readonly number[] {
    const { shown, hidden } = this.#tools.commits.rows;
    if (seen[resource].size === shown[resource] + hidden[resource]) return [];
    const rows = this.#database
      .prepare(`SELECT rowid FROM ${resource} WHERE noLongerReturnedSince IS NULL`)
      .all() as { rowid: number }[];
    return rows.flatMap(({ rowid }) => (seen[resource].has(rowid) ? [] : [rowid]));
  }
}
