import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { DatabaseSync } from "@photostructure/sqlite";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  BACKUP_TABLES,
  type BackupRows,
  type BackupTable,
  type BackupTables,
} from "../../../shared/features/backup/backup-tables.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { Cell } from "../../store/database/decode.ts";
import { USER_MIGRATIONS } from "../../store/database/migrations/index.ts";
import type { Database } from "../../store/database/open-database.ts";

/** A row of `views`. Positions count within a profile's views of one resource. */
export interface ViewRow {
  readonly id: string;
  readonly profileId: string;
  readonly resource: Resource;
  readonly name: string;
  /** JSON. */
  readonly definition: string;
}

/** A row of `schedules`; the migration describes the columns. */
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

/** A row of `mails`; the migration describes the columns. */
export interface MailRow {
  readonly id: string;
  readonly profileId: string;
  readonly source: string;
  readonly job: string;
}

/** A note with the check-out that it belongs to; the migration of `item_notes` describes the columns. */
export interface NoteRow extends ItemNote {
  readonly outAt: string | null;
}

/**
 * Reads a note, which may come from another workstation; null if it cannot be read. The caller checks it by its schema,
 * which this thread does not load.
 */
export function readNote(json: string | undefined): Omit<NoteRow, "id"> | null {
  const value = parseJson(json) as Readonly<Partial<Record<keyof NoteRow, unknown>>> | null;
  const [itemId, text, createdAt] = [value?.itemId, value?.text, value?.createdAt];
  if (typeof itemId !== "string" || typeof text !== "string" || typeof createdAt !== "string") return null;
  const textOrNull = (part: unknown): string | null => (typeof part === "string" ? part : null);
  return {
    itemId,
    text,
    askedOn: textOrNull(value?.askedOn),
    outAt: textOrNull(value?.outAt),
    createdAt,
    archivedAt: textOrNull(value?.archivedAt),
  };
}

/** A row of `alert_rules`; the migration describes the columns. */
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

export const SCHEDULE_COLUMNS = [
  "id",
  "profileId",
  "createdAt",
  "plan",
  "folder",
  "paused",
  "anchor",
  "settledUntil",
  "last",
  "failure",
] as const satisfies readonly (keyof ScheduleRow)[];
export const MAIL_COLUMNS = [
  "id",
  "profileId",
  "source",
  "job",
] as const satisfies readonly (keyof MailRow)[];
export const FILE_COLUMNS = [
  "file",
  "scheduleId",
  "writtenAt",
  "bytes",
  "modifiedAt",
  "manifest",
] as const satisfies readonly (keyof ScheduledFile)[];

/**
 * Conditions for the rows of each table that a backup contains. Deleted rows that could still be restored are left out.
 */
const KEPT_ROWS: Readonly<Record<BackupTable, string>> = {
  // What the user confirmed on this computer is not part of a backup: origins (origin-gate.ts), and the mail server.
  entries: "name NOT IN ('confirmedOrigins', 'mail')",
  documents: "1",
  views: "deleted = 0",
  names: "1",
  item_notes: "1",
  alert_rules: "deleted = 0",
  schedules: "1",
};

/** Reads the user's own data of one moment. Call it within a transaction. */
export function readTables(database: Database): BackupTables {
  const tables = BACKUP_TABLES.map((table) => {
    const columns = columnsOf(database, table);
    const rows = database.prepare(`SELECT * FROM ${table} WHERE ${KEPT_ROWS[table]}`).all() as Record<
      string,
      Cell
    >[];
    return [table, { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) }];
  });
  return Object.fromEntries(tables) as BackupTables;
}

/**
 * Migrates the tables of a backup to this version: they are loaded into a database in memory, which is then migrated.
 * @throws AppFailure `invalid_input` for invalid tables, or those of a newer version.
 */
export function migrateTables(version: number, tables: BackupTables): BackupTables {
  if (version > USER_MIGRATIONS.length)
    throw invalidInput("The backup was made by a newer version of Stockdeck. Install that version first.");
  const database = new DatabaseSync(":memory:");
  try {
    for (const step of USER_MIGRATIONS.slice(0, version)) database.exec(step);
    for (const table of BACKUP_TABLES) insertRows(database, table, tables[table]);
    for (const step of USER_MIGRATIONS.slice(version)) database.exec(step);
    return readTables(database);
  } catch (cause) {
    throw invalidInput("The backup is damaged: its rows do not fit its version.", { cause });
  } finally {
    database.close();
  }
}

/** Adds rows. @throws if a column is unknown, or a row violates a constraint. */
export function insertRows(database: Database, table: BackupTable, { columns, rows }: BackupRows): void {
  const known = columnsOf(database, table);
  if (!columns.every((name) => known.includes(name))) throw new Error(`${table} has no such column`);
  if (rows.length === 0) return;
  const places = columns.map(() => "?").join(", ");
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
  for (const row of rows) {
    if (row.length !== columns.length) throw new Error(`a row of ${table} has another length`);
    insert.run(...row);
  }
}

/** Removes the user's own data of a profile. The list of its scheduled files stays: see `dropFileLists`. */
export function removeProfile(database: Database, profileId: string): void {
  for (const table of BACKUP_TABLES)
    if (table !== "entries") database.prepare(`DELETE FROM ${table} WHERE profileId = ?`).run(profileId);
}

/** Removes the lists of the files that schedules wrote, except those of existing schedules. */
export function dropFileLists(database: Database): void {
  database.exec("DELETE FROM scheduled_files WHERE scheduleId NOT IN (SELECT id FROM schedules)");
}

function columnsOf(database: Database, table: BackupTable): string[] {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  return columns.map(({ name }) => name);
}
