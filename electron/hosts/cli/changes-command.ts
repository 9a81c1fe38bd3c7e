import { CHANGE_TYPES, type ChangeType } from "../../../shared/inventory/change-types.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { changeJson, iterateChanges } from "../../store/query/change-reader.ts";
import { readOptions, required } from "./arguments.ts";
import { readCopy } from "./read-copy.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `changes`: the observed changes of a data folder, the oldest first, one JSON object a line. Reads only; a sync may
 * run at the same time.
 * @throws UsageError for a `--since` that is no date-time, and a `--type` that does not exist.
 */
export function changesCommand(args: readonly string[], terminal: Terminal): number {
  const options = readOptions(args, { "data-dir": "text", since: "text", type: "texts" });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  const { since } = options;
  if (since !== undefined && parseInstant(since) === null) {
    throw new UsageError(`--since takes an ISO 8601 date-time, not "${since}"`);
  }
  const types = options.type.map(readType);
  const filter = { ...(since === undefined ? {} : { since }), ...(types.length === 0 ? {} : { types }) };
  return readCopy(inventory, terminal, (database) => {
    for (const change of iterateChanges(database, filter)) {
      if (terminal.signal.aborted) break;
      terminal.out(changeJson(change));
    }
  });
}

/**
 * Reads a type by its whole name, or by its last word.
 * @throws UsageError if no type, or more than one, ends with that word.
 */
function readType(word: string): ChangeType {
  const found = CHANGE_TYPES.filter((type) => type === word || type.endsWith(`.${word}`));
  const [type] = found;
  if (type === undefined || found.length > 1) {
    throw new UsageError(`--type takes one of ${CHANGE_TYPES.join(", ")}, not "${word}"`);
  }
  return type;
}
