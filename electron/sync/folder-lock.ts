import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { AppFailure } from "../../shared/base/errors.ts";
import { makePrivateFile, makePrivateFolder } from "../base/files.ts";
import { folderInUse, storeFailure } from "../store/database/store-error.ts";

/** A lock on a data folder. Only the process that has it may sync the folder. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder, which is created if missing. The lock is SQLite's own, on an empty database. The operating
 * system releases it whenever the process ends, so it is never left behind.
 * @throws AppFailure of kind `store`: `locked` if another process has it, `not_writable` and others.
 */
export function lockFolder(folder: string): FolderLock {
  try {
    makePrivateFolder(folder);
    const file = path.join(folder, "sync.lock");
    makePrivateFile(file);
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec("BEGIN EXCLUSIVE");
    } catch (thrown) {
      database.close();
      throw thrown;
    }
    return {
      release: () => {
        if (database.isOpen) database.close();
      },
    };
  } catch (thrown) {
    const failure = storeFailure(thrown);
    if (failure.error.reason !== "locked") throw failure;
    throw new AppFailure(folderInUse("sync"), {
      cause: thrown,
    });
  }
}
