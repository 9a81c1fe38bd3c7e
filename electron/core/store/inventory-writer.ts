import type { Counts } from "../../../shared/status.ts";
import { RESOURCES, type Resource } from "../../../shared/resource-names.ts";
import { encode } from "./encode.ts";
import { INDEXES } from "./columns.ts";
import { readFacts, writeFacts, type Facts } from "./facts.ts";
import { INVENTORY_MIGRATIONS } from "./migrations/index.ts";
import { openForWriting, suspect, type Database } from "./open-database.ts";
import { Quarantine } from "./quarantine.ts";
import { RowSet } from "./row-set.ts";
import { storeFailure } from "./store-error.ts";
import { prepareUpsert, type Fetched, type Upsert } from "./upsert.ts";

/** A page on its way into the store. */
export interface PageToStore {
  readonly records: readonly unknown[];
  readonly requestId: string | null;
  readonly fetched: Fetched;
}

/** What a listing has brought so far, since it began or was restarted. */
export interface ListingTally {
  /** Different records seen. */
  readonly seen: number;
  /** Rows inserted or updated. */
  readonly written: number;
  /** Malformed records met. */
  readonly quarantined: number;
}

/** What a commit did. */
export interface Commit {
  readonly tally: ListingTally;
  readonly changed: boolean;
  readonly revision: number;
  readonly totals: Counts;
}

/** How a listing ends; written in the same transaction as its last page (design 4.4). */
export interface Finish {
  /** True where the listing was of everything, so that quarantined records that it did not bring again can go. */
  readonly everything: boolean;
  readonly facts: Partial<Facts>;
}

interface Listing {
  readonly pass: number;
  readonly seen: RowSet;
  written: number;
  quarantined: Set<string>;
}

/**
 * The one writer of an inventory database. Synchronous: it runs in a worker thread.
 * Every method throws AppFailure of kind `store` where the disk, the file or its lock is in the way.
 */
export class InventoryWriter {
  readonly #file: string;
  #database: Database;
  #quarantine: Quarantine;
  #upserts: Readonly<Record<Resource, Upsert>>;
  #totals: Counts;
  #firstPull = false;
  readonly #setAside: string | null;
  readonly #listings = new Map<Resource, Listing>();

  constructor(file: string) {
    this.#file = file;
    const { database, setAside } = openForWriting(file, INVENTORY_MIGRATIONS);
    this.#setAside = setAside;
    this.#database = database;
    this.#quarantine = new Quarantine(database);
    this.#upserts = {
      items: prepareUpsert(database, "items"),
      types: prepareUpsert(database, "types"),
      locations: prepareUpsert(database, "locations"),
    };
    this.#totals = countRows(database);
  }

  /** What is known about the copy, with its size. `setAside` names a damaged file that was moved away. */
  describe(): { facts: Facts; totals: Counts; quarantined: number; setAside: string | null } {
    return {
      facts: readFacts(this.#database),
      totals: this.#totals,
      quarantined: this.#quarantine.size,
      setAside: this.#setAside,
    };
  }

  /** Begins a pass: counts it, and for an empty copy puts off the indexes until the rows are in. */
  beginPass(): { pass: number; fetchSequence: number } {
    return this.#guard(() => {
      const facts = readFacts(this.#database);
      const pass = facts.passes + 1;
      writeFacts(this.#database, { passes: pass });
      this.#firstPull = !facts.firstPullComplete;
      if (this.#firstPull && this.#totals.items === 0) this.#dropIndexes();
      return { pass, fetchSequence: facts.fetchSequence };
    });
  }

  /** Begins, or begins anew, the listing of one resource. */
  beginListing(resource: Resource, pass: number): void {
    this.#listings.set(resource, { pass, seen: new RowSet(), written: 0, quarantined: new Set() });
  }

  /**
   * Commits pages in the order of their requests, as one transaction; with `finish`, the facts too.
   * @throws AppFailure; then nothing of it is stored.
   */
  storePages(resource: Resource, pages: readonly PageToStore[], finish: Finish | null): Commit {
    const listing = this.#listings.get(resource);
    if (!listing) throw new Error(`storePages: no listing of ${resource} has begun`);
    const before = { totals: this.#totals, written: listing.written };
    return this.#guard(
      () => {
        const revision = this.#transaction(() => {
          for (const page of pages) this.#storePage(resource, page, listing);
          if (finish?.everything) this.#quarantine.expire(resource, listing.pass);
          return this.#writeFacts(listing.written > before.written, {
            ...finish?.facts,
            ...lastSequence(pages),
          });
        });
        if (finish) this.#listings.delete(resource);
        return {
          tally: { seen: listing.seen.size, written: listing.written, quarantined: listing.quarantined.size },
          changed: listing.written > before.written,
          revision,
          totals: this.#totals,
        };
      },
      () => {
        this.#totals = before.totals;
        listing.written = before.written;
      },
    );
  }

  /** Stores one record that was asked for by its id. @throws AppFailure `protocol` where it is malformed. */
  storeRecord(
    resource: Resource,
    record: unknown,
    fetched: Fetched,
  ): Omit<Commit, "tally"> & { malformed: string | null } {
    const encoded = encode(resource, record);
    const totals = this.#totals;
    if ("reason" in encoded) {
      const { revision } = readFacts(this.#database);
      return { changed: false, revision, totals, malformed: encoded.reason };
    }
    return this.#guard(
      () => {
        let changed = false;
        const revision = this.#transaction(() => {
          const { change } = this.#upserts[resource](encoded, fetched, false);
          this.#count(resource, change === "inserted" ? 1 : 0);
          this.#quarantine.release(resource, encoded.id);
          changed = change !== "kept";
          return this.#writeFacts(changed, { fetchSequence: fetched.sequence });
        });
        return { changed, revision, totals: this.#totals, malformed: null };
      },
      () => {
        this.#totals = totals;
      },
    );
  }

  /** Writes facts by themselves. */
  saveFacts(facts: Partial<Facts>): void {
    this.#guard(() => writeFacts(this.#database, facts));
  }

  /** Builds the indexes where they are missing: after a first pull, whole or broken off. */
  buildIndexes(): void {
    this.#guard(() => {
      for (const [name, on] of Object.values(INDEXES).flat()) {
        this.#database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
      }
      this.#database.exec("PRAGMA optimize");
    });
  }

  /** Removes every row and fact, and gives the space back. */
  wipe(): void {
    this.#guard(() => {
      const { revision } = readFacts(this.#database);
      this.#transaction(() => {
        for (const table of [...RESOURCES, "quarantine", "facts"])
          this.#database.exec(`DELETE FROM ${table}`);
        writeFacts(this.#database, { revision: revision + 1 });
      });
      this.#listings.clear();
      this.#totals = countRows(this.#database);
      this.#database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    });
  }

  close(): void {
    this.#database.close();
  }

  #storePage(resource: Resource, page: PageToStore, listing: Listing): void {
    const upsert = this.#upserts[resource];
    let mayRelease = this.#quarantine.size > 0;
    let inserted = 0;
    for (const record of page.records) {
      const encoded = encode(resource, record);
      if ("reason" in encoded) {
        const { requestId, fetched } = page;
        const identity = this.#quarantine.put(
          resource,
          record,
          encoded.reason,
          requestId,
          listing.pass,
          fetched.at,
        );
        listing.quarantined.add(identity);
        // The same page may bring it again, whole.
        mayRelease = true;
        continue;
      }
      const { rowid, change } = upsert(encoded, page.fetched, this.#firstPull);
      listing.seen.add(rowid);
      if (change !== "kept") listing.written += 1;
      if (change === "inserted") inserted += 1;
      if (mayRelease) this.#quarantine.release(resource, encoded.id);
    }
    this.#count(resource, inserted);
  }

  #count(resource: Resource, inserted: number): void {
    if (inserted > 0) this.#totals = { ...this.#totals, [resource]: this.#totals[resource] + inserted };
  }

  /** Writes facts, with the next revision where rows changed; answers the revision in force. */
  #writeFacts(changed: boolean, facts: Partial<Facts>): number {
    const stored = readFacts(this.#database);
    const revision = stored.revision + (changed ? 1 : 0);
    // A record that was verified meanwhile may have had a higher number than the page that is stored now.
    const fetchSequence = Math.max(stored.fetchSequence, facts.fetchSequence ?? 0);
    writeFacts(this.#database, { ...facts, revision, fetchSequence });
    return revision;
  }

  #dropIndexes(): void {
    for (const [name] of Object.values(INDEXES).flat()) this.#database.exec(`DROP INDEX IF EXISTS ${name}`);
  }

  #transaction<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const value = work();
      this.#database.exec("COMMIT");
      return value;
    } catch (thrown) {
      // A full disk has already rolled back by itself.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw thrown;
    }
  }

  #guard<T>(work: () => T, undo?: () => void): T {
    try {
      return work();
    } catch (thrown) {
      undo?.();
      const failure = storeFailure(thrown);
      if (failure.error.reason === "corrupt") suspect(this.#file);
      throw failure;
    }
  }
}

function lastSequence(pages: readonly PageToStore[]): Partial<Facts> {
  const last = pages.at(-1);
  return last ? { fetchSequence: last.fetched.sequence } : {};
}

function countRows(database: Database): Counts {
  const count = (table: Resource): number =>
    (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
  return { items: count("items"), types: count("types"), locations: count("locations") };
}
