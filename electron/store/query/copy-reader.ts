import { describeQuery } from "../../../shared/query/describe-query.ts";
import type { ChangeFilter } from "../../../shared/inventory/changes.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { StoredRecord } from "../../../shared/query/record-calls.ts";
import type { ActivityStep } from "../../../shared/features/history/history-calls.ts";
import { QueryError } from "../../../shared/base/query-error.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import type { UnitProposal } from "../../../shared/features/units/unit-proposal.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { readChanges, readKeptHistory } from "./change-reader.ts";
import { decode, type Cell } from "../database/decode.ts";
import { fieldColumns } from "../database/columns.ts";
import { compileQuery } from "./compile-query.ts";
import { describeCopy, type Description } from "../database/describe-copy.ts";
import { defineQueryFunctions } from "./query-functions.ts";
import { nameOfReference } from "./joined-names.ts";
import { INVENTORY_MIGRATIONS } from "../database/migrations/index.ts";
import { openForReading, type Database } from "../database/open-database.ts";
import { countAlerts, type AlertCounts } from "../database/alert-rows.ts";
import { readPasses, type PassEntry } from "../database/pass-log.ts";
import { readQuarantine, type QuarantinedRecord } from "../database/quarantine.ts";
import { rowById } from "./row-reader.ts";
import { storeFailure } from "../database/store-error.ts";
import { readActivityCounts } from "./activity-counts.ts";
import { readConsumption, readStockHistory, type StockOf } from "./stock-history.ts";
import { readCustodyStates, type CustodyState } from "./custody-states.ts";
import { UsualTimesReader } from "./usual-times.ts";
import { proposeUnits } from "./propose-units.ts";
import { readWeighedItems } from "./weighed-items.ts";
import { readUnseenChanges } from "./unseen-changes.ts";
import { countActiveAlerts, readAlerts, type AlertWindow } from "./read-alerts.ts";

/** The queries that SQL alone answers. Synchronous: it runs in a worker thread of its own. */
export class CopyReader {
  protected readonly database: Database;
  /** The observed returns, from which usual times out are computed. */
  protected readonly returns: UsualTimesReader;

  constructor(file: string) {
    this.database = openForReading(file, INVENTORY_MIGRATIONS);
    defineQueryFunctions(this.database);
    this.returns = new UsualTimesReader(this.database);
  }

  /** The copy's facts and size, for callers that open it before anything is written. */
  describeCopy(): Description {
    return this.read(() => describeCopy(this.database));
  }

  /** One record with all that is known of it; null if the copy does not have it. */
  record(resource: Resource, id: string): StoredRecord | null {
    return this.read(() => {
      const row = rowById(this.database, resource, id);
      if (!row) return null;
      const columns = fieldColumns(resource);
      const statement = this.database.prepare(
        `SELECT unmapped, fetchedAt, ${columns.join(", ")} FROM ${resource} WHERE id = ?`,
      );
      statement.setReturnArrays(true);
      const [unmapped, fetchedAt, ...cells] = statement.get(id) as [string | null, number, ...Cell[]];
      const raw = decode(resource, cells, unmapped);
      return { resource, row, raw, fetchedAt: new Date(fetchedAt).toISOString() };
    });
  }

  /** The stock of the latest local days. @param days their number. @param now ms since the epoch. */
  stockHistory(of: StockOf, days: number, now: number): CallOutput<"queryStockHistory"> {
    return this.read(() => readStockHistory(this.database, of, days, now));
  }

  /** The consumption of each material type in the latest local days. @param now ms since the epoch. */
  consumption(days: number, now: number): CallOutput<"queryConsumption"> {
    return this.read(() => readConsumption(this.database, days, now));
  }

  /** The number of kept observed changes, and the time of the oldest. */
  keptHistory(): CallOutput<"queryKeptHistory"> {
    return this.read(() => readKeptHistory(this.database));
  }

  /**
   * The changes of items observed in each of the latest local hours or days.
   * @param spans the number of hours or days. @param now ms since the epoch.
   */
  activityCounts(step: ActivityStep, spans: number, now: number): CallOutput<"queryActivity"> {
    return this.read(() => readActivityCounts(this.database, step, spans, now));
  }

  /** The usual times out of each type's items, from observed returns and items still out. */
  usualTimes(): UsualTimes {
    return this.read(() => this.returns.usualTimes());
  }

  /** Whether items are out, by their ids. */
  custodyStates(ids: readonly string[]): readonly CustodyState[] {
    return this.read(() => readCustodyStates(this.database, ids));
  }

  /** Observed changes `offset` to `offset + limit` that pass the filter, the newest first, with their total. */
  changes(filter: ChangeFilter, offset: number, limit: number, upTo?: number): CallOutput<"queryChanges"> {
    return this.read(() => readChanges(this.database, filter, offset, limit, upTo));
  }

  /**
   * The changes of a view since it was marked as seen: rows that entered, left or changed. The result is empty if the
   * view was never marked.
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
      // Rows that were hidden then have to be left out by the query, whether any is hidden now or not.
      const query = compileQuery(resource, input, { now, someHidden: true });
      return {
        seen: marked !== undefined,
        ...readUnseenChanges(this.database, resource, query, since, limit),
      };
    });
  }

  /** Alerts of the inbox, as read-alerts.ts selects them. */
  alerts(filter: "active" | "all", offset: number, limit: number, rules: readonly string[]): AlertWindow {
    return this.read(() => readAlerts(this.database, filter, offset, limit, rules));
  }

  /** How many alerts ask for attention. @param rules the ids of the rules that exist. */
  alertCounts(rules: readonly string[]): AlertCounts {
    return this.read(() => countAlerts(this.database, rules));
  }

  /** How many active alerts each rule has, by its id. */
  activeAlerts(): Readonly<Record<string, number>> {
    return this.read(() => countActiveAlerts(this.database));
  }

  /** How the last passes went, the latest first. */
  passes(limit: number): PassEntry[] {
    return this.read(() => readPasses(this.database, limit));
  }

  /** Malformed records that were set aside, the latest first. */
  quarantined(limit: number): QuarantinedRecord[] {
    return this.read(() => readQuarantine(this.database, limit));
  }

  /** A query in words, one sentence for each part. Ids are replaced by the names that the copy knows. */
  describe(resource: Resource, query: Query): string[] {
    return this.read(() => [
      ...describeQuery(resource, query, (field, id) => nameOfReference(this.database, field, id)),
    ]);
  }

  /** A proposal for the units of the numbers, from weights, lengths and densities. */
  proposeUnits(): UnitProposal {
    return this.read(() => proposeUnits(readWeighedItems(this.database)));
  }

  /** The version of SQLite that reads and writes this. */
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

  /** One read transaction, so that revision, rows and total are of the same moment. */
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
