import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/**
 * Makes a database and its folder read-only under a process that has it open. A disk does the same when the
 * system remounts it read-only after an error. A mount cannot be made read-only while one of its files is open
 * for writing, and permissions are checked only when a file is opened. The file system's immutable flag refuses
 * each write. The shared-memory file keeps its rights, because it is a mapping, in which a refused write is a
 * signal and not an error.
 * @returns a function that undoes this; null, with a printed line, if the files cannot be made immutable here.
 */
export function makeReadOnly(database: string): (() => void) | null {
  const targets = [database, `${database}-wal`].filter((file) => fs.existsSync(file));
  const all = [...targets, path.dirname(database)];
  const undo = (): void => void spawnSync("chattr", ["-i", ...all]);
  if (spawnSync("chattr", ["+i", ...all]).status === 0) return undo;
  undo();
  console.info("no file can be made immutable here: the read-only folder is not tested");
  return null;
}
