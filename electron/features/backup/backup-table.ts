import { BACKUP_ERRORS } from "./messages.ts";
import { DatabaseSync } from "@photostructure/sqlite";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  BACKUP_TABLES,
  type BackupRows,
  type BackupTable,
  type BackupTables,
} from "../../../shared/features/backup/backup-tables.ts";
import { systemClock } from "../../base/clock.ts";
import { backUpBeforeRestore } from "../../store/database/back-up.ts";
import type { Cell } from "../../store/database/decode.ts";
import { USER_MIGRATIONS } from "../../store/database/migrations/index.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** Reads and replaces all tables that a backup contains. */
export class BackupMethods {
  readonly #context: UserContext;

  constructor(context: UserContext) {
    this.#context = context;
  }

  /** All tables of a backup, with the schema version. */
  backUp(): { readonly version: number; readonly tables: BackupTables } {
    const { database, transactions } = this.#context;
    const tables = transactions.run(() => readTables(database));
    return { version: USER_MIGRATIONS.length, tables };
  }

  /** Migrates the tables of a backup to this version. @throws AppFailure `invalid_input`. */
  migrateBackup(version: number, tables: BackupTables): BackupTables {
    return migrateTables(version, tables);
  }

  /**
   * Replaces the user's own data of some connections. A copy of the database is made first.
   * @param entries further entries that are deleted first.
   */
  restore(connectionIds: readonly string[], entries: readonly string[], tables: BackupTables): void {
    const { database, file, transactions, tidy } = this.#context;
    // The system's clock is used, because the times of files come from it.
    transactions.guard(() => backUpBeforeRestore(database, file, systemClock.now()));
    transactions.run(() => {
      for (const connectionId of connectionIds) removeConnection(database, connectionId);
      const remove = database.prepare("DELETE FROM entries WHERE name = ?");
      for (const name of [...entries, ...tables.entries.rows.map(([own]) => own ?? null)]) remove.run(name);
      for (const [table, rows] of Object.entries(tables))
        insertRows(database, table as keyof BackupTables, rows);
      // The clean-up runs last, so that a restored schedule keeps the list of its files.
      tidy();
    });
  }
}

export const BACKUP_METHODS: UserTables<BackupMethods> = { open: (context) => new BackupMethods(context) };

/**
 * The conditions for the rows of each table that a backup contains. Deleted rows that users could still restore are
 * left out.
 */
const KEPT_ROWS: Readonly<Record<BackupTable, string>> = {
  // The user's confirmations on this computer are not in a backup: origins (origin-gate.ts) and the mail server.
  entries: "name NOT IN ('confirmedOrigins', 'mail')",
  documents: "deleted = 0",
  schedules: "1",
};

/** Reads the user's own data of one moment. Call it within a transaction. */
function readTables(database: Database): BackupTables {
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
 * Migrates the tables of a backup to this version: the tables are loaded into a database in memory, and this database
 * is migrated.
 * @throws AppFailure `invalid_input` for invalid tables, or tables of a newer version.
 */
export function migrateTables(version: number, tables: BackupTables): BackupTables {
  if (version > USER_MIGRATIONS.length) throw invalidInput(BACKUP_ERRORS.newer);
  const database = new DatabaseSync(":memory:");
  try {
    for (const step of USER_MIGRATIONS.slice(0, version)) database.exec(step);
    for (const table of BACKUP_TABLES) insertRows(database, table, tables[table]);
    for (const step of USER_MIGRATIONS.slice(version)) database.exec(step);
    return readTables(database);
  } catch (cause) {
    throw invalidInput(BACKUP_ERRORS.damaged, { cause });
  } finally {
    database.close();
  }
}

/** Adds rows. @throws if a column is unknown, or a row violates a constraint. */
function insertRows(database: Database, table: BackupTable, { columns, rows }: BackupRows): void {
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

/**
 * Removes the user's own data of a connection. Rows that depend on the removed rows are not removed: see
 * `UserTables.tidy`.
 */
function removeConnection(database: Database, connectionId: string): void {
  for (const table of BACKUP_TABLES)
    if (table !== "entries")
      database.prepare(`DELETE FROM ${table} WHERE connectionId = ?`).run(connectionId);
}

function columnsOf(database: Database, table: BackupTable): string[] {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  return columns.map(({ name }) => name);
}
