import { toAppError } from "../../shared/domain/errors.ts";
import { dataFolder } from "../store/database/data-folder.ts";
import { INVENTORY_MIGRATIONS } from "../store/database/migrations/index.ts";
import { openForReading } from "../store/database/open-database.ts";
import { storeFailure } from "../store/database/store-error.ts";
import { readAlertsByAge } from "../store/query/read-alerts.ts";
import { readOptions, required } from "./arguments.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `alerts`: the alerts of a data folder that have not ended, the oldest first, one JSON object a line; with `--all` also
 * those that have. Reads only; the app may run meanwhile.
 */
export function alertsCommand(args: readonly string[], terminal: Terminal): number {
  const options = readOptions(args, { "data-dir": "text", all: "flag" });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  try {
    const database = openForReading(inventory, INVENTORY_MIGRATIONS);
    try {
      for (const alert of readAlertsByAge(database, options.all)) terminal.out(JSON.stringify(alert));
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
