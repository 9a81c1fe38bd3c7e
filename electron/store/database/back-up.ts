import { randomUUID } from "node:crypto";
import fs from "node:fs";
import type { DatabaseSyncInstance as Database, DatabaseSyncInstance } from "@photostructure/sqlite";
import { makePrivateFile } from "../../base/files.ts";
import { copyFailure } from "./store-error.ts";

/** The version of a database: the number of its applied migrations. */
export function userVersion(database: DatabaseSyncInstance): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

/** Ms for which a copy is kept. They give the user enough time to notice missing data. */
const KEPT_COPY_MS = 30 * 86_400_000;

/**
 * Copies a database to a file next to it, before a migration. Views, names and observed history cannot be synced again.
 * @param version the version of the database before the migration.
 * @throws AppFailure of kind `store` if the disk has no room for the copy. Then nothing is migrated.
 */
export function backUp(database: Database, file: string, version: number): void {
  // Another thread may have copied and migrated the file in the meantime.
  copyTo(database, `${file}.backup`, () => userVersion(database) === version);
}

/** The paths of two copies: before the first restore, and before the last one. */
const restoreCopies = (file: string) =>
  ({ first: `${file}.before-restore`, last: `${file}.before-last-restore` }) as const;

/**
 * Copies a database to a file next to it, before a restore. After several restores there are two copies. The first copy
 * stays for 30 days, because it has the data from before all restores. Each later restore replaces the last copy.
 */
export function backUpBeforeRestore(database: Database, file: string, now: number): void {
  dropOldBackups(file, now);
  const { first, last } = restoreCopies(file);
  // If the first copy was deleted because of its age, the last copy takes its place.
  if (!fs.existsSync(first) && fs.existsSync(last)) fs.renameSync(last, first);
  copyTo(database, fs.existsSync(first) ? last : first, () => true);
}

export function dropOldBackups(file: string, now: number): void {
  for (const copy of [`${file}.backup`, ...Object.values(restoreCopies(file))])
    if (isOld(copy, now)) fs.rmSync(copy, { force: true });
}

function isOld(copy: string, now: number): boolean {
  const made = fs.statSync(copy, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && now - made > KEPT_COPY_MS;
}

/**
 * Copies a database to a file. @param isWanted decides, when the copy is complete, if it is kept. @throws AppFailure of
 * kind `store`.
 */
export function copyTo(database: Database, target: string, isWanted: () => boolean): void {
  const part = `${target}.${process.pid}-${randomUUID()}`;
  try {
    makePrivateFile(part);
    database.prepare("VACUUM INTO ?").run(part);
    sync(part);
    if (isWanted()) fs.renameSync(part, target);
  } catch (thrown) {
    throw copyFailure(thrown);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

function sync(file: string): void {
  const descriptor = fs.openSync(file, "r+");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
