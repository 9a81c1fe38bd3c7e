import type { Database } from "../database/open-database.ts";
import { Transactions } from "../database/transactions.ts";

/** A scheduled export as the database has it; the migration says what the columns hold. */
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
  /** Whether a manifest was written beside it. */
  readonly manifest: 0 | 1;
}

const COLUMNS =
  "id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure" as const;

/** The scheduled exports of all profiles. */
export class ScheduleTable {
  readonly #database: Database;
  readonly #transactions: Transactions;

  /** What was deleted could be taken back until the app ended; now it goes. Its files stay; they are the user's. */
  constructor(file: string, database: Database) {
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#transactions.run(() => {
      database.exec(`
        DELETE FROM schedules WHERE deleted = 1;
        DELETE FROM scheduled_files WHERE scheduleId NOT IN (SELECT id FROM schedules);
      `);
    });
  }

  /** All that are not deleted, in the order in which they were made. */
  list(): ScheduleRow[] {
    return this.#database
      .prepare(`SELECT ${COLUMNS} FROM schedules WHERE deleted = 0 ORDER BY createdAt, id`)
      .all() as ScheduleRow[];
  }

  /** Adds a schedule, or writes all of it anew; a deleted one comes back by that. */
  save(row: ScheduleRow): void {
    const { id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure } = row;
    this.#transactions.guard(() =>
      this.#database
        .prepare(`INSERT OR REPLACE INTO schedules (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(id, profileId, createdAt, plan, folder, paused, anchor, settledUntil, last, failure),
    );
  }

  /** Marks a schedule as deleted; its files are remembered until the next start. */
  delete(id: string): void {
    this.#transactions.guard(() =>
      this.#database.prepare("UPDATE schedules SET deleted = 1 WHERE id = ?").run(id),
    );
  }

  /** Forgets a profile's schedules and the list of their files. */
  forget(profileId: string): void {
    this.#transactions.run(() => {
      this.#database
        .prepare(
          "DELETE FROM scheduled_files WHERE scheduleId IN (SELECT id FROM schedules WHERE profileId = ?)",
        )
        .run(profileId);
      this.#database.prepare("DELETE FROM schedules WHERE profileId = ?").run(profileId);
    });
  }

  /** The files that a schedule wrote and keeps, the latest first. */
  files(scheduleId: string): ScheduledFile[] {
    return this.#database
      .prepare(
        `SELECT file, scheduleId, writtenAt, bytes, modifiedAt, manifest FROM scheduled_files
         WHERE scheduleId = ? ORDER BY writtenAt DESC, file DESC`,
      )
      .all(scheduleId) as ScheduledFile[];
  }

  addFile({ file, scheduleId, writtenAt, bytes, modifiedAt, manifest }: ScheduledFile): void {
    this.#transactions.guard(() =>
      this.#database
        .prepare(
          `INSERT OR REPLACE INTO scheduled_files (file, scheduleId, writtenAt, bytes, modifiedAt, manifest)
           VALUES (?, ?, ?, ?, ?, ?)`,
        )
        .run(file, scheduleId, writtenAt, bytes, modifiedAt, manifest),
    );
  }

  forgetFile(file: string): void {
    this.#transactions.guard(() =>
      this.#database.prepare("DELETE FROM scheduled_files WHERE file = ?").run(file),
    );
  }
}
