import type { BackupTables } from "../../../shared/features/backup/backup-tables.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { Cell } from "../database/decode.ts";
import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import { backUpBeforeRestore } from "../database/back-up.ts";
import { openForWriting, prepared, type Database, Transactions } from "../database/open-database.ts";
import type { TeamEdit, TeamOutcome } from "../../../shared/features/team/team-protocol.ts";
import { OwnRecords, type SavedRecord } from "./own-records.ts";
import {
  isInParts,
  partsOf,
  TEAM_SCOPES,
  TeamRecords,
  type ReadPage,
  type TeamOverview,
  type TeamState,
} from "./team-records.ts";
import { shownRecords } from "./shown-records.ts";
import {
  FILE_COLUMNS,
  MAIL_COLUMNS,
  SCHEDULE_COLUMNS,
  insertRows,
  migrateTables,
  readTables,
  removeProfile,
  type AlertRuleRow,
  type MailRow,
  type NoteRow,
  type RecordRow,
  type ScheduledFile,
  type ScheduleRow,
  type ViewRow,
} from "./user-tables.ts";

/**
 * The user's own data: settings, connections, the page's texts, views, names, exports; never a key. Every writing
 * method throws AppFailure of kind `store`.
 */
export class UserStore {
  readonly #file: string;
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #setAside: string | null;
  readonly #own: OwnRecords;
  readonly #team: TeamRecords;

  /**
   * Opens the database. Views and rules that were deleted in the last session could be restored until its end; now they
   * are removed.
   * @param isSession false for a command, which may run during the app's session.
   */
  constructor(file: string, isSession = true) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    this.#file = file;
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#setAside = setAside;
    this.#own = new OwnRecords(database);
    this.#team = new TeamRecords(database);
    if (!isSession) return;
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

  /**
   * The records of a profile's document whose ids begin with a prefix, by id. The team's stand in front of the user's
   * own.
   */
  records(profileId: string, document: string, prefix: string): readonly RecordRow[] {
    return shownRecords(this.#own, this.#team, profileId, document, prefix);
  }

  /** Records of a document by their ids, with the team's in front; unknown ones are left out. */
  recordsOf(profileId: string, document: string, ids: readonly string[]): readonly RecordRow[] {
    return ids.flatMap((id) => this.records(profileId, document, id).filter((record) => record.id === id));
  }

  /** The user's own records of a document, without the team's. */
  ownRecords(profileId: string, document: string): readonly RecordRow[] {
    return this.#own.read(profileId, document);
  }

  /**
   * Saves records and deletes those whose value is null. Those of the team become edits for its collector.
   * @param now ms since the epoch.
   * @throws AppFailure `invalid_input` with the limit's message if there would be too many; then nothing is saved.
   */
  saveRecords(
    profileId: string,
    document: string,
    records: readonly SavedRecord[],
    { maxRecords, tooMany }: { readonly maxRecords: number; readonly tooMany: string },
    now: number,
  ): void {
    this.#transactions.run(() => {
      // The collector limits the team's counts.
      const count = (): number =>
        this.#team.state(profileId) === null || isInParts(document)
          ? this.#own.count(profileId, document)
          : this.records(profileId, document, "").length;
      const before = count();
      this.#own.save(profileId, document, this.#team.take(profileId, document, records, now));
      const after = count();
      // A team may exceed the limit together; its users can still change and delete records.
      if (after > maxRecords && after > before) throw invalidInput(tooMany);
    });
  }

  /** Calls `TeamRecords.state`. */
  teamState(profileId: string): TeamState | null {
    return this.#team.state(profileId);
  }

  /** Calls `TeamRecords.overview`. */
  teamSummary(profileId: string): TeamOverview {
    return this.#team.overview(profileId);
  }

  /** The team's values of a document, whether or not the user keeps his own; null for deleted ones. */
  teamValues(profileId: string, document: string): ReadonlyMap<string, string | null> {
    return this.#team.values(profileId, document);
  }

  /** Says whether edits of documents go to the team. */
  setTeamScopes(profileId: string, documents: readonly string[], isShared: boolean): void {
    const value = isShared ? '"team"' : null;
    this.#transactions.run(() =>
      this.#own.save(
        profileId,
        TEAM_SCOPES,
        documents.map((id) => ({ id, value })),
      ),
    );
  }

  /** Calls `TeamRecords.waiting`. */
  waitingEdits(profileId: string, limit: number): readonly TeamEdit[] {
    return this.#team.waiting(profileId, limit);
  }

  /** Calls `TeamRecords.answered`. */
  editsAnswered(
    profileId: string,
    results: readonly { readonly edit: string; readonly outcome: TeamOutcome }[],
  ): void {
    this.#transactions.run(() => this.#team.answered(profileId, results));
  }

  /** Calls `TeamRecords.store`, and `settle` after the last page. @param now ms since the epoch. */
  storeTeamPage(
    profileId: string,
    page: ReadPage,
    { all, asks, more }: { readonly all: boolean; readonly asks: boolean; readonly more: boolean },
    now: number,
  ): readonly string[] {
    return this.#transactions.run(() => {
      const changed = this.#team.store(profileId, page, all, asks, now);
      return more ? changed : [...new Set([...changed, ...this.#team.settle(profileId)])];
    });
  }

  /** Calls `TeamRecords.drop`. */
  deleteTeamRecord(profileId: string, document: string, id: string, now: number): void {
    this.#transactions.run(() => this.#team.drop(profileId, document, id, now));
  }

  /**
   * Gives one of the user's own records to the team. Its parts are sent first, so that no workstation has it without
   * them.
   * @param value the record, JSON.
   * @param now ms since the epoch.
   */
  shareWithParts(profileId: string, document: string, { id, value }: RecordRow, now: number): void {
    this.#transactions.run(() => {
      for (const part of partsOf(document)) {
        const own = this.#own.read(profileId, part, `${id}/`);
        for (const record of own) this.#team.add(profileId, part, record, now);
        this.#own.save(
          profileId,
          part,
          own.map((record) => ({ id: record.id, value: null })),
        );
      }
      this.#team.add(profileId, document, { id, value }, now);
      this.#own.save(profileId, document, [{ id, value: null }]);
    });
  }

  /**
   * Adds edits for the team, and deletes the user's own records that they replace.
   * @param records each with the team's value that the user saw; undefined for none.
   * @param now ms since the epoch.
   * @returns the number of edits.
   */
  shareRecords(
    profileId: string,
    document: string,
    records: readonly (RecordRow & { readonly team: string | null | undefined })[],
    now: number,
  ): number {
    return this.#transactions.run(() => {
      // A record that the team has changed since the user compared stays as it is.
      const team = this.#team.values(profileId, document);
      const shared = records.filter((record) => team.get(record.id) === record.team);
      for (const { id, value } of shared) this.#team.add(profileId, document, { id, value }, now);
      this.#dropOwn(
        profileId,
        document,
        shared.map(({ id }) => id),
      );
      return shared.length;
    });
  }

  #dropOwn(profileId: string, document: string, ids: readonly string[]): void {
    for (const id of ids) this.#team.keep(profileId, document, id, false);
    this.#own.save(
      profileId,
      document,
      ids.map((id) => ({ id, value: null })),
    );
  }

  /** Calls `TeamRecords.keepNone`. */
  keepNone(profileId: string, document: string): void {
    this.#transactions.run(() => this.#team.keepNone(profileId, document));
  }

  /** Calls `TeamRecords.resolve`. */
  resolveLost(
    profileId: string,
    document: string,
    id: string,
    number: number,
    uses: boolean,
    now: number,
  ): void {
    this.#transactions.run(() => this.#team.resolve(profileId, { document, id, number }, uses, now));
  }

  /** Calls `TeamRecords.confirm`. */
  confirmEdits(profileId: string, sends: boolean): void {
    this.#transactions.run(() => this.#team.confirm(profileId, sends));
  }

  /** Calls `TeamRecords.retryRefused`. */
  retryRefusedEdits(profileId: string): void {
    this.#transactions.run(() => this.#team.retryRefused(profileId));
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
    this.#transactions.run(() => {
      // Deleted views are included, so that a restored view returns to its place.
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

  /** Marks a view as deleted, or restores it. */
  setViewDeleted(id: string, deleted: boolean): void {
    this.#run("UPDATE views SET deleted = ? WHERE id = ?", [Number(deleted), id]);
  }

  /** A profile's open notes on items, or all notes of one item. The latest are first. */
  itemNotes(profileId: string, itemId: string | null): readonly NoteRow[] {
    return (
      this.records(profileId, ITEM_NOTES, "")
        .map(({ id, value }) => ({ ...(parseJson(value) as NoteRow), id }))
        // The team's notes come from other workstations.
        .filter(({ itemId: of, createdAt }) => typeof of === "string" && typeof createdAt === "string")
        .filter((note) => (itemId === null ? note.archivedAt === null : note.itemId === itemId))
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    );
  }

  /**
   * Closes open notes, and deletes all but the latest `kept` own closed ones. A workstation that does not
   * share its notes leaves the team's open.
   * @param now ms since the epoch.
   */
  archiveItemNotes(
    profileId: string,
    ended: readonly { readonly id: string; readonly archivedAt: string }[],
    kept: number,
    now: number,
  ): void {
    this.#transactions.run(() => {
      const shown = this.#team.shown(profileId, ITEM_NOTES);
      const isShared = this.#team.isShared(profileId, ITEM_NOTES);
      const close = prepared(
        this.#database,
        "UPDATE item_notes SET archivedAt = ? WHERE profileId = ? AND id = ?",
      );
      for (const { id, archivedAt } of ended) {
        const value = shown.get(id);
        if (value === undefined) close.run(archivedAt, profileId, id);
        else if (isShared) {
          const closed = JSON.stringify({ ...(parseJson(value) as object), archivedAt });
          this.#team.add(profileId, ITEM_NOTES, { id, value: closed }, now);
        }
      }
      prepared(
        this.#database,
        `DELETE FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL AND id NOT IN
           (SELECT id FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL
            ORDER BY archivedAt DESC, id LIMIT ?2)`,
      ).run(profileId, kept);
    });
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
    this.#transactions.run(() => {
      this.#put("schedules", SCHEDULE_COLUMNS, schedule);
      if (mail) this.#put("mails", MAIL_COLUMNS, mail);
    });
  }

  /** Saves the text of an entry together with a message; null for none. */
  settleEntry(name: string, value: string, mail: MailRow | null): void {
    this.#transactions.run(() => {
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
    this.#transactions.run(() => {
      for (const id of ids) this.#database.prepare("DELETE FROM mails WHERE id = ?").run(id);
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
    this.#transactions.run(() => {
      removeProfile(this.#database, profileId);
      this.#team.forget(profileId);
      for (const table of ["exports", "mails"])
        this.#database.prepare(`DELETE FROM ${table} WHERE profileId = ?`).run(profileId);
    });
  }

  /** All tables of a backup, with their version. */
  backUp(): { readonly version: number; readonly tables: BackupTables } {
    const tables = this.#transactions.run(() => readTables(this.#database));
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
