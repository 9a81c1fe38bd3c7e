import type { BackupTables } from "../../../shared/features/backup/backup-tables.ts";
import type { Cell } from "../database/decode.ts";
import { systemClock } from "../../base/clock.ts";
import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import { backUpBeforeRestore } from "../database/back-up.ts";
import { openForWriting, prepared, Transactions } from "../database/open-database.ts";
import { isRefusedWrite } from "../database/store-error.ts";
import { DocumentStore } from "../../features/team/team-tables.ts";
import {
  FILE_COLUMNS,
  MAIL_COLUMNS,
  SCHEDULE_COLUMNS,
  dropFileLists,
  insertRows,
  migrateTables,
  readNote,
  readTables,
  removeProfile,
  type AlertRuleRow,
  type MailRow,
  type NoteRow,
  type ScheduledFile,
  type ScheduleRow,
  type ViewRow,
} from "../../features/backup/backup-table.ts";

/**
 * The user's own data: settings, connections, the page's texts, views, names, exports; never a key. Every writing
 * method throws AppFailure of kind `store`.
 */
export class UserStore extends DocumentStore {
  readonly #file: string;
  readonly #setAside: string | null;

  /**
   * Opens the database. Views and rules that were deleted in the last session could be restored until its end; now they
   * are removed.
   * @param isSession false for a command, which may run during the app's session.
   */
  constructor(file: string, isSession = true) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    super(database, new Transactions(file, database));
    this.#file = file;
    this.#setAside = setAside;
    if (isSession) this.#removeDeleted();
  }

  /** On a full disk they stay for the next session. The rest can be read meanwhile. */
  #removeDeleted(): void {
    try {
      this.transactions.run(() => {
        this.database.exec(`
          DELETE FROM views WHERE deleted = 1;
          DELETE FROM alert_rules WHERE deleted = 1;
        `);
        dropFileLists(this.database);
      });
    } catch (thrown) {
      if (!isRefusedWrite(thrown)) throw thrown;
    }
  }

  /** The path to which a damaged file was moved at opening; null if there was none. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** The text of an entry; null if it is missing. */
  get(name: string): string | null {
    const [row] = this.#all("SELECT value FROM entries WHERE name = ?", name) as { value: string }[];
    return row?.value ?? null;
  }

  entryNames(): readonly string[] {
    return (this.#all("SELECT name FROM entries") as { name: string }[]).map(({ name }) => name);
  }

  /** Saves the text of an entry; null deletes it. */
  set(name: string, value: string | null): void {
    if (value === null) this.#run("DELETE FROM entries WHERE name = ?", [name]);
    else this.#run("INSERT OR REPLACE INTO entries (name, value) VALUES (?, ?)", [name, value]);
  }

  /** Deletes every entry whose name begins with a prefix. */
  removeAll(prefix: string): void {
    this.#run("DELETE FROM entries WHERE substr(name, 1, length(?1)) = ?1", [prefix]);
  }

  /** A profile's views. Those of one resource are in the user's order. */
  views(profileId: string): readonly ViewRow[] {
    return this.#all(
      `SELECT id, profileId, resource, name, definition FROM views
       WHERE profileId = ? AND deleted = 0 ORDER BY resource, position, id`,
      profileId,
    ) as ViewRow[];
  }

  /** The view of an id, even if deleted; null if the id is unknown. */
  findView(id: string): ViewRow | null {
    const sql = "SELECT id, profileId, resource, name, definition FROM views WHERE id = ?";
    return (this.#all(sql, id)[0] as ViewRow | undefined) ?? null;
  }

  /** Adds a view at the end. */
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

  /** Moves a view before another one of its profile and resource; null moves it to the end. */
  moveView(id: string, before: string | null): void {
    this.transactions.run(() => {
      // Deleted views are included, so that a restored view returns to its place.
      const rows = this.#all(
        `SELECT o.id AS id FROM views AS o JOIN views AS m ON m.profileId = o.profileId AND m.resource = o.resource
         WHERE m.id = ? ORDER BY o.position, o.id`,
        id,
      ) as { id: string }[];
      const others = rows.map((row) => row.id).filter((other) => other !== id);
      const place = before === null ? -1 : others.indexOf(before);
      const order = others.toSpliced(place < 0 ? others.length : place, 0, id);
      const statement = this.database.prepare("UPDATE views SET position = ? WHERE id = ?");
      order.forEach((view, position) => statement.run(position, view));
    });
  }

  /** Marks a view as deleted, or restores it. */
  setViewDeleted(id: string, deleted: boolean): void {
    this.#run("UPDATE views SET deleted = ? WHERE id = ?", [Number(deleted), id]);
  }

  /** A profile's open notes on items, or all notes of one item. The latest are first. */
  itemNotes(profileId: string, itemId: string | null): readonly NoteRow[] {
    return this.records(profileId, ITEM_NOTES, "")
      .flatMap(({ id, value }) => {
        const note = readNote(value);
        return note ? [{ id, ...note }] : [];
      })
      .filter((note) => (itemId === null ? note.archivedAt === null : note.itemId === itemId))
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /**
   * Closes open notes, and deletes old closed ones: the latest `kept` stay. A workstation that does not share its notes
   * leaves the team's as they are.
   * @param now ms since the epoch.
   */
  archiveItemNotes(
    profileId: string,
    ended: readonly { readonly id: string; readonly archivedAt: string }[],
    kept: number,
    now: number,
  ): void {
    this.transactions.run(() => {
      const shown = this.team.shown(profileId, ITEM_NOTES);
      const isShared = this.team.isShared(profileId, ITEM_NOTES);
      const close = prepared(
        this.database,
        "UPDATE item_notes SET archivedAt = ? WHERE profileId = ? AND id = ?",
      );
      for (const { id, archivedAt } of ended) {
        const note = readNote(shown.get(id));
        if (!note) close.run(archivedAt, profileId, id);
        else if (isShared) {
          const closed = JSON.stringify({ ...note, archivedAt });
          this.team.add(profileId, ITEM_NOTES, { id, value: closed }, now);
        }
      }
      if (isShared) this.#dropFormerTeamNotes(profileId, kept, now);
      prepared(
        this.database,
        `DELETE FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL AND id NOT IN
           (SELECT id FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL
            ORDER BY archivedAt DESC, id LIMIT ?2)`,
      ).run(profileId, kept);
    });
  }

  /** Deletes the team's oldest closed notes. @param kept the number of those that stay. */
  #dropFormerTeamNotes(profileId: string, kept: number, now: number): void {
    const closed = [...this.team.shown(profileId, ITEM_NOTES)].flatMap(([id, value]) => {
      const archivedAt = readNote(value)?.archivedAt ?? null;
      return archivedAt === null ? [] : [{ id, archivedAt }];
    });
    const oldest = closed.toSorted((one, other) => (one.archivedAt < other.archivedAt ? 1 : -1)).slice(kept);
    for (const { id } of oldest) this.team.add(profileId, ITEM_NOTES, { id, value: null }, now);
  }

  /** A profile's alert rules, in the order of their creation. */
  alertRules(profileId: string): readonly AlertRuleRow[] {
    return this.#all(
      `SELECT id, profileId, createdAt, definition FROM alert_rules
       WHERE profileId = ? AND deleted = 0 ORDER BY createdAt, id`,
      profileId,
    ) as AlertRuleRow[];
  }

  /** Adds a rule, or replaces one without changing its place. */
  saveAlertRule({ id, profileId, createdAt, definition }: AlertRuleRow): void {
    this.#run(
      `INSERT INTO alert_rules (id, profileId, createdAt, definition) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, deleted = 0`,
      [id, profileId, createdAt, definition],
    );
  }

  /** Marks a rule as deleted, or restores it. */
  setAlertRuleDeleted(profileId: string, id: string, deleted: boolean): void {
    this.#run("UPDATE alert_rules SET deleted = ? WHERE profileId = ? AND id = ?", [
      Number(deleted),
      profileId,
      id,
    ]);
  }

  /** A profile's exports as JSON, the latest first. */
  exports(profileId: string): readonly string[] {
    const sql = "SELECT progress FROM exports WHERE profileId = ? ORDER BY startedAt DESC, id";
    return (this.#all(sql, profileId) as { progress: string }[]).map(({ progress }) => progress);
  }

  /** Adds an export, and deletes all but the latest `kept` of its profile. */
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

  /** The scheduled exports of all profiles, in the order of their creation. */
  schedules(): readonly ScheduleRow[] {
    const sql = `SELECT ${SCHEDULE_COLUMNS.join()} FROM schedules ORDER BY createdAt, id`;
    return this.#all(sql) as ScheduleRow[];
  }

  /** Adds or replaces a schedule. */
  saveSchedule(schedule: ScheduleRow): void {
    this.#put("schedules", SCHEDULE_COLUMNS, schedule);
  }

  /** Deletes a schedule; the list of its files is deleted at the next start. */
  deleteSchedule(id: string): void {
    this.#run("DELETE FROM schedules WHERE id = ?", [id]);
  }

  /** Saves a schedule after a run, together with the message that the run sends; null for none. */
  settleSchedule(schedule: ScheduleRow, mail: MailRow | null): void {
    this.transactions.run(() => {
      this.#put("schedules", SCHEDULE_COLUMNS, schedule);
      if (mail) this.#put("mails", MAIL_COLUMNS, mail);
    });
  }

  /** Saves the text of an entry together with a message; null for none. */
  settleEntry(name: string, value: string, mail: MailRow | null): void {
    this.transactions.run(() => {
      this.set(name, value);
      if (mail) this.#put("mails", MAIL_COLUMNS, mail);
    });
  }

  /** The messages of all profiles. */
  mails(): readonly MailRow[] {
    return this.#all(`SELECT ${MAIL_COLUMNS.join()} FROM mails ORDER BY id`) as MailRow[];
  }

  /** Saves a message. When this returns, it is on the disk. */
  saveMail(mail: MailRow): void {
    this.#put("mails", MAIL_COLUMNS, mail);
  }

  deleteMails(ids: readonly string[]): void {
    this.transactions.run(() => {
      for (const id of ids) this.database.prepare("DELETE FROM mails WHERE id = ?").run(id);
    });
  }

  /** The files that a schedule wrote and still keeps, the latest first. */
  scheduledFiles(scheduleId: string): readonly ScheduledFile[] {
    return this.#all(
      `SELECT ${FILE_COLUMNS.join()} FROM scheduled_files WHERE scheduleId = ? ORDER BY writtenAt DESC, file DESC`,
      scheduleId,
    ) as ScheduledFile[];
  }

  addScheduledFile(file: ScheduledFile): void {
    this.#put("scheduled_files", FILE_COLUMNS, file);
  }

  forgetScheduledFile(file: string): void {
    this.#run("DELETE FROM scheduled_files WHERE file = ?", [file]);
  }

  /** Deletes everything that the user made for a profile. */
  forgetProfile(profileId: string): void {
    this.transactions.run(() => {
      removeProfile(this.database, profileId);
      dropFileLists(this.database);
      this.team.forget(profileId);
      for (const table of ["exports", "mails"])
        this.database.prepare(`DELETE FROM ${table} WHERE profileId = ?`).run(profileId);
    });
  }

  /** All tables of a backup, with their version. */
  backUp(): { readonly version: number; readonly tables: BackupTables } {
    const tables = this.transactions.run(() => readTables(this.database));
    return { version: USER_MIGRATIONS.length, tables };
  }

  /** Migrates the tables of a backup to this version. @throws AppFailure `invalid_input`. */
  migrateBackup(version: number, tables: BackupTables): BackupTables {
    return migrateTables(version, tables);
  }

  /**
   * Replaces everything that the user made for some profiles. A copy of the database is made first.
   * @param entries further entries to delete first.
   */
  restore(profileIds: readonly string[], entries: readonly string[], tables: BackupTables): void {
    // The times of files are by the machine's own clock.
    this.transactions.guard(() => backUpBeforeRestore(this.database, this.#file, systemClock.now()));
    this.transactions.run(() => {
      for (const profileId of profileIds) removeProfile(this.database, profileId);
      const remove = this.database.prepare("DELETE FROM entries WHERE name = ?");
      for (const name of [...entries, ...tables.entries.rows.map(([own]) => own ?? null)]) remove.run(name);
      for (const [table, rows] of Object.entries(tables))
        insertRows(this.database, table as keyof BackupTables, rows);
      // A schedule that the restore brings back still knows its files.
      dropFileLists(this.database);
    });
  }

  close(): void {
    this.database.close();
  }

  #all(sql: string, ...values: readonly Cell[]): unknown[] {
    return this.database.prepare(sql).all(...values);
  }

  #run(sql: string, values: readonly Cell[]): void {
    this.transactions.guard(() => this.database.prepare(sql).run(...values));
  }

  /** Adds a row, or replaces the row with its primary key. */
  #put<C extends string>(table: string, columns: readonly C[], row: Readonly<Record<C, Cell>>): void {
    const marks = columns.map(() => "?").join();
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${marks})`;
    this.#run(
      sql,
      columns.map((column) => row[column]),
    );
  }
}

const ITEM_NOTES = "itemNotes";
