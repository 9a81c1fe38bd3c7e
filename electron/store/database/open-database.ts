import { STORE_ERRORS } from "./messages.ts";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { AppFailure, QueryError, said } from "../../../shared/base/errors.ts";
import { systemClock } from "../../base/clock.ts";
import { makePrivateFile, makePrivateFolder } from "../../base/files.ts";
import { backUp, dropOldBackups, userVersion } from "./back-up.ts";
import type { Cell } from "./decode.ts";
import { storeError, storeFailure } from "./store-error.ts";

export type Database = DatabaseSyncInstance;

/** Kilobytes of a writing connection's page cache. */
export const PAGE_CACHE = 4_096;
/** Bytes per page of a new file: twice SQLite's default, to save system calls. */
const PAGE_SIZE = 8_192;

/** Bytes of the files that SQLite makes when it opens a database. They are shared memory and the header of a log. */
const OPENING_BYTES = 65_536;

export interface Opened {
  readonly database: Database;
  readonly setAside: string | null;
}

/** Finds the parts that a file lacks besides the migrations. It returns SQL statements that add them. */
type FindMissing = (database: Database) => readonly string[];

/**
 * Opens a database for writing. It is created or migrated if needed. A file of a newer version is refused and not
 * changed. A damaged file is set aside.
 * @param reopens true if a reader has the file open. The reader would continue to read a file that was set aside.
 */
export function openForWriting(
  file: string,
  migrations: readonly string[],
  findMissing?: FindMissing,
  reopens = false,
): Opened {
  try {
    makePrivateFolder(path.dirname(file));
    refuseNewer(file, migrations.length);
    if (!reopens) checkIfSuspected(file);
    return { database: openMigrated(file, migrations, findMissing), setAside: null };
  } catch (thrown) {
    const failure = openingFailure(thrown, file);
    if (reopens || failure.error.reason !== "corrupt") throw failure;
    const setAside = setFileAside(file);
    return { database: openMigrated(file, migrations, findMissing), setAside };
  }
}

/**
 * Opens an existing database for reading only. An older or incomplete database is migrated first.
 * @param findMissing finds missing parts that a reader needs.
 * @param findAll finds all missing parts.
 * @throws AppFailure of kind `store`.
 */
export function openForReading(
  file: string,
  migrations: readonly string[],
  findMissing?: FindMissing,
  findAll = findMissing,
): Database {
  if (!fs.existsSync(file)) throw new AppFailure({ ...storeError("other"), ...said(STORE_ERRORS.noData) });
  try {
    const { version, isComplete } = refuseNewer(file, migrations.length, findMissing);
    if (version < migrations.length || !isComplete) openMigrated(file, migrations, findAll).close();
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    database.exec("PRAGMA query_only = ON; PRAGMA cache_size = -4096;");
    return database;
  } catch (thrown) {
    throw openingFailure(thrown, file);
  }
}

/**
 * The failure if a database cannot be opened. SQLite has the same code for a full disk and for a disk that refuses the
 * first write.
 */
function openingFailure(thrown: unknown, file: string): AppFailure {
  const failure = storeFailure(thrown);
  const isFull = failure.error.reason === "not_writable" && !hasRoom(path.dirname(file));
  return isFull ? new AppFailure(storeError("full"), { cause: thrown }) : failure;
}

/** Whether a folder's disk has room for the files that an opening makes. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= OPENING_BYTES;
  } catch {
    // Then the opening of the file finds out whether there is room.
    return true;
  }
}

/**
 * Whether a database can be read without a change. It must exist, be complete and of this version, and not be suspected
 * of damage.
 */
export function isReadable(file: string, migrations: readonly string[], findMissing?: FindMissing): boolean {
  if (!fs.existsSync(file) || fs.existsSync(`${file}.suspect`)) return false;
  try {
    const { version, isComplete } = inspect(file, findMissing);
    return version === migrations.length && isComplete;
  } catch {
    // When the file is opened for writing, the reason is reported.
    return false;
  }
}

/**
 * Opens a database whose data cannot be fetched again. It is opened as by `openForWriting`, but every page is checked,
 * and it is never set aside.
 * @throws AppFailure of kind `store`.
 */
export function openKept(file: string, migrations: readonly string[]): Database {
  try {
    makePrivateFolder(path.dirname(file));
    if (fs.existsSync(file) && fs.statSync(file).size > 0) requireWhole(file);
    return openMigrated(file, migrations);
  } catch (thrown) {
    throw openingFailure(thrown, file);
  }
}

function openMigrated(file: string, migrations: readonly string[], findMissing?: FindMissing): Database {
  const { version } = refuseNewer(file, migrations.length);
  // The files that SQLite creates next to it get the same rights.
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    // In a file with tables, setting `auto_vacuum` would write the same value again, which needs disk space.
    if (version === 0) database.exec(`PRAGMA page_size = ${PAGE_SIZE}; PRAGMA auto_vacuum = INCREMENTAL;`);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${PAGE_CACHE};
      PRAGMA journal_size_limit = 67108864;
    `);
    // If the file cannot be written now, SQLite would open it as read-only for good. This statement fails instead, so
    // that the next call opens the file again.
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    if (version > 0 && version < migrations.length) backUp(database, file, version);
    // Uses the system's clock, from which the times of files come.
    else dropOldBackups(file, systemClock.now());
    migrate(database, migrations);
    if (findMissing) addMissing(database, findMissing);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** The state of a file before it is opened for writing. */
interface Inspected {
  readonly version: number;
  /** False if the file lacks something besides the migrations. */
  readonly isComplete: boolean;
}

/** Inspects a file before anything writes to it; a new file has version 0. @throws AppFailure `newer`. */
function refuseNewer(file: string, newest: number, findMissing?: FindMissing): Inspected {
  if (!fs.existsSync(file) || fs.statSync(file).size === 0) return { version: 0, isComplete: false };
  const inspected = inspect(file, findMissing);
  if (inspected.version > newest)
    throw new AppFailure({
      ...storeError("newer"),
      ...said(STORE_ERRORS.newerVersion({ version: String(inspected.version), newest: String(newest) })),
    });
  return inspected;
}

function inspect(file: string, findMissing: FindMissing = () => []): Inspected {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return { version: userVersion(database), isComplete: findMissing(database).length === 0 };
  } finally {
    database.close();
  }
}

/**
 * Turns an error that shows damage into a failure, and marks the file. When it is opened again, every page is checked.
 */
export function noticeDamage(file: string, thrown: unknown): unknown {
  if (thrown instanceof QueryError) return thrown;
  const failure = storeFailure(thrown);
  if (failure.error.reason !== "corrupt") return thrown;
  try {
    makePrivateFile(`${file}.suspect`);
  } catch {
    // Without the mark, the damage is found again only when the damaged page is read.
  }
  return failure;
}

/** Whether every page of a database can be read. It takes seconds for a large file. */
export function isWhole(file: string): boolean {
  try {
    requireWhole(file);
    return true;
  } catch {
    // The file is damaged, or cannot be read.
    return false;
  }
}

/** Checks every page. @throws SQLite's error, or an error with the same meaning. */
function requireWhole(file: string, readOnly = true): void {
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  try {
    const found = database.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
    if (found.integrity_check !== "ok")
      throw new Error(`database disk image is malformed: ${found.integrity_check}`);
  } finally {
    database.close();
  }
}

/** Checks every page if damage was found earlier. It takes seconds for a large file. */
function checkIfSuspected(file: string): void {
  const marker = `${file}.suspect`;
  if (!fs.existsSync(marker) || !fs.existsSync(file)) return;
  try {
    requireWhole(file, false);
  } finally {
    fs.rmSync(marker);
  }
}

/**
 * Yields the rows of a statement one by one. The final close also keeps the statement referenced: an iterator of
 * @photostructure/sqlite 2.6.0 does not, and the process crashes when the statement is garbage-collected.
 */
export function* iterate(statement: ReturnType<Database["prepare"]>, ...values: readonly Cell[]): Generator {
  try {
    yield* statement.iterate(...values);
  } finally {
    statement.close();
  }
}

/** Free pages that stay in the file for later writes; pages freed per step: 4 MB. */
const SPARE_PAGES = 2_000;
const SHRUNK_AT_ONCE = 500;

/** Returns some free pages of a file to the disk. @returns whether more are left. */
export function shrink(database: Database): boolean {
  const { freelist_count: free } = database.prepare("PRAGMA freelist_count").get() as {
    freelist_count: number;
  };
  const surplus = free - SPARE_PAGES;
  if (surplus <= 0) return false;
  // The pragma frees one page for each row that is read. So all rows are read.
  database.prepare(`PRAGMA incremental_vacuum(${Math.min(surplus, SHRUNK_AT_ONCE)})`).all();
  const left = database.prepare("PRAGMA freelist_count").get() as { freelist_count: number };
  return left.freelist_count < free && left.freelist_count > SPARE_PAGES;
}

function migrate(database: Database, migrations: readonly string[]): void {
  while (userVersion(database) < migrations.length)
    immediately(database, () => {
      // Another connection may have migrated the file in the meantime.
      const version = userVersion(database);
      const step = migrations[version];
      if (step !== undefined) database.exec(`${step}; PRAGMA user_version = ${version + 1}`);
    });
}

function addMissing(database: Database, findMissing: FindMissing): void {
  if (findMissing(database).length === 0) return;
  immediately(database, () => {
    // Another connection may have added the missing parts in the meantime.
    for (const statement of findMissing(database)) database.exec(statement);
  });
}

/** Runs work as one writing transaction. */
function immediately(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (thrown) {
    // If the disk is full, SQLite itself has already rolled back.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw thrown;
  }
}

/** Renames a damaged file, with the files that belong to it. @returns its new path. */
export function setFileAside(file: string): string {
  // Uses the system's clock, like the times of files.
  const at = new Date(systemClock.now()).toISOString().replace(/[:.]/g, "-");
  const target = `${file}.damaged-${at}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, target + suffix);
  }
  return target;
}

type Statement = ReturnType<Database["prepare"]>;

/** The most prepared statements of a connection. The one that was not used for the longest time is dropped first. */
const KEPT_STATEMENTS = 64;

const statements = new WeakMap<Database, Map<string, Statement>>();

/**
 * Prepares a statement once per connection. @photostructure/sqlite frees statements only when the event loop turns, so
 * a loop that prepares one for each record would take gigabytes. Not for iterators, which close their statement.
 */
export function prepared(database: Database, sql: string): Statement {
  const kept = statements.get(database) ?? new Map<string, Statement>();
  statements.set(database, kept);
  const statement = kept.get(sql) ?? database.prepare(sql);
  // The statement that was just used moves to the end.
  kept.delete(sql);
  kept.set(sql, statement);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > KEPT_STATEMENTS) kept.delete(oldest);
  return statement;
}

/** Runs writes on one database. Each is done completely or not at all. Every failure is a `store` failure. */
export class Transactions {
  readonly #file: string;
  readonly #database: Database;

  constructor(file: string, database: Database) {
    this.#file = file;
    this.#database = database;
  }

  /** Runs work as one transaction. @throws AppFailure of kind `store`, or what the work throws on purpose. */
  run<T>(work: () => T, undo?: () => void): T {
    return this.guard(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        this.#database.exec("COMMIT");
        return value;
      } catch (thrown) {
        // If the disk is full, SQLite itself has already rolled back.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw thrown;
      }
    }, undo);
  }

  /** Runs work outside a transaction. @param undo restores the state in memory if the work fails. */
  guard<T>(work: () => T, undo?: () => void): T {
    try {
      return work();
    } catch (thrown) {
      undo?.();
      throw storeFailure(noticeDamage(this.#file, thrown));
    }
  }
}
