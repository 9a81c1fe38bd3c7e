import { dataFolder } from "../../store/database/data-folder.ts";
import { readAlertsByAge } from "../../features/alerts/evaluate/read-alerts.ts";
import { readOptions, required } from "./arguments.ts";
import { readCopy } from "./read-copy.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `alerts`: the open alerts of a data folder, the oldest first, one JSON object a line; with `--all` also the ended
 * ones. Reads only; the app may run at the same time.
 */
export function alertsCommand(args: readonly string[], terminal: Terminal): number {
  const options = readOptions(args, { "data-dir": "text", all: "flag" });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  return readCopy(inventory, terminal, (database) => {
    for (const alert of readAlertsByAge(database, options.all)) {
      if (terminal.signal.aborted) break;
      terminal.out(JSON.stringify(alert));
    }
  });
}
