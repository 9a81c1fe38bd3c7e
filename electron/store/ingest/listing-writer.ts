import { STORE_ERRORS } from "../database/messages.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { completeOf, instantOf, readFacts, type Facts } from "../database/facts.ts";
import type { Database } from "../database/open-database.ts";
import type { Commit, Commits } from "./commits.ts";
import { Listing, type ListingTally, type ListingTools } from "./listing.ts";
import type { PageToStore, Upsert } from "./upsert.ts";

/** A commit of a listing. */
export interface ListingCommit extends Commit {
  readonly tally: ListingTally;
}

/** The end of a listing. It is written in the transaction of the last page (design 4.4). */
export interface Finish {
  /** True for a full listing. Records that it did not contain leave the quarantine or become missing rows. */
  readonly everything: boolean;
  /** True if the user confirmed the removals (design 4.8). */
  readonly acceptRemovals?: boolean;
  readonly facts: Partial<Facts>;
}

/** The share of items that a full check removes without asking (design 4.8). */
const MOST_REMOVALS = 0.05;

/** The tools that all listings use for writing. */
interface ListingWriterTools extends Omit<ListingTools, "upsert"> {
  readonly upserts: Readonly<Record<Resource, Upsert>>;
}

/** Writes the listings of a pass, page by page. */
export class ListingWriter {
  readonly #database: Database;
  readonly #commits: Commits;
  readonly #tools: ListingWriterTools;
  readonly #listings = new Map<Resource, Listing>();

  constructor(database: Database, commits: Commits, tools: ListingWriterTools) {
    this.#database = database;
    this.#commits = commits;
    this.#tools = tools;
  }

  /**
   * Begins the listing of one resource, or begins it again.
   * @param staged true to stage pages that would change a row. Then no row changes before `storeStaged`.
   */
  begin(resource: Resource, pass: number, staged: boolean): void {
    const { upserts, ...tools } = this.#tools;
    tools.staged.drop(resource);
    const facts = readFacts(this.#database);
    const rows = this.#commits.rows.shown[resource];
    const firstPull = !facts.firstPullComplete;
    const start = { resource, pass, firstPull, complete: completeOf(resource, facts), rows, staged };
    this.#listings.set(resource, new Listing(start, { ...tools, upsert: upserts[resource] }));
  }

  /**
   * Stores pages in the order of their requests, as one transaction. With `finish`, it also writes the facts.
   * @throws AppFailure `mass_removal` if a full listing missed over 5 % of the items.
   */
  storePages(resource: Resource, pages: readonly PageToStore[], finish: Finish | null): ListingCommit {
    const listing = this.#listing(resource);
    const commit = this.#store(listing, () => {
      for (const page of pages) this.#commits.count(resource, listing.take(page));
      if (finish?.everything) {
        this.#tools.quarantine.expire(resource, listing.start.pass);
        this.#noteUnseen(listing, finish.acceptRemovals ?? false);
      }
      return { ...finish?.facts, ...lastSequence(pages), ...this.#firstObserved(listing, finish) };
    });
    if (finish) this.#listings.delete(resource);
    return commit;
  }

  /** Stores the next staged pages of a full listing; null if none are left. */
  storeStaged(resource: Resource, limit: number): ListingCommit | null {
    const listing = this.#listing(resource);
    let stored = 0;
    const commit = this.#store(listing, () => {
      const pages = listing.takeStaged(limit);
      for (const page of pages) this.#commits.count(resource, listing.store(page));
      stored = pages.length;
      return {};
    });
    return stored === 0 ? null : commit;
  }

  /** Checks whether too many items would become missing rows. @throws AppFailure `mass_removal`. */
  checkRemovals(): void {
    this.#unseenOf(this.#listing("items"), false);
  }

  /** The fact that says when observation began. It is set at the end of the first whole listing of items. */
  #firstObserved({ start, servedBy }: Listing, finish: Finish | null): Partial<Facts> {
    const isFirst = start.resource === "items" && finish?.facts.firstPullComplete === true;
    if (!isFirst || servedBy === null || readFacts(this.#database).observedSince !== null) return {};
    return { observedSince: new Date(servedBy).toISOString() };
  }

  #listing(resource: Resource): Listing {
    const listing = this.#listings.get(resource);
    if (!listing) throw new Error(`no listing of ${resource} has begun`);
    return listing;
  }

  /** Runs one transaction of a listing. @param work returns the facts that are written with it. */
  #store(listing: Listing, work: () => Partial<Facts>): ListingCommit {
    const { resource } = listing.start;
    const before = listing.tally;
    const commit = this.#commits.run(
      () => {
        const facts = work();
        return { touched: { resource, rowids: listing.takeTouched() }, facts };
      },
      () => listing.restore(before),
    );
    return { ...commit, tally: listing.tally };
  }

  /** Stores the rows that a full listing missed. They are then requested by id. @throws AppFailure `mass_removal`. */
  #noteUnseen(listing: Listing, acceptRemovals: boolean): void {
    const unseen = this.#unseenOf(listing, acceptRemovals);
    const { checkedAsOf } = readFacts(this.#database);
    const { resource, pass } = listing.start;
    this.#tools.missing.replace(resource, unseen, pass, instantOf(checkedAsOf));
  }

  /** The ids that a full listing missed. @throws AppFailure `mass_removal`. */
  #unseenOf(listing: Listing, acceptRemovals: boolean): readonly string[] {
    const { resource, firstPull, rows } = listing.start;
    const { shown, hidden } = this.#commits.rows;
    // Usually every shown row was seen. The counts prove this, so no row must be read.
    const all = shown[resource] === listing.seen.size && hidden[resource] === 0;
    const unseen = all ? [] : this.#tools.missing.unseen(resource, listing.seen, listing.firstSequence);
    if (resource === "items" && !firstPull && !acceptRemovals && unseen.length > rows * MOST_REMOVALS) {
      const missing = { rows: unseen.length, of: rows };
      const sentence = STORE_ERRORS.massRemoval({ rows: String(missing.rows), all: String(rows) });
      throw new AppFailure({ kind: "mass_removal", missing, ...said(sentence) });
    }
    return unseen;
  }
}

function lastSequence(pages: readonly PageToStore[]): Partial<Facts> {
  const last = pages.at(-1);
  return last ? { fetchSequence: last.fetched.sequence } : {};
}
