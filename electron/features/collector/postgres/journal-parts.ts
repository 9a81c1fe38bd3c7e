import { parseInstant, type Instant } from "../../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../../shared/inventory/resource-names.ts";
import { countRows, instantOf, readFacts } from "../../../store/database/facts.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import { touchedBetween } from "../../../store/database/touched-rows.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import { changeJson, changeRows, type ChangeRow } from "../serving/served-changes.ts";
import { recordsAfterRow, recordsOfRows, type ServedRecord } from "../serving/served-records.ts";
import { CountedUse } from "./counted-use.ts";
import type { Position, PublishedFacts } from "./state.ts";

/** The number of rows in one part. */
const ROWS = 1_000;
/** The days that a pass may still change: today, and the week in which an increase corrects earlier uses. */
const OPEN_DAYS = 12;
/** The newest changes that may get an event's id after their publication; their number. */
const NAMED_LATE = 1_000;

/** A publication, without its parts. */
export interface Publication {
  readonly facts: PublishedFacts;
  readonly isComplete: boolean;
  readonly observedSince: Instant | null;
  /** The position in the journal after the publication. The name of the journal is not part of it. */
  readonly revision: number;
  readonly change: number;
  /** The number of changes in the publication. */
  readonly changes: number;
  /** True if some changes after the former position are no longer kept. */
  readonly cutOff: boolean;
}

/** A part of a publication. Rows are JSON arrays, as `json_to_recordset` reads them. */
export type Part =
  | { readonly kind: "records"; readonly rows: string }
  | { readonly kind: "changes"; readonly rows: string }
  | { readonly kind: "events"; readonly rows: string }
  | ({ readonly kind: "days" } & DayRows)
  /** The new quarters of an hour with a pass, as JSON; then the first quarter that is kept. */
  | { readonly kind: "quarters"; readonly quarters: string; readonly first: number }
  /** The days that the journal has; the store deletes all others. */
  | { readonly kind: "kept"; readonly stockDays: readonly string[]; readonly useDays: readonly string[] };

/** The days that changed, each with all its rows. */
interface DayRows {
  readonly days: readonly string[];
  readonly counted: string;
  readonly stock: string;
  readonly consumption: string;
}

/** Reads everything that a journal has after a position, in one read transaction. */
export class JournalParts {
  readonly #database: Database;
  readonly #use: CountedUse;
  /** The published state of each day, to find changed days; empty before the first publication. */
  readonly #days = new Map<string, string>();
  #kept = "";
  /** The last quarter of an hour that was published. */
  #quarter = -1;
  #published: (() => void)[] = [];
  #parts: Iterator<Part> | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#use = new CountedUse(database);
  }

  /** Begins to read after a position. @param position null to read everything. */
  begin(position: Position | null): Publication {
    this.end(false);
    this.#database.exec("BEGIN");
    const facts = readFacts(this.#database);
    const { first, last } = changeNumbers(this.#database);
    const after = position?.change ?? first - 1;
    this.#parts = this.#read(position, facts.revision, after, last);
    return {
      facts: publishedOf(facts, this.#database),
      isComplete: facts.firstPullComplete,
      observedSince: instantOf(facts.observedSince),
      revision: facts.revision,
      change: last,
      changes: last - after,
      cutOff: after < first - 1,
    };
  }

  next(): Part | null {
    const next = this.#parts?.next();
    return next === undefined || next.done === true ? null : next.value;
  }

  end(isPublished: boolean): void {
    if (isPublished) for (const apply of this.#published) apply();
    this.#published = [];
    this.#parts = null;
    if (this.#database.isTransaction) this.#database.exec("COMMIT");
  }

  close(): void {
    this.end(false);
    this.#database.close();
  }

  *#read(position: Position | null, revision: number, after: number, last: number): Generator<Part> {
    for (let number = after; number < last;) {
      const rows = changeRows(this.#database, number, ROWS);
      number = rows.at(-1)?.number ?? last;
      yield { kind: "changes", rows: JSON.stringify(rows.map((row) => changeOf(row))) };
    }
    for (const resource of RESOURCES)
      for (const records of this.#records(resource, position, revision))
        yield { kind: "records", rows: JSON.stringify(this.#recordsOf(resource, records)) };
    if (position !== null) yield* this.#events(after);
    yield* this.#changedDays(position === null);
    yield* this.#newQuarters();
  }

  *#newQuarters(): Generator<Part> {
    const quarters = (
      prepared(
        this.#database,
        "SELECT quarter FROM observed_quarters WHERE quarter > ? ORDER BY quarter",
      ).all(this.#quarter) as { quarter: number }[]
    ).map(({ quarter }) => quarter);
    const last = quarters.at(-1);
    if (last === undefined) return;
    this.#published.push(() => (this.#quarter = last));
    const row = prepared(this.#database, "SELECT min(quarter) AS first FROM observed_quarters").get();
    yield { kind: "quarters", quarters: JSON.stringify(quarters), ...(row as { first: number }) };
  }

  /** Reads the rows that were written after a position; all rows if the position is unknown. */
  *#records(
    resource: Resource,
    position: Position | null,
    revision: number,
  ): Generator<readonly ServedRecord[]> {
    const touched = position && touchedBetween(this.#database, resource, position.revision, revision);
    if (touched) {
      const rowids = [...touched];
      for (let begin = 0; begin < rowids.length; begin += ROWS)
        yield recordsOfRows(this.#database, resource, rowids.slice(begin, begin + ROWS));
      return;
    }
    for (let rowid = 0; ;) {
      const records = recordsAfterRow(this.#database, resource, rowid, ROWS);
      const last = records.at(-1);
      if (last === undefined) return;
      rowid = last.rowid;
      yield records;
    }
  }

  #recordsOf(resource: Resource, records: readonly ServedRecord[]): readonly object[] {
    const isItems = resource === "items";
    const counted = isItems ? this.#use.of(records.map(({ id }) => id)) : new Map();
    const values = isItems ? this.#valuesOf(records) : new Map();
    return records.map(({ rowid, id, record, hiddenSince, updatedAt }) => ({
      resource,
      id,
      record: JSON.stringify(record),
      status: plain(record["status"]),
      location_id: plain(record["locationId"]),
      type_id: plain(record["materialTypeId"]),
      updated_at: updatedAt,
      hidden_since: hiddenSince === null ? null : parseInstant(hiddenSince),
      counted: counted.get(id) ?? null,
      ...values.get(rowid),
    }));
  }

  /**
   * The computed values of items, by row id. Numbers are written as decimals, so that the store has the exact values.
   */
  #valuesOf(records: readonly ServedRecord[]): ReadonlyMap<number, object> {
    const rows = prepared(
      this.#database,
      `SELECT rowid, value, valueCurrency AS currency, valueGap AS value_gap FROM items
         WHERE rowid IN (SELECT value FROM json_each(?)) AND (items.value IS NOT NULL OR valueGap IS NOT NULL)`,
    ).all(JSON.stringify(records.map(({ rowid }) => rowid))) as { readonly rowid: number }[];
    return new Map(rows.map(({ rowid, ...value }) => [rowid, value]));
  }

  /** Finds changes of the last two passes that got an event's id after their publication. */
  *#events(published: number): Generator<Part> {
    const { passes } = readFacts(this.#database);
    const rows = prepared(
      this.#database,
      `SELECT number, type, resource, id, name, observedAfter, observedBefore, occurredAt, fields, event,
         locationId, oldLocationId, holder, oldHolder FROM changes
         WHERE number <= ? AND number > ? AND event IS NOT NULL AND pass > ? ORDER BY number`,
    ).all(published, published - NAMED_LATE, passes - 2) as unknown as ChangeRow[];
    if (rows.length > 0) yield { kind: "events", rows: JSON.stringify(rows.map((row) => changeOf(row))) };
  }

  /**
   * Reads changed days. @param isFirst true to read all days; false to read only the days that a pass may still change.
   */
  *#changedDays(isFirst: boolean): Generator<Part> {
    const all = (sql: string, ...values: string[]): readonly { readonly day: string }[] =>
      prepared(this.#database, sql).all(...values) as { day: string }[];
    const stockDays = all("SELECT day, takenAt, lowStock, problems FROM snapshot_days ORDER BY day");
    const useDays = all("SELECT DISTINCT day FROM consumption ORDER BY day").map(({ day }) => day);
    const counted = new Map(stockDays.map((row) => [row.day, row]));
    const days = [...new Set([...counted.keys(), ...useDays])].toSorted();
    for (const day of isFirst ? days : days.slice(-OPEN_DAYS)) {
      const consumption = JSON.stringify(
        all("SELECT day, typeId AS type_id, length, weight FROM consumption WHERE day = ?", day),
      );
      const row = counted.get(day);
      const state = JSON.stringify([row, consumption]);
      if (this.#days.get(day) === state) continue;
      this.#published.push(() => this.#days.set(day, state));
      const stock = all(
        "SELECT day, dimension, id, status, items, length, weight FROM snapshots WHERE day = ?",
        day,
      );
      const rows = { counted: JSON.stringify(row ? [row] : []), stock: JSON.stringify(stock), consumption };
      yield { kind: "days", days: [day], ...rows };
    }
    const kept = JSON.stringify([...counted.keys(), "", ...useDays]);
    if (kept === this.#kept) return;
    this.#published.push(() => (this.#kept = kept));
    yield { kind: "kept", stockDays: [...counted.keys()], useDays };
  }
}

/** A change without its number and record, which the store adds. */
function changeOf(row: ChangeRow): object {
  const { number, resource, id, observedBefore } = row;
  const text = changeJson(row);
  const change = `{${text.slice(text.indexOf(",") + 1)}`;
  return { number, resource, id, observed_before: observedBefore, size: change.length, change };
}

/** A text with which filters are compared. Null if PostgreSQL cannot store it; then it matches no filter. */
const plain = (value: unknown): string | null =>
  typeof value === "string" && !value.includes("\0") && value.isWellFormed() ? value : null;

function publishedOf(facts: ReturnType<typeof readFacts>, database: Database): PublishedFacts {
  const { mark, updateBound, lastPassAt, lastFullCheckAt, checkedAsOf, referencesAsOf } = facts;
  const { passes, fetchSequence, connectionId } = facts;
  const rows = facts.rows ?? countRows(database);
  return {
    mark,
    updateBound,
    lastPassAt,
    lastFullCheckAt,
    checkedAsOf,
    referencesAsOf,
    passes,
    fetchSequence,
    connectionId,
    rows,
  };
}
