import { nameKeys } from "../../../shared/base/text/natural-order.ts";
import type { Instant } from "../../../shared/base/time/instant.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import type { Counts } from "../../../shared/inventory/status.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { beginBulkLoad, endBulkLoad } from "./bulk-load.ts";
import { Commits, type Commit, type ResourceCommit } from "./commits.ts";
import { ChangeLog, type Retention } from "./change-log.ts";
import {
  describeCopy,
  type Description,
  completeOf,
  instantOf,
  readFacts,
  writeFacts,
  type Facts,
} from "../database/facts.ts";
import { encode } from "../database/encode.ts";
import { prepared, shrink, type Database, Transactions } from "../database/open-database.ts";
import {
  deleteImpossibleQuarters,
  noteObserved,
  pruneHistory,
  saveSnapshot,
  type History,
} from "./history-log.ts";
import type { Computation, ComputationMoment, ComputationPhase } from "./computation.ts";
import { StagedPages } from "./staged-pages.ts";
import { observationOf } from "./listing.ts";
import { ListingWriter, type Finish, type ListingCommit } from "./listing-writer.ts";
import { openInventoryForWriting } from "../database/inventory-file.ts";
import { addPass, type PassEntry } from "../database/pass-log.ts";
import { Quarantine } from "../database/quarantine.ts";
import { taskNamed } from "../database/worker-rpc.ts";
import type { WriterContext, WriterTask } from "./writer-context.ts";
import { MissingRows, type MissingRow } from "./missing-rows.ts";
import { Upsert, type Fetched, type PageToStore } from "./upsert.ts";

/** The user's names for ids, which are written into the rows. */
export interface RowNames {
  readonly names: readonly { readonly id: string; readonly name: string }[];
  /** Identifies this state of the names; null if there are no names. */
  readonly state: string | null;
}

/** The commits that wrote computed columns. */
export interface ComputedCommits {
  /** The revision of the rows before these commits. */
  readonly before: number;
  readonly commits: readonly ResourceCommit[];
}

/**
 * The only writer of an inventory database. It is synchronous, because it runs in a worker thread. Every method throws
 * AppFailure of kind `store` for a failure of the disk, the file or its lock.
 */
export class InventoryWriter {
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #commits: Commits;
  readonly #quarantine: Quarantine;
  readonly #missing: MissingRows;
  readonly #changeLog: ChangeLog;
  readonly #staged: StagedPages;
  readonly #upserts: Readonly<Record<Resource, Upsert>>;
  readonly #listings: ListingWriter;
  readonly #setAside: string | null;

  readonly #computations: readonly Computation[];
  readonly #tasks: readonly WriterTask<unknown, unknown>[];
  readonly #context: WriterContext;

  /**
   * @param computations write the computed columns.
   * @param tasks the tasks of features in this thread.
   * @param reopens as in `openForWriting`.
   */
  constructor(
    file: string,
    computations: readonly Computation[] = [],
    tasks: readonly WriterTask<unknown, unknown>[] = [],
    reopens = false,
  ) {
    const { database, setAside } = openInventoryForWriting(file, reopens);
    this.#computations = computations;
    this.#tasks = tasks;
    this.#setAside = setAside;
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#commits = new Commits(database, this.#transactions);
    this.#quarantine = new Quarantine(database);
    this.#missing = new MissingRows(database);
    this.#changeLog = new ChangeLog(
      database,
      computations.flatMap((computation) => computation.follow?.(database) ?? []),
    );
    this.#staged = new StagedPages(database);
    this.#upserts = {
      items: new Upsert(database, "items"),
      types: new Upsert(database, "types"),
      locations: new Upsert(database, "locations"),
    };
    this.#listings = new ListingWriter(database, this.#commits, {
      upserts: this.#upserts,
      quarantine: this.#quarantine,
      missing: this.#missing,
      changeLog: this.#changeLog,
      staged: this.#staged,
    });
    this.#context = {
      database,
      transactions: this.#transactions,
      commits: this.#commits,
      changeLog: this.#changeLog,
      upserts: this.#upserts,
    };
  }

  describe(): Description {
    const { shown, hidden } = this.#commits.rows;
    return { ...describeCopy(this.#database), totals: shown, hidden, setAside: this.#setAside };
  }

  /** Begins a pass: counts the pass, and begins a bulk load if the copy is empty. */
  beginPass(): { pass: number; totals: Counts } {
    return this.#transactions.guard(() => {
      const facts = readFacts(this.#database);
      const pass = facts.passes + 1;
      writeFacts(this.#database, { passes: pass });
      this.#staged.drop();
      const totals = this.#commits.rows.shown;
      if (!facts.firstPullComplete && totals.items === 0) beginBulkLoad(this.#database);
      return { pass, totals };
    });
  }

  /** Calls `ListingWriter.begin`. */
  beginListing(resource: Resource, pass: number, staged = false): void {
    this.#listings.begin(resource, pass, staged);
  }

  /** Calls `ListingWriter.storePages`. */
  storePages(resource: Resource, pages: readonly PageToStore[], finish: Finish | null): ListingCommit {
    return this.#listings.storePages(resource, pages, finish);
  }

  /** Calls `ListingWriter.storeStaged`. */
  storeStaged(resource: Resource, limit: number): ListingCommit | null {
    return this.#listings.storeStaged(resource, limit);
  }

  /** Calls `ListingWriter.checkRemovals`. */
  checkRemovals(): void {
    this.#listings.checkRemovals();
  }

  /** Stores one record that was requested by its id. `malformed` is the reason if it cannot be stored. */
  storeRecord(resource: Resource, record: unknown, fetched: Fetched): Commit & { malformed: string | null } {
    const encoded = encode(resource, record);
    if ("reason" in encoded) {
      const { revision } = readFacts(this.#database);
      return { changed: false, revision, totals: this.#commits.rows.shown, malformed: encoded.reason };
    }
    const commit = this.#commits.run(() => {
      const facts = readFacts(this.#database);
      const { rowid, change, before, revived } = this.#upserts[resource].write(encoded, fetched);
      this.#commits.count(resource, { added: Number(change === "inserted"), revived: Number(revived) });
      this.#quarantine.release(resource, encoded.id);
      this.#missing.settle(resource, encoded.id);
      const changed = change !== "kept" || revived;
      // A change of a collector arrives with its own number.
      if (changed && facts.firstPullComplete && facts.collector === null) {
        const observation = observationOf(facts.passes, completeOf(resource, facts), fetched);
        const received = record as Readonly<Record<string, unknown>>;
        if (revived) this.#changeLog.recordPresence(resource, received, true, observation);
        if (change !== "kept") this.#changeLog.record(resource, before, received, observation);
      }
      const touched = { resource, rowids: changed ? [rowid] : [] };
      return { touched, facts: { fetchSequence: fetched.sequence } };
    });
    return { ...commit, malformed: null };
  }

  /** Hides a row after a 404 (design 4.8), unless a later request has returned it. */
  hideRecord(resource: Resource, id: string, fetched: Fetched): Commit {
    return this.#commits.run(() => {
      const facts = readFacts(this.#database);
      // If a row is not missing, it existed at the last full check.
      const returnedAt = this.#missing.returnedAt(resource, id) ?? { at: instantOf(facts.checkedAsOf) };
      this.#missing.settle(resource, id);
      const hidden = this.#upserts[resource].hide(id, fetched);
      if (hidden) {
        this.#commits.countHidden(resource);
        const observation = observationOf(facts.passes, returnedAt.at, fetched);
        if (facts.collector === null)
          this.#changeLog.recordPresence(resource, hidden.record, false, observation);
      }
      const touched = { resource, rowids: hidden ? [hidden.rowid] : [] };
      return { touched, facts: { fetchSequence: fetched.sequence } };
    });
  }

  /** Replaces the names in the rows. Any query of items may then have other results. */
  useNames({ names, state }: RowNames): Commit {
    return this.#commits.run(() => {
      this.#database.exec("DELETE FROM names");
      const insert = this.#database.prepare(
        "INSERT INTO names (id, name, nameSort, nameKey) VALUES (?, ?, ?, ?)",
      );
      for (const { id, name } of names) {
        const { folded, natural } = nameKeys(name);
        insert.run(id, name, natural, folded);
      }
      return { touched: { resource: "items", rowids: [] }, facts: { names: state }, changesQueries: true };
    });
  }

  /** Stores the units of the numbers. Totals may change with the units. */
  useUnits(units: Units | null): Commit {
    return this.#commits.run(() => ({
      touched: { resource: "items", rowids: [] },
      facts: { units },
      changesQueries: true,
    }));
  }

  /** The next rows to request because a full check did not return them. @param now ms since the epoch. */
  nextMissing(limit: number, now: number): readonly MissingRow[] {
    return this.#missing.next(limit, now);
  }

  /** Postpones a row that cannot be requested; each time the pause doubles. @param now ms since the epoch. */
  setMissingAside(resource: Resource, id: string, now: number): void {
    this.#transactions.guard(() => this.#missing.setAside(resource, id, now));
  }

  /** Whether the copy has at least one of the records in the same version. */
  recognises(resource: Resource, records: readonly unknown[]): boolean {
    return records.some((record) => {
      const encoded = encode(resource, record);
      return !("reason" in encoded) && this.#upserts[resource].recognises(encoded);
    });
  }

  /** Ids of shown rows by which a company can be recognised. Locations come first, then types, then items. */
  knownRows(limit: number): readonly MissingRow[] {
    const known = (["locations", "types", "items"] as const).flatMap((resource) => {
      const rows = this.#database
        .prepare(`SELECT id FROM ${resource} WHERE noLongerReturnedSince IS NULL ORDER BY rowid LIMIT ?`)
        .all(limit) as { id: string }[];
      return rows.map(({ id }) => ({ resource, id }));
    });
    return known.slice(0, limit);
  }

  /** The newest `updatedAt` of an item that is not after `latest`. */
  newestUpdate(latest: Instant): Instant | null {
    const row = this.#database
      .prepare("SELECT max(updatedAt) AS newest FROM items WHERE updatedAt <= ?")
      .get(latest);
    return (row as { newest: number | null }).newest;
  }

  /**
   * Logs a pass.
   * @param isWritten true if all its rows are stored, even if the pass failed afterwards.
   * @param now ms since the epoch, by the service's clock.
   */
  logPass(entry: PassEntry, isWritten: boolean, now: number): void {
    this.#transactions.run(() => {
      addPass(this.#database, entry);
      if (isWritten) noteObserved(this.#database, now);
    });
  }

  /**
   * Deletes some history beyond its limits, and returns some free pages to the disk. History has the service's times
   * and local days. A clock that is ahead for one pass must not delete any history.
   * @param local the local clock, and `served` the service's at its last answer; ms since the epoch.
   * @param latest the latest possible time of an observation.
   * @returns whether more is left to do. One step takes 0.1 s, which is the longest that other writes wait.
   */
  prune(retention: Retention, local: number, served = local, latest = Math.max(local, served)): boolean {
    const now = Math.min(local, served);
    const hasMore = this.#transactions.run(() => {
      this.#changeLog.correctTimes(served, latest);
      deleteImpossibleQuarters(this.#database, latest);
      const hasOldChanges = this.#changeLog.prune(retention, now);
      const hasOldDays = pruneHistory(this.#database, retention.days, now);
      return hasOldChanges || hasOldDays;
    });
    return this.#transactions.guard(() => shrink(this.#database)) || hasMore;
  }

  /**
   * Computes the columns of a phase again.
   * @param inputs the inputs of the computations, by their names.
   * @returns a commit for each resource, even if nothing changed.
   */
  compute(
    phase: ComputationPhase,
    moment: ComputationMoment,
    inputs: Readonly<Record<string, unknown>>,
  ): ComputedCommits {
    return this.#transactions.run(() => {
      const before = readFacts(this.#database).revision;
      const computations = this.#computations.filter((computation) => computation.phase === phase);
      const touched = computations.flatMap((one) => one.write(this.#database, moment, inputs[one.name]));
      const commits = RESOURCES.map((resource) => {
        const written = touched.filter((one) => one.resource === resource);
        const rowids = [...new Set(written.flatMap((one) => one.rowids))];
        return this.#commits.writeTouched({ resource, rowids });
      });
      const { revision } = readFacts(this.#database);
      for (const computation of computations) computation.committed?.(this.#database, revision);
      return { before, commits };
    });
  }

  /** Writes a generated past into a copy without history. */
  importHistory({ changes, passes, snapshots }: History): void {
    this.#transactions.run(() => {
      for (const { before, after, observation } of changes)
        this.#changeLog.record("items", before, after, observation);
      for (const at of passes) noteObserved(this.#database, at);
      for (const { at, rows, lowStock } of snapshots)
        saveSnapshot(this.#database, rows, { lowStock, problems: null }, localDay(new Date(at)), at);
      const [first] = passes.toSorted((left, right) => left - right);
      if (first !== undefined) writeFacts(this.#database, { observedSince: new Date(first).toISOString() });
    });
  }

  /** Adds the ids of events to changes that the last two passes observed. */
  nameEvents(
    named: readonly { readonly resource: Resource; readonly id: string; readonly event: string }[],
  ): void {
    this.#transactions.run(() => {
      const { passes } = readFacts(this.#database);
      const name = prepared(
        this.#database,
        "UPDATE changes SET event = ? WHERE resource = ? AND id = ? AND event IS NULL AND pass > ?",
      );
      for (const { resource, id, event } of named) name.run(event, resource, id, passes - 2);
    });
  }

  /** Stores the number of the last change that the user has seen in a view. */
  markSeen(view: string, number: number): void {
    this.#transactions.guard(() =>
      this.#database
        .prepare(
          "INSERT INTO seen (view, number) VALUES (?, ?) ON CONFLICT (view) DO UPDATE SET number = excluded.number",
        )
        .run(view, number),
    );
  }

  /** Runs a feature's task. */
  runTask(name: string, input: unknown): unknown {
    const task = taskNamed(this.#tasks, name);
    const run = (): unknown => task.run(this.#context, input);
    return task.hasOwnTransactions ? run() : this.#transactions.run(run);
  }

  /** Writes facts without rows. */
  saveFacts(facts: Partial<Facts>): void {
    this.#transactions.guard(() => writeFacts(this.#database, facts));
  }

  /** Builds the missing indexes after a first pull, even an unfinished one. */
  buildIndexes(): void {
    this.#transactions.guard(() => endBulkLoad(this.#database));
  }

  /** Updates the statistics that SQLite's query planner uses, for tables that have changed much. */
  updateStatistics(): void {
    this.#transactions.guard(() => this.#database.exec("PRAGMA optimize"));
  }

  close(): void {
    this.#database.close();
  }
}
