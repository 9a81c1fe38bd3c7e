import fs from "node:fs";
import path from "node:path";
import { readTeamValue } from "../../../shared/contract/team-documents.ts";
import { TEAM_LIMITS, TOKEN_RIGHTS } from "../../../shared/features/team/team-kinds.ts";
import { toAppError } from "../../../shared/base/errors.ts";
import { systemClock } from "../../base/clock.ts";
import type { CollectorMail } from "../../features/collector/collector-mail.ts";
import { collectorFile } from "../../features/collector/collector-options.ts";
import { hasPassword, readStoreAddress, type StoreAddress } from "../../features/collector/store-address.ts";
import type { Work } from "../../features/collector/serving/queries.ts";
import { dropValues, type IsDropped } from "../../features/collector/serving/team-documents.ts";
import {
  addToken as storeToken,
  hashOf,
  isLabel,
  MAX_LABEL,
  newToken,
  OWN_LABEL,
  readTokens,
  removeToken as deleteToken,
  tidyLabel,
  withTokens,
  type CollectorToken,
} from "../../features/collector/serving/token-table.ts";
import { oneOf, readOptions, readWord, required, type Options } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import { readSecretFile } from "./find-key.ts";
import { requireLanguage } from "./language-of-words.ts";
import type { Terminal } from "./terminal.ts";
import { findSecrets, linesOf } from "./webhook-options.ts";

/** The options that name the store of a collector's data. */
const STORE = { store: "text", "store-file": "text" } as const;
const STORED = { "data-dir": "text", ...STORE } as const;

type Manage = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** The commands that manage a collector, by the words after `collect`. */
const MANAGEMENT: Readonly<Record<string, Manage>> = {
  "tokens add": addToken,
  "tokens list": listTokens,
  "tokens remove": removeToken,
  "records drop": dropRecords,
  "records drop-unreadable": dropUnreadable,
  "try-delivery": tryDelivery,
  "test-mail": sendTest,
};

/** The words that replaced former options. */
const FORMER_OPTIONS: Readonly<Record<string, string>> = {
  "--add-token": "tokens add LABEL",
  "--list-tokens": "tokens list",
  "--remove-token": "tokens remove LABEL",
  "--drop-records": "records drop LABEL",
  "--drop-unreadable": "records drop-unreadable",
  "--try-delivery": "try-delivery FILE",
  "--test-mail": "test-mail ADDRESS",
};

/**
 * Finds the command that manages a collector.
 * @returns null if no word follows `collect`.
 * @throws UsageError for unknown words and former options.
 */
export function findManagement(args: readonly string[]): ((terminal: Terminal) => Promise<number>) | null {
  for (const word of args) {
    const [option = ""] = word.split("=", 1);
    const instead = Object.hasOwn(FORMER_OPTIONS, option) ? FORMER_OPTIONS[option] : undefined;
    if (instead !== undefined) throw new UsageError(`${option} is now the command "collect ${instead}"`);
  }
  if (args[0] === undefined || args[0].startsWith("-")) return null;
  for (const [name, manage] of Object.entries(MANAGEMENT)) {
    const words = name.split(" ");
    if (words.every((word, at) => word === args[at]))
      return (terminal) => manage(args.slice(words.length), terminal);
  }
  const end = args.findIndex((word) => word.startsWith("-"));
  const given = args.slice(0, Math.min(2, end < 0 ? args.length : end)).join(" ");
  throw new UsageError(
    `there is no command "collect ${given}" (after collect: ${Object.keys(MANAGEMENT).join(", ")})`,
  );
}

/** Reads the mail file. The code for mail is loaded only if there is one. @throws as `findMail`. */
export async function readMail(file: string, terminal: Terminal): Promise<CollectorMail> {
  const { findMail } = await import("./mail-file.ts");
  return findMail(path.resolve(file), terminal);
}

/**
 * Reads the address of the store.
 * @returns undefined for a collector with its own copy.
 * @security other users of the computer can read the arguments of a command, so a password in them is refused.
 * @throws UsageError.
 */
export function readStore(options: Options<typeof STORE>, terminal: Terminal): StoreAddress | undefined {
  const { store: given, "store-file": file } = options;
  if (given !== undefined && file !== undefined) throw new UsageError("give one of --store and --store-file");
  if (given !== undefined && hasPassword(given))
    throw new UsageError(
      "--store: a password does not belong into a command, which other users can read; use --store-file, PGPASSWORD or ~/.pgpass",
    );
  const [text = given] = file === undefined ? [] : linesOf(readSecretFile("store-file", file));
  if (text === undefined && file === undefined) return undefined;
  try {
    const address = readStoreAddress(text ?? "");
    const password = address.password ?? process.env["PGPASSWORD"];
    if (password !== undefined && password !== "") terminal.keepSecret(password);
    return address;
  } catch (thrown) {
    throw new UsageError(`--store: ${toAppError(thrown).message}`);
  }
}

/**
 * Runs work on the tokens and team records of the collector that the options name.
 * @param without the result if the collector has no file yet; absent if the work creates the file.
 * @throws UsageError.
 */
async function workOn<T>(
  options: Options<typeof STORED>,
  terminal: Terminal,
  work: Work<T>,
  without?: T,
): Promise<T> {
  const file = collectorFile(path.resolve(required(options["data-dir"], "data-dir")));
  const store = readStore(options, terminal);
  if (!store) return without === undefined || fs.existsSync(file) ? withTokens(file, work) : without;
  // The driver of PostgreSQL is loaded only for a command that needs it.
  const { withStoreTokens } = await import("../../features/collector/postgres/store-tokens.ts");
  return withStoreTokens(store, work);
}

/** Creates a token, and prints it once. @throws UsageError for the label or the right. */
async function addToken(args: readonly string[], terminal: Terminal): Promise<number> {
  const { word: given, options } = readWord(args, { ...STORED, right: "text" }, "label");
  const label = tidyLabel(given);
  if (!isLabel(given) || !isLabel(label))
    throw new UsageError(
      `a token has a label of 1 to ${MAX_LABEL} characters that can be seen, and not "${OWN_LABEL}"`,
    );
  const access = oneOf(options.right ?? "read", "right", TOKEN_RIGHTS);
  const token = newToken();
  const added = { label, hash: hashOf(token), access, createdAt: systemClock.now() };
  const isAdded = await workOn(options, terminal, storeToken(added));
  if (!isAdded) throw new UsageError(`there is a token with the label "${label}"`);
  terminal.out(JSON.stringify({ label, right: access, token }));
  return EXIT.done;
}

/** Prints what is stored about each token, one JSON object per line. The tokens themselves are not stored. */
async function listTokens(args: readonly string[], terminal: Terminal): Promise<number> {
  for (const token of await workOn(readOptions(args, STORED), terminal, readTokens(), []))
    terminal.out(JSON.stringify(shownToken(token)));
  return EXIT.done;
}

const shownToken = ({ label, access, createdAt, lastUsedAt }: CollectorToken): object => ({
  label,
  right: access,
  created: new Date(createdAt).toISOString(),
  lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
});

/** Removes a token; a running collector then refuses it. @throws UsageError if the token does not exist. */
async function removeToken(args: readonly string[], terminal: Terminal): Promise<number> {
  const { word, options } = readWord(args, STORED, "label");
  const label = tidyLabel(word);
  if (!(await workOn(options, terminal, deleteToken(label), false)))
    throw new UsageError(`there is no token with the label "${label}"`);
  terminal.out(JSON.stringify({ removed: label }));
  return EXIT.done;
}

/** Whether no workstation of this version can read a value. */
const isUnreadable: IsDropped = ({ document, id, value }) =>
  !TEAM_LIMITS.has(document) || (value !== null && readTeamValue(document, id, value) === undefined);

/**
 * Deletes for good all values in the team's records that a label wrote. After that, all workstations read all records
 * again.
 */
function dropRecords(args: readonly string[], terminal: Terminal): Promise<number> {
  const { word, options } = readWord(args, STORED, "label");
  const label = tidyLabel(word);
  return drop(options, ({ editedBy }) => editedBy === label, terminal);
}

/** Deletes for good the team's records that no workstation of this version can read. */
function dropUnreadable(args: readonly string[], terminal: Terminal): Promise<number> {
  return drop(readOptions(args, STORED), isUnreadable, terminal);
}

async function drop(
  options: Options<typeof STORED>,
  isDropped: IsDropped,
  terminal: Terminal,
): Promise<number> {
  const dropped = await workOn(options, terminal, dropValues(isDropped), 0);
  terminal.out(JSON.stringify({ dropped }));
  return EXIT.done;
}

/** Tries all presets on a copied delivery, and tells which preset verifies it. */
async function tryDelivery(args: readonly string[], terminal: Terminal): Promise<number> {
  const { word, options } = readWord(args, { "secret-file": "text" }, "file");
  const { tryDeliveryFile } = await import("./try-delivery-file.ts");
  return tryDeliveryFile(word, findSecrets(terminal, options["secret-file"]), terminal);
}

/** Sends one test message. A collector need not run, and none is started. */
async function sendTest(args: readonly string[], terminal: Terminal): Promise<number> {
  const { word, options } = readWord(args, { "mail-file": "text", language: "text" }, "address");
  requireLanguage(options.language);
  const mail = await readMail(required(options["mail-file"], "mail-file"), terminal);
  const { testMail } = await import("./mail-file.ts");
  return testMail(word, mail, terminal);
}
