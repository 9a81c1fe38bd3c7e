import fs from "node:fs";
import { toAppError } from "../../../shared/base/errors.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import { isToCome } from "../../../shared/query/past-moments.ts";
import { CHANGE_TYPES, type ChangeType } from "../../../shared/inventory/change-types.ts";
import { systemClock } from "../../base/clock.ts";
import { readAlertsByAge } from "../../features/alerts/evaluate/alert-rows.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { readFacts, count, countRows } from "../../store/database/facts.ts";
import { openInventoryForReading } from "../../store/database/inventory-file.ts";
import type { Database } from "../../store/database/open-database.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { changeJson, iterateChanges } from "../../store/query/change-reader.ts";
import { toInstant } from "../../store/query/compile-query.ts";
import { iterateNetChanges } from "../../store/query/net-changes.ts";
import { findPastMoment } from "../../store/query/past-moment.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { momentOf, readOptions, required } from "./arguments.ts";
import { EXIT, exitCodeOf, UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `status`: prints the state of a data folder as one JSON object. The command only reads; a sync may run at the same
 * time.
 */
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

/** The size in bytes; 0 if the file does not exist. */
function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads an inventory database and then closes it. @returns the exit code; a failure is printed as one line. */
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

/**
 * `changes`: prints the observed changes of a data folder, the oldest first, one JSON object per line; with `--net` one
 * line for each record that differs between two moments. The command only reads; a sync may run at the same time.
 * @throws UsageError for a `--since` or `--until` that is not a date-time, and an unknown `--type`.
 */
export function changesCommand(args: readonly string[], terminal: Terminal): number {
  const options = readOptions(args, {
    "data-dir": "text",
    since: "text",
    until: "text",
    type: "texts",
    net: "flag",
  });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  const { since, until } = options;
  if (options.net) {
    if (options.type.length > 0) throw new UsageError("--type is for changes one by one, not for --net");
    const from = momentOf(required(since, "since"), "since");
    if (isToCome(from, systemClock.now()))
      throw new UsageError("The moment of --since has not come yet. A date is the end of that day.");
    const to = until === undefined ? null : momentOf(until, "until");
    if (to !== null && Number(parseInstant(to)) < Number(parseInstant(from)))
      throw new UsageError("--until is before --since");
    return readCopy(inventory, terminal, (database) => printNetChanges(database, from, to, terminal));
  }
  for (const [name, value] of Object.entries({ since, until }))
    if (value !== undefined && parseInstant(value) === null)
      throw new UsageError(`--${name} takes an ISO 8601 date-time, not "${value}"`);
  const types = options.type.map(readType);
  const filter = {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(types.length === 0 ? {} : { types }),
  };
  return readCopy(inventory, terminal, (database) => {
    for (const change of iterateChanges(database, filter)) {
      if (terminal.signal.aborted) break;
      terminal.out(changeJson(change));
    }
  });
}

/**
 * Prints a line for each record that differs between two moments. @param to null for the present. @throws AppFailure
 * `not_observed`.
 */
function printNetChanges(database: Database, from: string, to: string | null, terminal: Terminal): void {
  // Everything is read in one transaction, so that both moments are found in the same changes.
  database.exec("BEGIN");
  const first = findPastMoment(database, toInstant(from)).firstUndone;
  const end = to === null ? Number.MAX_SAFE_INTEGER : findPastMoment(database, toInstant(to)).firstUndone;
  for (const resource of RESOURCES)
    for (const change of iterateNetChanges(database, resource, first, end)) {
      if (terminal.signal.aborted) return;
      terminal.out(JSON.stringify(change));
    }
}

/**
 * Reads a change type by its full name, or by its last word.
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

/**
 * `alerts`: prints the open alerts of a data folder, the oldest first, one JSON object per line; with `--all` also the
 * alerts that have ended. The command only reads; the app may run at the same time.
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
