import { DatabaseSync } from "@photostructure/sqlite";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  BACKUP_TABLES,
  type BackupRows,
  type BackupTable,
  type BackupTables,
} from "../../../shared/features/backup/backup-tables.ts";
import type { Cell } from "../database/decode.ts";
import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import type { Database } from "../database/open-database.ts";

/** The rows of each table that a backup has: all except those that the user deleted and could still restore. */
const KEPT_ROWS: Readonly<Record<BackupTable, string>> = {
  // The origins that the user confirmed on this computer (origin-gate.ts) are not part of it.
  entries: "name <> 'confirmedOrigins'",
  documents: "1",
  views: "deleted = 0",
  names: "1",
  item_notes: "1",
  alert_rules: "deleted = 0",
  schedules: "1",
};

/** The user's own data at one moment. Call it within a transaction. */
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
 * Brings the tables of a backup to the present version: a database in memory loads them unchanged, then migrates.
 * @throws AppFailure `invalid_input` if they are no such tables, or of a newer version.
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

/** Adds rows. @throws if a column is unknown, or a row breaks the table's rules. */
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

/** Removes the user's own data of a profile, with the list of its scheduled files. */
export function removeProfile(database: Database, profileId: string): void {
  database
    .prepare("DELETE FROM scheduled_files WHERE scheduleId IN (SELECT id FROM schedules WHERE profileId = ?)")
    .run(profileId);
  for (const table of BACKUP_TABLES)
    if (table !== "entries") database.prepare(`DELETE FROM ${table} WHERE profileId = ?`).run(profileId);
}

function columnsOf(database: Database, table: BackupTable): string[] {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  return columns.map(({ name }) => name);
}
