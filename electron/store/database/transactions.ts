import { suspect, type Database } from "./open-database.ts";
import { storeFailure } from "./store-error.ts";

/** Runs writes on one database: each completely or not at all. Every failure is a `store` failure. */
export class Transactions {
  readonly #file: string;
  readonly #database: Database;

  constructor(file: string, database: Database) {
    this.#file = file;
    this.#database = database;
  }

  /** Runs work as one transaction. @throws AppFailure of kind `store`, or whatever the work throws on purpose. */
  run<T>(work: () => T, undo?: () => void): T {
    return this.guard(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        this.#database.exec("COMMIT");
        return value;
      } catch (thrown) {
        // If the disk is full, SQLite has already rolled back.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw thrown;
      }
    }, undo);
  }

  /** Runs work outside a transaction. @param undo restores the state in memory if the work fails. */
  guard<T>(work: () => T, undo?: () => void): T {
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
