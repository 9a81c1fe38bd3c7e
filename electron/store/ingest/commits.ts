import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Counts } from "../../../shared/inventory/status.ts";
import { readFacts, writeFacts, type Facts, addRows, countRows, type RowCounts } from "../database/facts.ts";
import type { Database, Transactions } from "../database/open-database.ts";
import { noteTouched, type Touched } from "../database/touched-rows.ts";

/** The result of a commit. */
export interface Commit {
  readonly changed: boolean;
  /** The revision after the commit. */
  readonly revision: number;
  /** The numbers of shown rows. */
  readonly totals: Counts;
}

/** A commit, with the resource whose rows it wrote. */
export interface ResourceCommit extends Commit {
  readonly resource: Resource;
}

/** The effects of a transaction. */
interface Written {
  readonly touched: Touched;
  readonly facts: Partial<Facts>;
  /** True if query results may change although no row was written. */
  readonly changesQueries?: boolean;
}

/**
 * Transactions that write rows. Each one sets the next revision, stores which rows it wrote, and updates the row
 * counts.
 */
export class Commits {
  readonly #database: Database;
  readonly #transactions: Transactions;
  #rows: RowCounts;

  constructor(database: Database, transactions: Transactions) {
    this.#database = database;
    this.#transactions = transactions;
    this.#rows = countRows(database);
  }

  get rows(): RowCounts {
    return this.#rows;
  }

  /** Counts rows that the transaction has added, or shown again. */
  count(resource: Resource, { added, revived }: { readonly added: number; readonly revived: number }): void {
    this.#rows = addRows(this.#rows, resource, added + revived, -revived);
  }

  /** Counts a row that the transaction has hidden. */
  countHidden(resource: Resource): void {
    this.#rows = addRows(this.#rows, resource, -1, 1);
  }

  /**
   * Runs work as one transaction.
   * @param undo restores other state in memory if the work fails.
   * @throws AppFailure of kind `store`, or what the work throws on purpose.
   */
  run(work: () => Written, undo?: () => void): Commit {
    const before = this.#rows;
    return this.#transactions.run(
      () => this.#write(work()),
      () => {
        this.#rows = before;
        undo?.();
      },
    );
  }

  /** Runs work that writes rows of several resources, as one transaction. @throws as `run` does. */
  runSeveral(work: () => readonly Touched[]): readonly ResourceCommit[] {
    const before = this.#rows;
    return this.#transactions.run(
      () => work().map((touched) => this.writeTouched(touched)),
      () => (this.#rows = before),
    );
  }

  /** Stores which rows a transaction wrote. It must run in this transaction. */
  writeTouched(touched: Touched): ResourceCommit {
    return { resource: touched.resource, ...this.#write({ touched, facts: {} }) };
  }

  /** Writes facts in a transaction. If query results may change, it also sets the next revision. */
  #write({ touched, facts, changesQueries = false }: Written): Commit {
    const changed = changesQueries || touched.rowids.length > 0;
    const stored = readFacts(this.#database);
    const revision = stored.revision + Number(changed);
    // A record that was verified in the meantime may have a higher number than the current page.
    const fetchSequence = Math.max(stored.fetchSequence, facts.fetchSequence ?? 0);
    writeFacts(this.#database, { ...facts, revision, fetchSequence, ...(changed && { rows: this.#rows }) });
    if (changed) noteTouched(this.#database, revision, touched);
    return { changed, revision, totals: this.#rows.shown };
  }
}
