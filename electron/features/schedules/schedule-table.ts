import { putRow } from "../../store/user-data/put-row.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";
import { putMail, type MailRow } from "../../delivery/mail/mail-table.ts";

/** A row of the table `schedules`. The migration describes the columns. */
export interface ScheduleRow {
  readonly id: string;
  readonly connectionId: string;
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
  /** The time of writing, ms since the epoch. */
  readonly writtenAt: number;
  readonly bytes: number;
  /** The file's modification time, in ms since the epoch. */
  readonly modifiedAt: number;
  /** 1 if a manifest was written with the file. */
  readonly manifest: 0 | 1;
}

const SCHEDULE_COLUMNS = [
  "id",
  "connectionId",
  "createdAt",
  "plan",
  "folder",
  "paused",
  "anchor",
  "settledUntil",
  "last",
  "failure",
] as const satisfies readonly (keyof ScheduleRow)[];
const FILE_COLUMNS = [
  "file",
  "scheduleId",
  "writtenAt",
  "bytes",
  "modifiedAt",
  "manifest",
] as const satisfies readonly (keyof ScheduledFile)[];

/** The scheduled exports of all connections, and the files that they wrote. */
export class ScheduleTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** The scheduled exports of all connections, in the order of their creation. */
  schedules(): readonly ScheduleRow[] {
    const sql = `SELECT ${SCHEDULE_COLUMNS.join()} FROM schedules ORDER BY createdAt, id`;
    return this.#database.prepare(sql).all();
  }

  /** Adds or replaces a schedule. */
  saveSchedule(schedule: ScheduleRow): void {
    this.#transactions.guard(() => this.#put(schedule));
  }

  /** Deletes a schedule. The list of its files is deleted at the next start. */
  deleteSchedule(id: string): void {
    this.#transactions.guard(() => this.#database.prepare("DELETE FROM schedules WHERE id = ?").run(id));
  }

  /**
   * Saves a schedule after a run, together with the message that the run sends. @param mail null if it sends no
   * message.
   */
  settleSchedule(schedule: ScheduleRow, mail: MailRow | null): void {
    this.#transactions.run(() => {
      this.#put(schedule);
      if (mail) putMail(this.#database, mail);
    });
  }

  /** The files that a schedule wrote and still keeps, the latest first. */
  scheduledFiles(scheduleId: string): readonly ScheduledFile[] {
    const sql = `SELECT ${FILE_COLUMNS.join()} FROM scheduled_files WHERE scheduleId = ? ORDER BY writtenAt DESC, file DESC`;
    return this.#database.prepare(sql).all(scheduleId);
  }

  addScheduledFile(file: ScheduledFile): void {
    this.#transactions.guard(() => putRow(this.#database, "scheduled_files", FILE_COLUMNS, file));
  }

  forgetScheduledFile(file: string): void {
    this.#transactions.guard(() =>
      this.#database.prepare("DELETE FROM scheduled_files WHERE file = ?").run(file),
    );
  }

  #put(schedule: ScheduleRow): void {
    putRow(this.#database, "schedules", SCHEDULE_COLUMNS, schedule);
  }
}

export const SCHEDULE_TABLES: UserTables<ScheduleTable> = {
  open: (context) => new ScheduleTable(context),
  forget: (database, connectionId) =>
    void database.prepare("DELETE FROM schedules WHERE connectionId = ?").run(connectionId),
  // Only the list is deleted; the files themselves are not.
  tidy: (database) =>
    database.exec("DELETE FROM scheduled_files WHERE scheduleId NOT IN (SELECT id FROM schedules)"),
};
