import fs from "node:fs";
import type { DatabaseSyncInstance as Database } from "@photostructure/sqlite";
import { makePrivateFile } from "../../base/private-files.ts";
import { userVersion } from "./user-version.ts";

/** Ms that a copy is kept: long enough to notice that something is missing. */
const KEPT = 30 * 86_400_000;

/**
 * Copies a database beside itself before it is migrated: views, names and observed history cannot be synced again.
 * @param version that it has. @throws where there is no room for the copy; nothing is migrated then.
 */
export function backUp(database: Database, file: string, version: number): void {
  const backup = backupOf(file);
  const part = `${backup}.${process.pid}-${Date.now()}`;
  try {
    makePrivateFile(part);
    database.prepare("VACUUM INTO ?").run(part);
    sync(part);
    // Another thread may have migrated it meanwhile, and made the copy.
    if (userVersion(database) === version) fs.renameSync(part, backup);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

/** Deletes the copy of an earlier version after 30 days. */
export function dropOldBackup(file: string, now: number): void {
  const backup = backupOf(file);
  const made = fs.statSync(backup, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && now - made > KEPT) fs.rmSync(backup, { force: true });
}

const backupOf = (file: string): string => `${file}.backup`;

function sync(file: string): void {
  const descriptor = fs.openSync(file, "r+");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
