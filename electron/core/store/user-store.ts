import { USER_MIGRATIONS } from "./migrations/index.ts";
import { openForWriting, type Database } from "./open-database.ts";
import { storeFailure } from "./store-error.ts";

/** What the user made: settings, the connection's address, the page's memory. Never a key. */
export class UserStore {
  readonly #database: Database;
  readonly #setAside: string | null;

  constructor(file: string) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    this.#database = database;
    this.#setAside = setAside;
  }

  /** Where a damaged file was moved to when this one was opened, if there was one. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** The text kept under that name, or null. */
  get(name: string): string | null {
    const row = this.#database.prepare("SELECT value FROM entries WHERE name = ?").get(name) as
      { value: string } | undefined;
    return row?.value ?? null;
  }

  /** Keeps a text under that name; null removes it. @throws AppFailure of kind `store`. */
  set(name: string, value: string | null): void {
    try {
      if (value === null) this.#database.prepare("DELETE FROM entries WHERE name = ?").run(name);
      else
        this.#database.prepare("INSERT OR REPLACE INTO entries (name, value) VALUES (?, ?)").run(name, value);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** Removes every text whose name begins like that. @throws AppFailure of kind `store`. */
  removeAll(prefix: string): void {
    try {
      this.#database.prepare("DELETE FROM entries WHERE substr(name, 1, length(?1)) = ?1").run(prefix);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  close(): void {
    this.#database.close();
  }
}
