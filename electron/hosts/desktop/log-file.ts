import fs from "node:fs";
import path from "node:path";
import { makePrivateFolder, PRIVATE_FILE } from "../../base/private-files.ts";
import type { Sink } from "../../base/log.ts";

/** Bytes after which a new log begins; the one before it is kept. */
const LIMIT = 2 * 1024 * 1024;

/** Appends lines to a log file of bounded size. A disk that refuses costs the log, not the app. */
export function createLogFile(folder: string): Sink {
  const file = path.join(folder, "logs", "stockdeck.log");
  let size = 0;
  try {
    makePrivateFolder(path.dirname(file));
    size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return () => {};
  }
  return (line) => {
    try {
      if (size > LIMIT) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`, { mode: PRIVATE_FILE });
      size += line.length + 1;
    } catch {
      // See above.
    }
  };
}
