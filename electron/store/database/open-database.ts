import fs from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { AppFailure } from "../../../shared/domain/errors.ts";
import { storeError, storeFailure } from "./store-error.ts";

export type Database = DatabaseSyncInstance;

/** Kilobytes of a writing connection's page cache. */
export const PAGE_CACHE = 4_096;
/** Bytes of a page of a new file: twice SQLite's own measure, since each page costs its system calls. */
const PAGE_SIZE = 8_192;

export interface Opened {
  readonly database: Database;
  /** Where a damaged file was moved to, if there was one. */
  readonly setAside: string | null;
}

/**
 * Opens a database for writing, creates or migrates it.
 * A file of a newer version is refused and not touched; a damaged one is set aside by rename and begun anew.
 * @throws AppFailure of kind `store`.
 */
export function openForWriting(file: string, migrations: readonly string[]): Opened {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    return { database: openMigrated(file, migrations), setAside: null };
  } catch (thrown) {
    const failure = storeFailure(thrown);
    if (failure.error.reason !== "corrupt") throw failure;
    const setAside = setFileAside(file);
    return { database: openMigrated(file, migrations), setAside };
  }
}

/** Opens an existing database for reading only. @throws AppFailure of kind `store`. */
export function openForReading(file: string, migrations: readonly string[]): Database {
  if (!fs.existsSync(file)) throw new AppFailure(storeError("other", "there is no data here yet"));
  try {
    refuseNewer(file, migrations.length);
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -4096;");
    return database;
  } catch (thrown) {
    throw storeFailure(thrown);
  }
}

/**
 * Whether a database can be read as it is: there, of this version, and not under suspicion. Read from the file's header,
 * so that nothing is opened for it; a version that only its log knows yet counts as another one.
 */
export function isReadable(file: string, migrations: readonly string[]): boolean {
  try {
    const header = Buffer.alloc(VERSION_AT + 4);
    const opened = fs.openSync(file, "r");
    try {
      if (fs.readSync(opened, header) < header.length) return false;
    } finally {
      fs.closeSync(opened);
    }
    return header.readUInt32BE(VERSION_AT) === migrations.length && !fs.existsSync(`${file}.suspect`);
  } catch {
    return false;
  }
}
/** Where a database's header has its `user_version` (SQLite, "Database File Format" 1.3). */
const VERSION_AT = 60;

function openMigrated(file: string, migrations: readonly string[]): Database {
  refuseNewer(file, migrations.length);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(`
      PRAGMA page_size = ${PAGE_SIZE};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${PAGE_CACHE};
      PRAGMA journal_size_limit = 67108864;
    `);
    // SQLite opens a file that refuses writing for reading only, and stays so when the disk can be written again. A failure
    // here makes the next call open it anew.
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    checkIfSuspected(file, database);
    migrate(database, migrations);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Looks at the version before anything could write to the file, and without changing its journal mode. */
function refuseNewer(file: string, newest: number): void {
  if (!fs.existsSync(file) || fs.statSync(file).size === 0) return;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const version = userVersion(database);
    if (version > newest)
      throw new AppFailure(storeError("newer", `version ${version}, known up to ${newest}`));
  } finally {
    database.close();
  }
}

/** Leaves word that damage was met in this file, so that the next opening looks at every page of it. */
export function suspect(file: string): void {
  fs.writeFileSync(`${file}.suspect`, "");
}

/** Reading every page of a large file takes seconds, so it is done only where damage was met before. */
function checkIfSuspected(file: string, database: Database): void {
  const marker = `${file}.suspect`;
  if (!fs.existsSync(marker)) return;
  const found = database.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
  fs.rmSync(marker);
  if (found.integrity_check !== "ok")
    throw new Error(`database disk image is malformed: ${found.integrity_check}`);
}

function migrate(database: Database, migrations: readonly string[]): void {
  for (let version = userVersion(database); version < migrations.length; version += 1) {
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(migrations[version] ?? "");
      database.exec(`PRAGMA user_version = ${version + 1}`);
      database.exec("COMMIT");
    } catch (thrown) {
      database.exec("ROLLBACK");
      throw thrown;
    }
  }
}

function userVersion(database: Database): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

function setFileAside(file: string): string {
  const target = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, target + suffix);
  }
  return target;
}
