import fs from "node:fs";
import { toAppError } from "../../../shared/base/errors.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { readFacts } from "../../store/database/facts.ts";
import { openInventoryForReading } from "../../store/database/inventory-file.ts";
import { count, countRows } from "../../store/database/row-counts.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { readOptions, required } from "./arguments.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** `status`: the state of a data folder, as one JSON object. Reads only; a sync may run at the same time. */
export function statusCommand(args: readonly string[], terminal: Terminal): number {
  const options = readOptions(args, { "data-dir": "text" });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  try {
    terminal.out(JSON.stringify(readStatus(inventory)));
    return EXIT.done;
  } catch (thrown) {
    const error = toAppError(storeFailure(thrown));
    terminal.progress(`stockdeck: ${error.message}`);
    return exitCodeOf(error);
  }
}

function readStatus(file: string): object {
  const database = openInventoryForReading(file);
  try {
    const { shown, hidden } = countRows(database);
    const { mark, lastPassAt, lastFullCheckAt, firstPullComplete } = readFacts(database);
    return {
      totals: shown,
      noLongerReturned: hidden,
      mark,
      lastPass: lastPassAt,
      lastFullCheck: lastFullCheckAt,
      firstPullComplete,
      unverified: count(database, "missing"),
      quarantined: count(database, "quarantine"),
      changes: count(database, "changes"),
      sizes: { database: sizeOf(file), log: sizeOf(`${file}-wal`) },
    };
  } finally {
    database.close();
  }
}

/** Bytes; 0 if there is no such file. */
function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
