import { describeQuery } from "../../../shared/query/describe-query.ts";
import type { ChangeFilter } from "../../../shared/inventory/changes.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { QueryError } from "../../../shared/base/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { readChanges, readKeptHistory, readUnseenChanges } from "./change-reader.ts";
import { decode, type Cell } from "../database/decode.ts";
import { fieldColumns } from "../database/columns.ts";
import { compileQuery, defineQueryFunctions } from "./compile-query.ts";
import { describeCopy, type Description } from "../database/facts.ts";
import { openInventoryForReading, type ReadingOptions } from "../database/inventory-file.ts";
import type { Database } from "../database/open-database.ts";
import { readPasses, type PassEntry } from "../database/pass-log.ts";
import { readQuarantine, type QuarantinedRecord } from "../database/quarantine.ts";
import { rowById, nameOfReference } from "./row-reader.ts";
import { storeFailure } from "../database/store-error.ts";

/** The queries that need only SQL. It is synchronous, because it runs in a worker thread. */
export class CopyReader {
  protected readonly database: Database;

  constructor(file: string, options?: ReadingOptions) {
    this.database = openInventoryForReading(file, options);
    defineQueryFunctions(this.database);
  }

  /** The facts about the copy, with its size. */
  describeCopy(): Description {
    return this.read(() => describeCopy(this.database));
  }

  /** A record with its names and computed values; null if the copy does not have it. */
  record(resource: Resource, id: string): StoredRecord | null {
    return this.read(() => readRecord(this.database, resource, id));
  }

  /** The number of kept observed changes, and the time of the oldest. */
  keptHistory(): CallOutput<"queryKeptHistory"> {
    return this.read(() => readKeptHistory(this.database));
  }

  /**
   * The observed changes that pass the filter, the newest first, with their total. The result has the changes from
   * `offset` to `offset + limit`.
   */
  changes(filter: ChangeFilter, offset: number, limit: number, upTo?: number): CallOutput<"queryChanges"> {
    return this.read(() => readChanges(this.database, filter, offset, limit, upTo));
  }

  /**
   * The changes of a view since the user last saw it: rows that entered, left or changed. If the view was never marked
   * as seen, the result is empty.
   */
  unseenChanges(
    view: string,
    resource: Resource,
    input: Query,
    limit: number,
    now: number,
  ): CallOutput<"queryUnseen"> {
    return this.read(() => {
      const marked = this.database.prepare("SELECT number FROM seen WHERE view = ?").get(view) as
        { number: number } | undefined;
      const since = marked?.number ?? Number.MAX_SAFE_INTEGER;
      // Rows that were hidden then must be left out, even if no row is hidden now.
      const query = compileQuery(resource, input, { now, someHidden: true });
      return {
        seen: marked !== undefined,
        ...readUnseenChanges(this.database, resource, query, since, limit),
      };
    });
  }

  /** The last passes, the latest first. */
  passes(limit: number): PassEntry[] {
    return this.read(() => readPasses(this.database, limit));
  }

  /** The quarantined records, the latest first. */
  quarantined(limit: number): QuarantinedRecord[] {
    return this.read(() => readQuarantine(this.database, limit));
  }

  /** A query in words, with a sentence for each part. Names replace ids if the copy has them. */
  describe(resource: Resource, query: Query): string[] {
    return this.read(() => [
      ...describeQuery(resource, query, (field, id) => nameOfReference(this.database, field, id)),
    ]);
  }

  /** The version of SQLite that is used. */
  sqliteVersion(): string {
    return (this.database.prepare("SELECT sqlite_version() AS version").get() as { version: string }).version;
  }

  close(): void {
    this.database.close();
  }

  protected currentRevision(): number {
    const row = this.database.prepare("SELECT value FROM facts WHERE name = 'revision'").get() as
      { value: string } | undefined;
    return Number(row?.value ?? 0);
  }

  /** Runs work in one read transaction, so that revision, rows and total belong together. */
  protected read<T>(work: () => T): T {
    try {
      this.database.exec("BEGIN");
      try {
        return work();
      } finally {
        this.database.exec("COMMIT");
      }
    } catch (thrown) {
      if (thrown instanceof QueryError) throw thrown;
      throw storeFailure(thrown);
    }
  }
}

/** A record with its names and computed values; null if there is none. Call it within a read transaction. */
export function readRecord(database: Database, resource: Resource, id: string): StoredRecord | null {
  const row = rowById(database, resource, id);
  if (!row) return null;
  const columns = fieldColumns(resource);
  const statement = database.prepare(
    `SELECT unmapped, fetchedAt, ${columns.join(", ")} FROM ${resource} WHERE id = ?`,
  );
  statement.setReturnArrays(true);
  const [unmapped, fetchedAt, ...cells] = statement.get(id) as [string | null, number, ...Cell[]];
  const raw = decode(resource, cells, unmapped);
  return { resource, row, raw, fetchedAt: new Date(fetchedAt).toISOString() };
}
