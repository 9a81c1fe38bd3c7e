import { COLLECTOR_ERRORS } from "../messages.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import type { Instant } from "../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { beginBulkLoad } from "../../store/ingest/bulk-load.ts";
import { CollectorDays, type DaysToReplace } from "./collector-days.ts";
import { CollectorRows, noTallies, type SeenRows, type Tallies } from "./collector-rows.ts";
import type { ResourceCommit } from "../../store/ingest/commits.ts";
import {
  instantOf,
  readFacts,
  writeFacts,
  type CollectorFacts,
  type Facts,
} from "../../store/database/facts.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import type { ListingTally } from "../../store/ingest/listing.ts";
import { RowSet } from "../../store/ingest/row-set.ts";
import {
  encodeServed,
  malformed,
  readServedChange,
  readSnapshotLine,
  type SnapshotHead,
  type SnapshotLine,
} from "./served-lines.ts";
import type { Fetched } from "../../store/ingest/upsert.ts";
import type { WriterContext } from "../../store/ingest/writer-context.ts";

/** The commits of one step, and the counts of the pass so far. */
export interface CollectorCommit {
  readonly commits: readonly ResourceCommit[];
  readonly tallies: Readonly<Record<Resource, ListingTally>>;
}

/** The state of the copy after the changes of an answer. */
export interface ChangesEnd extends Omit<CollectorFacts, "counted"> {
  /** The time up to which the copy is then complete, by the service's clock; null if more changes follow. */
  readonly completeAsOf: string | null;
  /** When the answer arrived, ISO 8601 by the local clock. */
  readonly at: string;
}

/** Counted days to write. */
export interface DaysToSave extends Omit<DaysToReplace, "isLast"> {
  /** The state of the collector's counted days; null if more days follow. */
  readonly counted: number | null;
}

/** A snapshot that is being stored. */
interface Load {
  readonly fetched: Fetched;
  readonly pass: number;
  /** True if the copy already has rows. Then nothing changes before the whole snapshot has arrived. */
  readonly staged: boolean;
  readonly seen: SeenRows;
  readonly tallies: Tallies;
  head: SnapshotHead | null;
  lines: number;
  isWhole: boolean;
}

/** The share of items that a snapshot may lack without a question (design 4.8). */
const MOST_REMOVALS = 0.05;
/** Staged parts that are stored in one transaction. */
const PARTS_AT_ONCE = 4;

/**
 * Writes the data that a collector serves: snapshots and changes. The changes keep the collector's numbers, and
 * nothing is derived from the rows.
 */
export class CollectorWriter {
  readonly #database: Database;
  readonly #tools: WriterContext;
  readonly #days: CollectorDays;
  readonly #rows: CollectorRows;
  #load: Load | null = null;

  constructor(tools: WriterContext) {
    const { database } = tools;
    [this.#database, this.#tools] = [database, tools];
    this.#days = new CollectorDays(database);
    this.#rows = new CollectorRows(database, tools);
    database.exec(`CREATE TEMP TABLE staged_parts (
      number INTEGER PRIMARY KEY, text TEXT NOT NULL, hasRecords INTEGER NOT NULL, hasRest INTEGER NOT NULL
    )`);
  }

  /** Begins a snapshot, and discards an unfinished one. */
  begin(fetched: Fetched): void {
    this.#tools.transactions.run(() => {
      const { passes, firstPullComplete } = readFacts(this.#database);
      this.#database.exec("DELETE FROM temp.staged_parts");
      if (!firstPullComplete) this.#clearHistory();
      this.#load = {
        fetched,
        pass: passes,
        staged: firstPullComplete,
        seen: { items: new RowSet(), types: new RowSet(), locations: new RowSet() },
        tallies: noTallies(),
        head: null,
        lines: 0,
        isWhole: false,
      };
    });
    if (!this.#load?.staged && this.#tools.commits.rows.shown.items === 0) beginBulkLoad(this.#database);
  }

  /**
   * Reads the next whole lines of a snapshot. It stores or stages them, as one transaction.
   * @throws AppFailure `protocol` for lines that no collector sends.
   */
  take(text: string): CollectorCommit {
    const load = this.#loading();
    const lines = linesOf(text);
    for (const line of lines) this.#check(load, line);
    const commits = this.#write(() => {
      if (!load.staged) return this.#store(load, lines, true, true);
      this.#stage(load, text, lines);
      return [];
    });
    return { commits, tallies: load.tallies };
  }

  /**
   * Checks a snapshot before its staged parts are stored.
   * @param acceptRemovals true if the user confirmed that many items were removed.
   * @throws AppFailure `network` if its end is missing; `other_company` if it lacks over 5 % of the items.
   */
  check(acceptRemovals: boolean): void {
    const load = this.#loading();
    if (!load.isWhole || load.head === null) {
      const sentence = COLLECTOR_ERRORS.snapshotEnded;
      throw new AppFailure({ kind: "network", reason: "reset", ...said(sentence) });
    }
    const of = this.#tools.commits.rows.shown.items;
    const rows = load.staged ? this.#rows.unseen(load.seen, "items").length : 0;
    if (acceptRemovals || rows <= of * MOST_REMOVALS) return;
    const sentence = COLLECTOR_ERRORS.otherCollector({ rows: String(rows), all: String(of) });
    throw new AppFailure({ kind: "other_company", missing: { rows, of }, ...said(sentence) });
  }

  /** Stores the rows of the next staged parts; null if none are left. */
  storeStaged(): CollectorCommit | null {
    const load = this.#loading();
    const parts = prepared(
      this.#database,
      "SELECT number, text FROM temp.staged_parts WHERE hasRecords = 1 ORDER BY number LIMIT ?",
    ).all(PARTS_AT_ONCE) as { number: number; text: string }[];
    if (parts.length === 0) return null;
    const commits = this.#write(() => {
      for (const { number } of parts)
        prepared(this.#database, "UPDATE temp.staged_parts SET hasRecords = 0 WHERE number = ?").run(number);
      return this.#store(
        load,
        parts.flatMap(({ text }) => linesOf(text)),
        true,
        false,
      );
    });
    return { commits, tallies: load.tallies };
  }

  /**
   * Ends a snapshot. The collector's history replaces the copy's, other rows are hidden, and the copy is complete.
   * @param at when the snapshot arrived, ISO 8601 by the local clock.
   */
  finish(at: string): CollectorCommit & { readonly collector: CollectorFacts } {
    const load = this.#loading();
    const { head } = load;
    if (head === null) throw malformed("no beginning");
    const { epoch, last, counted } = head;
    const collector = { epoch, number: last, counted };
    const commits = this.#write(() => {
      const touched = RESOURCES.map((resource) =>
        this.#rows.hideUnseen(load.seen, resource, head.completeAsOf),
      );
      if (load.staged) this.#replaceHistory(load);
      // The next number follows the collector's last one, even if it has deleted all its changes.
      this.#database.exec("DELETE FROM sqlite_sequence WHERE name = 'changes'");
      prepared(this.#database, "INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)").run(last);
      writeFacts(this.#database, {
        collector,
        mark: head.completeAsOf,
        updateBound: null,
        lastPassAt: at,
        lastFullCheckAt: head.lastFullCheckAt,
        checkedAsOf: head.completeAsOf,
        observedSince: head.observedSince,
        firstPullComplete: true,
      });
      return touched;
    });
    this.#load = null;
    this.#database.exec("DELETE FROM temp.staged_parts");
    return { commits, tallies: load.tallies, collector };
  }

  /**
   * Writes the next changes with their records, as one transaction.
   * @param changes must follow the last written change without a gap.
   * @throws AppFailure `protocol` for other changes.
   */
  apply(changes: readonly unknown[], end: ChangesEnd, fetched: Fetched): CollectorCommit {
    const { collector, passes } = readFacts(this.#database);
    if (collector?.epoch !== end.epoch) throw malformed("epoch");
    const tallies = noTallies();
    const commits = this.#write(() => {
      let { number } = collector;
      const records = new Map<string, { resource: Resource; id: string; record: unknown; at: Instant }>();
      for (const value of changes) {
        const change = readServedChange(value);
        number += 1;
        if (change.number !== number) throw malformed("a number is missing");
        this.#tools.changeLog.copy(change, passes);
        const { resource, id, observedBefore: at } = change;
        tallies[resource].changes += 1;
        // A later change of the same record comes with the same record.
        records.set(`${resource} ${id}`, { resource, id, at, record: (value as { record: unknown }).record });
      }
      if (number !== end.number) throw malformed("a number is missing");
      const commits = RESOURCES.map((resource) => {
        const rows = [...records.values()].filter((one) => one.resource === resource);
        const kept = rows.filter(({ record }) => record !== null);
        const touched = this.#rows.store(
          resource,
          kept.map(({ record }) => ({ encoded: encodeServed(resource, record), hiddenSince: null })),
          fetched,
          tallies,
        );
        for (const { id, record, at } of rows)
          if (record === null) touched.push(...this.#rows.hide(resource, id, at));
        return { resource, rowids: touched };
      });
      writeFacts(this.#database, {
        collector: { ...collector, number },
        lastPassAt: end.at,
        ...(end.completeAsOf === null ? {} : { mark: end.completeAsOf }),
        ...laterSequence(readFacts(this.#database), fetched),
      });
      return commits;
    });
    return { commits, tallies };
  }

  /** Writes counted days as `CollectorDays.replace` does. With the last days, it also stores their state. */
  saveDays({ counted, ...days }: DaysToSave): string | null {
    return this.#tools.transactions.run(() => {
      const since = this.#days.replace({ ...days, isLast: counted !== null });
      const { collector } = readFacts(this.#database);
      if (collector && counted !== null) writeFacts(this.#database, { collector: { ...collector, counted } });
      return since;
    });
  }

  #loading(): Load {
    if (!this.#load) throw new Error("no snapshot has begun");
    return this.#load;
  }

  /** Runs work as one transaction that writes rows of several resources. */
  #write(work: () => readonly { readonly resource: Resource; readonly rowids: readonly number[] }[]) {
    const { commits } = this.#tools;
    return commits.runSeveral(() => work());
  }

  #check(load: Load, line: SnapshotLine): void {
    if (load.isWhole || (line.kind === "snapshot") !== (load.head === null))
      throw malformed("order of lines");
    if (line.kind === "snapshot") load.head = line;
    if (line.kind === "end") {
      if (line.lines !== load.lines) throw malformed("number of lines");
      load.isWhole = true;
    }
    load.lines += 1;
  }

  #stage(load: Load, text: string, lines: readonly SnapshotLine[]): void {
    for (const line of lines) {
      if (line.kind !== "record") continue;
      const row = prepared(this.#database, `SELECT rowid FROM ${line.resource} WHERE id = ?`).get(
        line.encoded.id,
      );
      if (row) load.seen[line.resource].add((row as { rowid: number }).rowid);
      load.tallies[line.resource].seen += 1;
    }
    const records = lines.filter(({ kind }) => kind === "record").length;
    prepared(
      this.#database,
      "INSERT INTO temp.staged_parts (text, hasRecords, hasRest) VALUES (?, ?, ?)",
    ).run(text, Number(records > 0), Number(records < lines.length));
  }

  /** Stores lines. @returns the written rows of each resource. */
  #store(load: Load, lines: readonly SnapshotLine[], withRecords: boolean, withRest: boolean) {
    if (withRest) this.#storeHistory(load, lines);
    return RESOURCES.flatMap((resource) => {
      const rows = withRecords
        ? lines.filter((line) => line.kind === "record").filter((line) => line.resource === resource)
        : [];
      if (rows.length === 0) return [];
      const rowids = this.#rows.store(resource, rows, load.fetched, load.tallies, load);
      return [{ resource, rowids }];
    });
  }

  #storeHistory({ pass, tallies }: Load, lines: readonly SnapshotLine[]): void {
    for (const line of lines) {
      if (line.kind === "change") {
        this.#tools.changeLog.copy(line.change, pass);
        tallies[line.change.resource].changes += 1;
      } else if (
        line.kind === "day"
        || line.kind === "stock"
        || line.kind === "consumption"
        || line.kind === "observed"
      )
        this.#days.add(line);
    }
  }

  #clearHistory(): void {
    for (const table of ["changes", "missing", "counted_values", "counted_uses"])
      this.#database.exec(`DELETE FROM ${table}`);
    this.#days.clear();
  }

  /** Replaces the history of a copy with the collector's. Changes that the user has seen stay seen. */
  #replaceHistory(load: Load): void {
    const { mark } = readFacts(this.#database);
    const seen = SEEN_MARKS.flatMap(([table, key]) =>
      this.#lastSeen(table, key).map((last) => ({ ...last, table, key })),
    );
    this.#clearHistory();
    for (let part = 0; ;) {
      const rest = prepared(
        this.#database,
        "SELECT number, text FROM temp.staged_parts WHERE hasRest = 1 AND number > ? ORDER BY number LIMIT 1",
      ).get(part) as { number: number; text: string } | undefined;
      if (!rest) break;
      this.#storeHistory(load, linesOf(rest.text));
      part = rest.number;
    }
    for (const { table, key, owner, observedBefore, id, type, fields } of seen)
      this.#database
        .prepare(
          `UPDATE ${table} SET number = coalesce(
             (SELECT max(number) FROM changes WHERE observedBefore = ?1 AND id = ?2 AND type = ?3 AND fields = ?4),
             (SELECT max(number) FROM changes WHERE observedBefore <= ?1), 0) WHERE ${key} = ?5`,
        )
        .run(observedBefore ?? instantOf(mark) ?? 0, id, type, fields, owner);
  }

  /** The last change that was seen by each owner of a mark; null if it is not kept. */
  #lastSeen(table: string, key: string) {
    return this.#database
      .prepare(
        `SELECT ${key} AS owner, observedBefore, id, type, fields FROM ${table} LEFT JOIN changes
           ON changes.number = (SELECT max(number) FROM changes AS seen WHERE seen.number <= ${table}.number)`,
      )
      .all() as {
      owner: string;
      observedBefore: Instant | null;
      id: string | null;
      type: string | null;
      fields: string | null;
    }[];
  }
}

/** The tables that have the number of a change that was seen, with their keys. */
const SEEN_MARKS = [
  ["seen", "view"],
  ["alert_knowledge", "ruleId"],
] as const;

/** Parses whole lines. @throws AppFailure `protocol`. */
function linesOf(text: string): readonly SnapshotLine[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      return [readSnapshotLine(JSON.parse(line))];
    } catch (thrown) {
      throw thrown instanceof SyntaxError ? malformed("not JSON") : thrown;
    }
  });
}

/** The fact that a request's number was given. */
const laterSequence = (facts: Facts, { sequence }: Fetched): Partial<Facts> => ({
  fetchSequence: Math.max(facts.fetchSequence, sequence),
});
