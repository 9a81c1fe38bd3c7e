import type { Sentence } from "../../../shared/base/text/texts.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import { openForWriting, Transactions, type Database } from "../database/open-database.ts";
import { isRefusedWrite } from "../database/store-error.ts";
import { OwnRecords, type RecordRow, type SavedRecord } from "./own-records.ts";
import { NOTHING_SHARED, type SharedRecords } from "./shared-records.ts";
import { shownRecords } from "./shown-records.ts";
import { addMethods, type UserTables } from "./user-tables.ts";

/**
 * The user's own data, but never a key. It has named texts, the documents of connections, and the tables of features.
 * Every writing method throws AppFailure of kind `store`.
 */
export class UserDatabase {
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #setAside: string | null;
  readonly #features: readonly UserTables[];
  readonly #own: OwnRecords;
  readonly #shared: SharedRecords;

  /**
   * Opens the database. Records that were deleted in the last session could be restored until its end, and are deleted
   * for good now.
   * @param features the tables of features. Their methods become methods of this service.
   * @param isSession false for a command, which may run during the app's session.
   */
  constructor(file: string, features: readonly UserTables[], isSession: boolean) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#setAside = setAside;
    this.#features = features;
    this.#own = new OwnRecords(database);
    this.#shared = features.find(({ shared }) => shared)?.shared?.(database) ?? NOTHING_SHARED;
    const context = {
      file,
      database,
      transactions: this.#transactions,
      own: this.#own,
      shared: this.#shared,
      records: (connectionId: string, document: string) => this.records(connectionId, document, ""),
      tidy: () => this.#tidy(),
    };
    for (const { open } of features) if (open) addMethods(this, open(context));
    if (isSession) this.#removeDeleted();
  }

  /** If the disk fails, the deleted records stay until the next session. All other data can still be read. */
  #removeDeleted(): void {
    try {
      this.#transactions.run(() => {
        this.#own.dropDeleted();
        this.#tidy();
      });
    } catch (thrown) {
      if (!isRefusedWrite(thrown)) throw thrown;
    }
  }

  #tidy(): void {
    for (const { tidy } of this.#features) tidy?.(this.#database);
  }

  /** The path to which a damaged file was moved at the opening; null if none was moved. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** The text of an entry; null if it is missing. */
  get(name: string): string | null {
    const row = this.#database.prepare("SELECT value FROM entries WHERE name = ?").get(name);
    return (row as { value: string } | undefined)?.value ?? null;
  }

  entryNames(): readonly string[] {
    const rows = this.#database.prepare("SELECT name FROM entries").all() as { name: string }[];
    return rows.map(({ name }) => name);
  }

  /** Saves the text of an entry; null deletes it. */
  set(name: string, value: string | null): void {
    this.#transactions.guard(() => setEntry(this.#database, name, value));
  }

  /** Deletes every entry whose name begins with a prefix. */
  removeAll(prefix: string): void {
    this.#transactions.guard(() =>
      this.#database.prepare("DELETE FROM entries WHERE substr(name, 1, length(?1)) = ?1").run(prefix),
    );
  }

  /**
   * The records of a connection's document whose ids begin with a prefix. Shared records take precedence over the
   * user's own.
   */
  records(connectionId: string, document: string, prefix: string): readonly RecordRow[] {
    return shownRecords(this.#own, this.#shared, connectionId, document, prefix);
  }

  /** Records of a document by their ids. Shared records take precedence; unknown ids are left out. */
  recordsOf(connectionId: string, document: string, ids: readonly string[]): readonly RecordRow[] {
    return ids.flatMap((id) => this.records(connectionId, document, id).filter((record) => record.id === id));
  }

  /** The user's own records of a document, without shared records. */
  ownRecords(connectionId: string, document: string): readonly RecordRow[] {
    return this.#own.read(connectionId, document);
  }

  /** The user's own records of a document in the user's order, without shared records. */
  ownInOrder(connectionId: string, document: string): readonly RecordRow[] {
    return this.#own.inOrder(connectionId, document);
  }

  /** The value of an own record, even of a deleted one; null if the id is unknown. */
  findOwn(connectionId: string, document: string, id: string): string | null {
    return this.#own.find(connectionId, document, id);
  }

  /** Saves an own record; shared records do not matter. A new record comes last. */
  saveOwn(connectionId: string, document: string, record: RecordRow): void {
    this.#transactions.guard(() => this.#own.saveInOrder(connectionId, document, record));
  }

  /** Moves an own record before another one; null moves it to the end. */
  moveOwn(connectionId: string, document: string, id: string, before: string | null): void {
    this.#transactions.run(() => this.#own.move(connectionId, document, id, before));
  }

  /** Deletes an own record, or restores it to its place. The end of the session deletes it for good. */
  setOwnDeleted(connectionId: string, document: string, id: string, isDeleted: boolean): void {
    this.#transactions.run(() => this.#own.setDeleted(connectionId, document, id, isDeleted));
  }

  /** The shared values of a document, even if the user keeps own values instead; null for deleted values. */
  teamValues(connectionId: string, document: string): ReadonlyMap<string, string | null> {
    return this.#shared.values(connectionId, document);
  }

  /**
   * Saves records, and deletes a record whose value is null. A shared record becomes an edit for the team.
   * @param now ms since the epoch.
   * @throws AppFailure `invalid_input` with the limit's message if there would be too many; then nothing is saved.
   */
  saveRecords(
    connectionId: string,
    document: string,
    records: readonly SavedRecord[],
    { maxRecords, tooMany }: { readonly maxRecords: number; readonly tooMany: Sentence | string },
    now: number,
  ): void {
    this.#transactions.run(() => {
      const count = (): number =>
        this.#shared.countsAlone(connectionId, document)
          ? this.#own.count(connectionId, document)
          : this.records(connectionId, document, "").length;
      const before = count();
      const edits = records
        .filter(({ id, isUpdate }) => isUpdate !== true || this.#shown(connectionId, document, id) !== null)
        .map(({ id, value, seen }) => ({
          id,
          value,
          isLate: seen !== undefined && seen !== this.#shown(connectionId, document, id),
        }));
      this.#own.save(connectionId, document, this.#shared.take(connectionId, document, edits, now));
      const after = count();
      // Together, the users of a team may exceed the limit. Even then they can change and delete records.
      if (after > maxRecords && after > before) throw invalidInput(tooMany);
    });
  }

  /** The text of a record as the user sees it; null if there is none. */
  #shown(connectionId: string, document: string, id: string): string | null {
    return this.recordsOf(connectionId, document, [id])[0]?.value ?? null;
  }

  /** Deletes everything that the user made for a connection. */
  forgetConnection(connectionId: string): void {
    this.#transactions.run(() => {
      this.#own.forget(connectionId);
      // Some entries belong to a connection, such as the state of planned mail. Their names end with the connection's
      // id.
      this.#database
        .prepare(
          "DELETE FROM entries WHERE substr(name, 1, 3) <> 'ui.' AND substr(name, -length(?1) - 1) = '.' || ?1",
        )
        .run(connectionId);
      for (const { forget } of this.#features) forget?.(this.#database, connectionId);
      this.#tidy();
    });
  }

  close(): void {
    this.#database.close();
  }
}

/** Saves the text of an entry; null deletes it. */
export function setEntry(database: Database, name: string, value: string | null): void {
  if (value === null) database.prepare("DELETE FROM entries WHERE name = ?").run(name);
  else database.prepare("INSERT OR REPLACE INTO entries (name, value) VALUES (?, ?)").run(name, value);
}
