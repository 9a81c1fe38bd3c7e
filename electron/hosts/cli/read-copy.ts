import { toAppError } from "../../../shared/base/errors.ts";
import { openInventoryForReading } from "../../store/database/inventory-file.ts";
import type { Database } from "../../store/database/open-database.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** Reads an inventory database, and closes it. @returns the exit code; a failure is one line. */
export function readCopy(file: string, terminal: Terminal, read: (database: Database) => void): number {
  try {
    const database = openInventoryForReading(file);
    try {
      read(database);
      return EXIT.done;
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = toAppError(storeFailure(thrown));
    terminal.progress(`stockdeck: ${error.message}`);
    return exitCodeOf(error);
  }
}
