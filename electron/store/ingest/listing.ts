import { encode, type Encoded, type Malformed } from "../database/encode.ts";
import type { ChangeLog, Observation } from "./change-log.ts";
import type { Fetched, PageToStore, Upsert } from "./upsert.ts";
import type { Quarantine } from "../database/quarantine.ts";
import type { StagedPages } from "./staged-pages.ts";
import { RowSet } from "./row-set.ts";
import type { MissingRows } from "./missing-rows.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";

/** The numbers of a listing since it last began. */
export interface ListingTally {
  /** Different records that were seen. */
  readonly seen: number;
  /** Rows that were inserted, updated, or shown again. */
  readonly written: number;
  /** Malformed records. */
  readonly quarantined: number;
  /** Derived changes (design 4.10); none in a first pull. */
  readonly changes: number;
}

/** The tools with which a listing writes. */
export interface ListingTools {
  readonly upsert: Upsert;
  readonly quarantine: Quarantine;
  readonly missing: MissingRows;
  readonly changeLog: ChangeLog;
  readonly staged: StagedPages;
}

/** The state of the copy when a listing began. */
export interface ListingStart {
  readonly resource: Resource;
  readonly pass: number;
  /** True in a first pull: no changes are logged, and nearly every record is new. */
  readonly firstPull: boolean;
  /** The service's time up to which the copy had every change, when the listing began. */
  readonly complete: Instant | null;
  /** The number of shown rows when the listing began. */
  readonly rows: number;
  /** True in a full check. Pages that would change a row are then staged until the changes are allowed (design 4.8). */
  readonly staged: boolean;
}

/** The most malformed records whose identity is remembered. All others are counted each time they arrive. */
const TOLD_APART = 10_000;

/** A listing while it is being stored: the records that were seen, and the rows that were written. */
export class Listing {
  readonly start: ListingStart;
  readonly seen = new RowSet();
  /** Rows that this listing has stored; staged pages do not count yet. */
  readonly #brought = new RowSet();
  readonly #tools: ListingTools;
  readonly #quarantined = new Set<string>();
  /** The number of malformed records whose identity is not remembered. */
  #furtherQuarantined = 0;
  #counts = { written: 0, changes: 0 };
  /** The number of staged records that the copy does not have. */
  #unknown = 0;
  #firstSequence: number | null = null;
  #servedBy: number | null = null;
  #touched: number[] = [];

  constructor(start: ListingStart, tools: ListingTools) {
    this.start = start;
    this.#tools = tools;
  }

  get tally(): ListingTally {
    return {
      seen: this.seen.size + this.#unknown,
      quarantined: this.#quarantined.size + this.#furtherQuarantined,
      ...this.#counts,
    };
  }

  /** The number of the listing's first request; 0 before that. */
  get firstSequence(): number {
    return this.#firstSequence ?? 0;
  }

  /**
   * The latest time of the listing's answers by the service's clock. In ms since the epoch; null before the first
   * answer.
   */
  get servedBy(): number | null {
    return this.#servedBy;
  }

  /** Returns the rows written since the last call. */
  takeTouched(): readonly number[] {
    const touched = this.#touched;
    this.#touched = [];
    return touched;
  }

  /** Restores the counts after their transaction was rolled back. */
  restore({ written, changes }: ListingTally): void {
    this.#counts = { written, changes };
    this.#touched = [];
  }

  /** Stores a page. If pages are staged, a page that would change a row is staged instead. */
  take(page: PageToStore): { readonly added: number; readonly revived: number } {
    this.#servedBy = Math.max(this.#servedBy ?? page.fetched.servedBy, page.fetched.servedBy);
    if (!this.start.staged) return this.store(page);
    const { staged, quarantine, missing } = this.#tools;
    const unknown = this.#examine(page);
    if (unknown !== null) this.#unknown += staged.add(this.start.resource, page, unknown);
    // No row changes, but the page may contain a record that is quarantined or missing.
    else if (quarantine.size > 0 || missing.some) return this.store(page);
    return { added: 0, revived: 0 };
  }

  /** Returns the next staged pages, which are then stored. The list is empty if none are left. */
  takeStaged(limit: number): readonly PageToStore[] {
    // From now on, stored records count as rows.
    this.#unknown = 0;
    return this.#tools.staged.take(this.start.resource, limit);
  }

  /**
   * Examines a page without writing a row.
   * @returns the ids that the copy does not have; null if the page would change no row.
   */
  #examine(page: PageToStore): readonly string[] | null {
    this.#firstSequence ??= page.fetched.sequence;
    const unknown: string[] = [];
    const rowids: number[] = [];
    let changes = false;
    for (const record of page.records) {
      const encoded = encode(this.start.resource, record);
      if ("reason" in encoded) {
        changes = true;
        continue;
      }
      const found = this.#tools.upsert.compare(encoded, page.fetched, this.#brought);
      if (found.rowid === null) unknown.push(encoded.id);
      else {
        this.seen.add(found.rowid);
        rowids.push(found.rowid);
      }
      changes ||= found.changes;
    }
    if (changes) return unknown;
    for (const rowid of rowids) this.#brought.add(rowid);
    return null;
  }

  /**
   * Writes the records of a page.
   * @returns the number of added rows, and of hidden rows that are shown again.
   */
  store(page: PageToStore): { readonly added: number; readonly revived: number } {
    const { resource, pass, firstPull } = this.start;
    const { upsert, quarantine, missing, changeLog } = this.#tools;
    const { records, requestId, fetched } = page;
    this.#firstSequence ??= fetched.sequence;
    const observation = observationOf(pass, this.start.complete, fetched);
    const quarantined = quarantine.size > 0;
    let mayRelease = quarantined;
    const maySettle = missing.some;
    const all = records.map((record) => encode(resource, record));
    const fresh = firstPull && !quarantined && !maySettle ? this.#insertNew(all, fetched) : 0;
    let added = fresh;
    let shownAgain = 0;
    for (const [index, encoded] of all.entries()) {
      if (index < fresh) continue;
      const record = records[index];
      if ("reason" in encoded) {
        const identity = quarantine.put(resource, record, encoded.reason, requestId, pass, fetched.at);
        if (this.#quarantined.size < TOLD_APART) this.#quarantined.add(identity);
        else if (!this.#quarantined.has(identity)) this.#furtherQuarantined += 1;
        // The same page may contain the record again, then intact.
        mayRelease = true;
        continue;
      }
      const { rowid, change, before, revived } = upsert.write(encoded, fetched, this.#brought);
      this.seen.add(rowid);
      this.#brought.add(rowid);
      if (change !== "kept" || revived) {
        this.#counts.written += 1;
        this.#touched.push(rowid);
      }
      if (change === "inserted") added += 1;
      if (revived) shownAgain += 1;
      if (mayRelease) quarantine.release(resource, encoded.id);
      if (maySettle) missing.settle(resource, encoded.id);
      if (firstPull || (change === "kept" && !revived)) continue;
      const received = record as Readonly<Record<string, unknown>>;
      if (revived) {
        changeLog.recordPresence(resource, received, true, observation);
        this.#counts.changes += 1;
      }
      if (change !== "kept")
        this.#counts.changes += changeLog.record(resource, before, received, observation);
    }
    return { added, revived: shownAgain };
  }

  /**
   * Inserts the records of a first pull's page. They are all new except for rare repetitions. A page with a malformed
   * record is written record by record, because the quarantine depends on their order.
   * @returns the number of inserted records, which are the first ones.
   */
  #insertNew(all: readonly (Encoded | Malformed)[], fetched: Fetched): number {
    const whole = all.filter((encoded): encoded is Encoded => !("reason" in encoded));
    if (whole.length < all.length) return 0;
    const rowids = this.#tools.upsert.insertNew(whole, fetched);
    for (const rowid of rowids) {
      this.seen.add(rowid);
      this.#brought.add(rowid);
      this.#touched.push(rowid);
    }
    this.#counts.written += rowids.length;
    return rowids.length;
  }
}

/** The earliest and latest time of the changes that an answer shows. */
export function observationOf(pass: number, complete: Instant | null, fetched: Fetched): Observation {
  const before = fromMilliseconds(fetched.servedBy);
  return { pass, after: complete, before, event: fetched.event ?? null };
}
