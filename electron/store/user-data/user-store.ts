import type { BackupTables } from "../../../shared/features/backup/backup-tables.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import type { NameEntry } from "../../../shared/features/names/names.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Cell } from "../database/decode.ts";
import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import { backUpBeforeRestore } from "../database/back-up.ts";
import { openForWriting, type Database } from "../database/open-database.ts";
import { Transactions } from "../database/transactions.ts";
import { insertRows, migrateTables, readTables, removeProfile } from "./backup.ts";

/** A named view as the database has it. Positions count within a profile's views of one resource. */
export interface ViewRow {
  readonly id: string;
  readonly profileId: string;
  readonly resource: Resource;
  readonly name: string;
  /** JSON. */
  readonly definition: string;
}

/** A scheduled export as the database has it; the migration describes the columns. */
export interface ScheduleRow {
  readonly id: string;
  readonly profileId: string;
  readonly createdAt: number;
  readonly plan: string;
  readonly folder: string;
  readonly paused: 0 | 1;
  readonly anchor: number;
  readonly settledUntil: number;
  readonly last: string | null;
  readonly failure: string | null;
}

/** A file that a schedule wrote. */
export interface ScheduledFile {
  readonly file: string;
  readonly scheduleId: string;
  /** Ms since the epoch. */
  readonly writtenAt: number;
  readonly bytes: number;
  /** The file's own time, in ms since the epoch. */
  readonly modifiedAt: number;
  /** Whether a manifest was written with it. */
  readonly manifest: 0 | 1;
}

/** A note on an item as the database has it; the migration describes the columns. */
export interface NoteRow extends ItemNote {
  readonly profileId: string;
  readonly outAt: string | null;
}

/** A rule of alerts as the database has it. */
export interface AlertRuleRow {
  readonly id: string;
  readonly profileId: string;
  readonly createdAt: number;
  readonly definition: string;
}

/** A record of a document; the value is JSON. */
export interface RecordRow {
  readonly id: string;
  readonly value: string;
}

const NOTE_COLUMNS = "id, profileId, itemId, text, askedOn, outAt, createdAt, archivedAt";
const SCHEDULE_COLUMNS =
  "id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure";
const FILE_COLUMNS = "file, scheduleId, writtenAt, bytes, modifiedAt, manifest";

/**
 * The user's own data: settings, connections, the page's texts, named views, names, exports. Never a key. Every method
 * that writes throws AppFailure of kind `store`.
 */
export class UserStore {
  readonly #file: string;
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #setAside: string | null;

  /** Deleted views and rules could be restored until the app ended; now they go. */
  constructor(file: string) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    this.#file = file;
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#setAside = setAside;
    this.#transactions.run(() =>
      database.exec(`
        DELETE FROM views WHERE deleted = 1;
        DELETE FROM alert_rules WHERE deleted = 1;
        DELETE FROM scheduled_files WHERE scheduleId NOT IN (SELECT id FROM schedules);
      `),
    );
  }

  /** The path to which a damaged file was moved at opening; null if there was none. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** The text kept under that name, or null. */
  get(name: string): string | null {
    const [row] = this.#all("SELECT value FROM entries WHERE name = ?", name) as { value: string }[];
    return row?.value ?? null;
  }

  /** The names of all texts. */
  entryNames(): readonly string[] {
    return (this.#all("SELECT name FROM entries") as { name: string }[]).map(({ name }) => name);
  }

  /** Keeps a text under that name; null removes it. */
  set(name: string, value: string | null): void {
    if (value === null) this.#run("DELETE FROM entries WHERE name = ?", [name]);
    else this.#run("INSERT OR REPLACE INTO entries (name, value) VALUES (?, ?)", [name, value]);
  }

  /** Removes every text whose name begins like that. */
  removeAll(prefix: string): void {
    this.#run("DELETE FROM entries WHERE substr(name, 1, length(?1)) = ?1", [prefix]);
  }

  /** The records of a profile's document, by id. */
  records(profileId: string, document: string): readonly RecordRow[] {
    return this.#all(
      "SELECT id, value FROM documents WHERE profileId = ? AND document = ? ORDER BY id",
      profileId,
      document,
    ) as RecordRow[];
  }

  /**
   * Saves records and deletes those whose value is null.
   * @throws AppFailure `invalid_input` with the limit's message if there would be too many; then nothing is saved.
   */
  saveRecords(
    profileId: string,
    document: string,
    records: readonly { readonly id: string; readonly value: string | null }[],
    { maxRecords, tooMany }: { readonly maxRecords: number; readonly tooMany: string },
  ): void {
    this.#transactions.run(() => {
      const save = this.#database.prepare(
        `INSERT INTO documents (profileId, document, id, version, value) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET version = version + 1, value = excluded.value`,
      );
      const remove = this.#database.prepare(
        "DELETE FROM documents WHERE profileId = ? AND document = ? AND id = ?",
      );
      for (const { id, value } of records)
        if (value === null) remove.run(profileId, document, id);
        else save.run(profileId, document, id, value);
      const { count } = this.#database
        .prepare("SELECT count(*) AS count FROM documents WHERE profileId = ? AND document = ?")
        .get(profileId, document) as { count: number };
      if (count > maxRecords) throw invalidInput(tooMany);
    });
  }

  /** Forgets the user's documents of a profile. */
  forgetDocuments(profileId: string): void {
    this.#run("DELETE FROM documents WHERE profileId = ?", [profileId]);
  }

  /** A profile's views, each resource's in their order. */
  views(profileId: string): readonly ViewRow[] {
    return this.#all(
      `SELECT id, profileId, resource, name, definition FROM views
       WHERE profileId = ? AND deleted = 0 ORDER BY resource, position, id`,
      profileId,
    ) as ViewRow[];
  }

  /** The view of an id, also a deleted one; null if the id is unknown. */
  findView(id: string): ViewRow | null {
    const sql = "SELECT id, profileId, resource, name, definition FROM views WHERE id = ?";
    return (this.#all(sql, id)[0] as ViewRow | undefined) ?? null;
  }

  /** Adds a view after the others. */
  addView({ id, profileId, resource, name, definition }: ViewRow): void {
    this.#run(
      `INSERT INTO views (id, profileId, resource, name, definition, position)
       SELECT ?1, ?2, ?3, ?4, ?5, coalesce(max(position) + 1, 0) FROM views WHERE profileId = ?2 AND resource = ?3`,
      [id, profileId, resource, name, definition],
    );
  }

  saveView(id: string, definition: string): void {
    this.#run("UPDATE views SET definition = ? WHERE id = ?", [definition, id]);
  }

  renameView(id: string, name: string): void {
    this.#run("UPDATE views SET name = ? WHERE id = ?", [name, id]);
  }

  /** Puts a view before another one of its profile and resource; null puts it behind all. */
  moveView(id: string, before: string | null): void {
    this.#transactions.run(() => {
      // A deleted view keeps its place among the others, at which it can be restored.
      const rows = this.#all(
        `SELECT o.id AS id FROM views AS o JOIN views AS m ON m.profileId = o.profileId AND m.resource = o.resource
         WHERE m.id = ? ORDER BY o.position, o.id`,
        id,
      ) as { id: string }[];
      const others = rows.map((row) => row.id).filter((other) => other !== id);
      const place = before === null ? -1 : others.indexOf(before);
      const order = others.toSpliced(place < 0 ? others.length : place, 0, id);
      const statement = this.#database.prepare("UPDATE views SET position = ? WHERE id = ?");
      order.forEach((view, position) => statement.run(position, view));
    });
  }

  /** Marks a view as deleted, or takes that back. */
  setViewDeleted(id: string, deleted: boolean): void {
    this.#run("UPDATE views SET deleted = ? WHERE id = ?", [Number(deleted), id]);
  }

  forgetViews(profileId: string): void {
    this.#run("DELETE FROM views WHERE profileId = ?", [profileId]);
  }

  /** A profile's name book, by id. */
  names(profileId: string): readonly NameEntry[] {
    return this.#all(
      "SELECT id, name, team, note FROM names WHERE profileId = ? ORDER BY id",
      profileId,
    ) as NameEntry[];
  }

  /** Adds or replaces entries of a profile's names, and removes others, in one transaction. */
  saveNames(profileId: string, entries: readonly NameEntry[], removed: readonly string[]): void {
    this.#transactions.run(() => {
      const save = this.#database.prepare(
        "INSERT OR REPLACE INTO names (profileId, id, name, team, note) VALUES (?, ?, ?, ?, ?)",
      );
      for (const { id, name, team, note } of entries) save.run(profileId, id, name, team, note);
      const remove = this.#database.prepare("DELETE FROM names WHERE profileId = ? AND id = ?");
      for (const id of removed) remove.run(profileId, id);
    });
  }

  forgetNames(profileId: string): void {
    this.#run("DELETE FROM names WHERE profileId = ?", [profileId]);
  }

  /** A profile's open notes on items, or all notes of one item. The latest are first. */
  itemNotes(profileId: string, itemId: string | null): readonly NoteRow[] {
    const which = itemId === null ? "archivedAt IS NULL" : "itemId = ?";
    return this.#all(
      `SELECT ${NOTE_COLUMNS} FROM item_notes WHERE profileId = ? AND ${which} ORDER BY createdAt DESC, id`,
      profileId,
      ...(itemId === null ? [] : [itemId]),
    ) as NoteRow[];
  }

  /** Adds a note or replaces it. */
  saveItemNote({ id, profileId, itemId, text, askedOn, outAt, createdAt, archivedAt }: NoteRow): void {
    this.#run(`INSERT OR REPLACE INTO item_notes (${NOTE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, [
      id,
      profileId,
      itemId,
      text,
      askedOn,
      outAt,
      createdAt,
      archivedAt,
    ]);
  }

  /** Closes open notes, and forgets all but the profile's latest `kept` former notes. */
  archiveItemNotes(
    profileId: string,
    ended: readonly { readonly id: string; readonly archivedAt: string }[],
    kept: number,
  ): void {
    this.#transactions.run(() => {
      const close = this.#database.prepare("UPDATE item_notes SET archivedAt = ? WHERE id = ?");
      for (const { id, archivedAt } of ended) close.run(archivedAt, id);
      this.#database
        .prepare(
          `DELETE FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL AND id NOT IN
           (SELECT id FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL
            ORDER BY archivedAt DESC, id LIMIT ?2)`,
        )
        .run(profileId, kept);
    });
  }

  deleteItemNote(profileId: string, id: string): void {
    this.#run("DELETE FROM item_notes WHERE profileId = ? AND id = ?", [profileId, id]);
  }

  forgetItemNotes(profileId: string): void {
    this.#run("DELETE FROM item_notes WHERE profileId = ?", [profileId]);
  }

  /** A profile's rules of alerts, in the order in which they were made. */
  alertRules(profileId: string): readonly AlertRuleRow[] {
    return this.#all(
      `SELECT id, profileId, createdAt, definition FROM alert_rules
       WHERE profileId = ? AND deleted = 0 ORDER BY createdAt, id`,
      profileId,
    ) as AlertRuleRow[];
  }

  /** Adds a rule or replaces it, which keeps its place. */
  saveAlertRule({ id, profileId, createdAt, definition }: AlertRuleRow): void {
    this.#run(
      `INSERT INTO alert_rules (id, profileId, createdAt, definition) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, deleted = 0`,
      [id, profileId, createdAt, definition],
    );
  }

  /** Marks a rule as deleted, or takes that back. */
  setAlertRuleDeleted(profileId: string, id: string, deleted: boolean): void {
    this.#run("UPDATE alert_rules SET deleted = ? WHERE profileId = ? AND id = ?", [
      Number(deleted),
      profileId,
      id,
    ]);
  }

  forgetAlertRules(profileId: string): void {
    this.#run("DELETE FROM alert_rules WHERE profileId = ?", [profileId]);
  }

  /** A profile's exports as JSON, the latest first. */
  exports(profileId: string): readonly string[] {
    const sql = "SELECT progress FROM exports WHERE profileId = ? ORDER BY startedAt DESC, id";
    return (this.#all(sql, profileId) as { progress: string }[]).map(({ progress }) => progress);
  }

  /** Remembers an export, and forgets all but the latest `kept` of its profile. */
  addExport(id: string, profileId: string, startedAt: number, progress: string, kept: number): void {
    this.#run("INSERT INTO exports (id, profileId, startedAt, progress) VALUES (?, ?, ?, ?)", [
      id,
      profileId,
      startedAt,
      progress,
    ]);
    this.#run(
      `DELETE FROM exports WHERE profileId = ?1 AND id NOT IN
       (SELECT id FROM exports WHERE profileId = ?1 ORDER BY startedAt DESC, id LIMIT ?2)`,
      [profileId, kept],
    );
  }

  forgetExports(profileId: string): void {
    this.#run("DELETE FROM exports WHERE profileId = ?", [profileId]);
  }

  /** The scheduled exports of all profiles, in the order in which they were made. */
  schedules(): readonly ScheduleRow[] {
    const sql = `SELECT ${SCHEDULE_COLUMNS} FROM schedules ORDER BY createdAt, id`;
    return this.#all(sql) as ScheduleRow[];
  }

  /** Adds a schedule or replaces it. */
  saveSchedule(row: ScheduleRow): void {
    const { id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure } = row;
    this.#run(
      `INSERT OR REPLACE INTO schedules (${SCHEDULE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure],
    );
  }

  /** Deletes a schedule; the list of its files follows at the next start. */
  deleteSchedule(id: string): void {
    this.#run("DELETE FROM schedules WHERE id = ?", [id]);
  }

  /** Forgets a profile's schedules and the list of their files. */
  forgetSchedules(profileId: string): void {
    this.#transactions.run(() => {
      const own = "(SELECT id FROM schedules WHERE profileId = ?)";
      this.#run(`DELETE FROM scheduled_files WHERE scheduleId IN ${own}`, [profileId]);
      this.#run("DELETE FROM schedules WHERE profileId = ?", [profileId]);
    });
  }

  /** The files that a schedule wrote and keeps, the latest first. */
  scheduledFiles(scheduleId: string): readonly ScheduledFile[] {
    return this.#all(
      `SELECT ${FILE_COLUMNS} FROM scheduled_files WHERE scheduleId = ? ORDER BY writtenAt DESC, file DESC`,
      scheduleId,
    ) as ScheduledFile[];
  }

  addScheduledFile({ file, scheduleId, writtenAt, bytes, modifiedAt, manifest }: ScheduledFile): void {
    this.#run(`INSERT OR REPLACE INTO scheduled_files (${FILE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`, [
      file,
      scheduleId,
      writtenAt,
      bytes,
      modifiedAt,
      manifest,
    ]);
  }

  forgetScheduledFile(file: string): void {
    this.#run("DELETE FROM scheduled_files WHERE file = ?", [file]);
  }

  /** Everything that a backup holds, and the version that it is of. */
  backUp(): { readonly version: number; readonly tables: BackupTables } {
    const tables = this.#transactions.run(() => readTables(this.#database));
    return { version: USER_MIGRATIONS.length, tables };
  }

  /** The tables of a backup as this version has them. @throws AppFailure `invalid_input`. */
  migrateBackup(version: number, tables: BackupTables): BackupTables {
    return migrateTables(version, tables);
  }

  /**
   * Replaces all that the user made for those profiles by these rows. A copy of the database is made first.
   * @param entries names to remove before, besides those that the rows have.
   */
  restore(profileIds: readonly string[], entries: readonly string[], tables: BackupTables): void {
    this.#transactions.guard(() => backUpBeforeRestore(this.#database, this.#file, Date.now()));
    this.#transactions.run(() => {
      for (const profileId of profileIds) removeProfile(this.#database, profileId);
      const remove = this.#database.prepare("DELETE FROM entries WHERE name = ?");
      for (const name of [...entries, ...tables.entries.rows.map(([own]) => own ?? null)]) remove.run(name);
      for (const [table, rows] of Object.entries(tables))
        insertRows(this.#database, table as keyof BackupTables, rows);
    });
  }

  close(): void {
    this.#database.close();
  }

  #all(sql: string, ...values: readonly Cell[]): unknown[] {
    return this.#database.prepare(sql).all(...values);
  }

  #run(sql: string, values: readonly Cell[]): void {
    this.#transactions.guard(() => this.#database.prepare(sql).run(...values));
  }
}
