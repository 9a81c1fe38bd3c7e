import fs from "node:fs";
import path from "node:path";
import { toAppError } from "../../../shared/base/errors.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { aborted } from "../../base/aborted.ts";
import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import { normalizeBaseUrl } from "../../base/connection-input.ts";
import { startCollector } from "../../features/collector/collector.ts";
import {
  collectorFile,
  type Collector,
  type CollectorOptions,
} from "../../features/collector/collector-options.ts";
import type { CollectorMail } from "../../features/collector/collector-mail.ts";
import {
  hasPassword,
  readStoreAddress,
  type StoreAddress,
} from "../../features/collector/postgres/store-address.ts";
import type { IsDropped } from "../../features/collector/serving/team-documents.ts";
import {
  hashOf,
  isLabel,
  MAX_LABEL,
  newToken,
  OWN_LABEL,
  tidyLabel,
  withTokens,
  type CollectorToken,
} from "../../features/collector/serving/token-table.ts";
import { readTeamValue } from "../../../shared/contract/team-documents.ts";
import { TEAM_LIMITS, TOKEN_RIGHTS } from "../../../shared/features/team/team-kinds.ts";
import { requireBaseUrl } from "../../base/policy/origin-gate.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { COMPUTATIONS } from "../core/computations.ts";
import { oneOf, readOptions, required, wholeNumber, type Options } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import { DEFAULT_PROFILE, findKey, readSecretFile } from "./find-key.ts";
import { findProfileId } from "./find-view.ts";
import { listenFailure, readServer } from "./listen-options.ts";
import type { Terminal } from "./terminal.ts";
import { tryDeliveryFile } from "./try-delivery-file.ts";
import { findSecrets, linesOf, readScheme } from "./webhook-options.ts";

const OPTIONS = {
  "base-url": "text",
  "data-dir": "text",
  listen: "text",
  "allow-remote": "flag",
  "trusted-proxy": "texts",
  "tls-cert": "text",
  "tls-key": "text",
  "key-stdin": "flag",
  "key-file": "text",
  every: "text",
  overlap: "text",
  "keep-days": "text",
  "keep-changes": "text",
  "rate-limit": "text",
  "accept-removals": "flag",
  "new-epoch": "flag",
  "accept-loss": "flag",
  store: "text",
  "store-file": "text",
  "sql-views": "flag",
  preset: "text",
  scheme: "texts",
  company: "text",
  "secret-file": "text",
  "try-delivery": "text",
  "mail-file": "text",
  "test-mail": "text",
  "add-token": "text",
  right: "text",
  "list-tokens": "flag",
  "remove-token": "text",
  "drop-records": "text",
  "drop-unreadable": "flag",
} as const;

type CollectOptions = Options<typeof OPTIONS>;

/**
 * The default limit of one token, in requests per minute. A first pull of a million items then takes less
 * than two minutes.
 */
const DEFAULT_RATE = 3_000;

/**
 * `collect`: keeps a copy up to date all day and serves it to workstations, until Ctrl+C. It prints its address as one
 * JSON line. With other options it manages the tokens, or tries a delivery of the service.
 * @throws UsageError; AppFailure `store`, `no_key`, `policy`.
 */
export async function collectCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, OPTIONS);
  const { "add-token": added, "remove-token": removed, "list-tokens": isList, listen } = options;
  const { "try-delivery": tried, "test-mail": tested } = options;
  const { "drop-records": dropped, "drop-unreadable": dropsUnreadable } = options;
  const ways = [added, removed, dropped, listen, tried, tested].filter((value) => value !== undefined);
  if (ways.length + Number(isList) + Number(dropsUnreadable) > 1)
    throw new UsageError(
      "give one of --listen, --add-token, --list-tokens, --remove-token, --drop-records, --drop-unreadable, --try-delivery, --test-mail",
    );
  if (tried !== undefined && (options.preset ?? options.company ?? options.scheme[0]) !== undefined)
    throw new UsageError("--try-delivery tries every preset: leave out --preset, --scheme and --company");
  if (tried !== undefined)
    return tryDeliveryFile(tried, findSecrets(terminal, options["secret-file"]), terminal);
  if (tested !== undefined) return testMail(tested, options, terminal);
  const folder = path.resolve(required(options["data-dir"], "data-dir"));
  const file = collectorFile(folder);
  if (options.right !== undefined && added === undefined) throw new UsageError("--right needs --add-token");
  const store = readStore(options, terminal);
  if (options["sql-views"] && !store) throw new UsageError("--sql-views needs --store or --store-file");
  const tokens = store ? storeTokens(store) : fileTokens(file);
  if (added !== undefined) return addToken(tokens, added, options.right ?? "read", terminal);
  if (removed !== undefined) return removeToken(tokens, removed, terminal);
  if (isList) return listTokens(tokens, terminal);
  if (dropped !== undefined) {
    const label = tidyLabel(dropped);
    return dropValues(tokens, ({ editedBy }) => editedBy === label, terminal);
  }
  if (dropsUnreadable) return dropValues(tokens, isUnreadable, terminal);
  return collect(folder, store, options, terminal);
}

/**
 * Reads the address of the store.
 * @returns undefined for a collector with a copy of its own.
 * @security other users of the computer can read a command's words, so a password is refused there.
 * @throws UsageError.
 */
function readStore(options: CollectOptions, terminal: Terminal): StoreAddress | undefined {
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

/** A collector's tokens and team records, in a file or in the store. */
interface Tokens {
  /** @returns false if the label is taken. */
  add(token: Omit<CollectorToken, "lastUsedAt">): Promise<boolean>;
  /** @returns false if the label does not exist. */
  remove(label: string): Promise<boolean>;
  all(): Promise<readonly CollectorToken[]>;
  /** Deletes values of the team for good. @returns their number. */
  drop(isDropped: IsDropped): Promise<number>;
}

const fileTokens = (file: string): Tokens => ({
  add: (token) => Promise.resolve(withTokens(file, (tokens) => tokens.add(token))),
  remove: (label) =>
    Promise.resolve(fs.existsSync(file) && withTokens(file, (tokens) => tokens.remove(label))),
  all: () => Promise.resolve(fs.existsSync(file) ? withTokens(file, (tokens) => tokens.all()) : []),
  drop: (isDropped) =>
    Promise.resolve(fs.existsSync(file) ? withTokens(file, (_, team) => team.drop(isDropped)) : 0),
});

/** The driver of PostgreSQL is loaded only for a command that needs it. */
const storeTokens = (address: StoreAddress): Tokens => {
  const load = () => import("../../features/collector/postgres/store-tokens.ts");
  return {
    add: async (token) => {
      const { addToken: add, withStoreTokens } = await load();
      return withStoreTokens(address, (at) => add(at, token));
    },
    remove: async (label) => {
      const { removeToken: remove, withStoreTokens } = await load();
      return withStoreTokens(address, (at) => remove(at, label));
    },
    all: async () => {
      const { readTokens, withStoreTokens } = await load();
      return withStoreTokens(address, readTokens);
    },
    drop: async (isDropped) => {
      const { withStoreTokens } = await load();
      const { dropValues: drop } = await import("../../features/collector/postgres/team-of-store.ts");
      return withStoreTokens(address, (at) => drop(at, isDropped));
    },
  };
};

async function collect(
  folder: string,
  store: StoreAddress | undefined,
  options: CollectOptions,
  terminal: Terminal,
): Promise<number> {
  const baseUrl = normalizeBaseUrl(required(options["base-url"], "base-url"));
  requireBaseUrl(terminal.policy, baseUrl);
  const listen = readServer(
    options,
    wholeNumber(options["rate-limit"], "rate-limit", 0, 1_000_000, DEFAULT_RATE),
  );
  const settings = readSettings(options);
  const profileId = findProfileId(dataFolder(folder)) ?? DEFAULT_PROFILE;
  const source = { baseUrl, keyFromInput: options["key-stdin"], keyFile: options["key-file"] };
  const key = await findKey(terminal, source, profileId);
  const webhooks = readWebhooks(options, terminal);
  const mail = await readMail(options, terminal);
  const failed = new AbortController();
  const collector = await start({
    folder,
    baseUrl,
    key,
    fetch: terminal.fetch,
    clock: systemClock,
    log: createLog(
      (line) => terminal.progress(line),
      () => [key, ...(webhooks?.secrets ?? []), ...passwordsOf(store), mail?.access.password ?? ""],
    ),
    settings,
    computations: COMPUTATIONS,
    listen,
    webhooks,
    profileId,
    acceptRemovals: options["accept-removals"],
    newEpoch: options["new-epoch"],
    acceptsLoss: options["accept-loss"],
    store,
    sqlViews: options["sql-views"],
    mail,
    onFailed: (failure) => failed.abort(failure),
  });
  try {
    terminal.out(JSON.stringify({ url: collector.url }));
    await aborted(AbortSignal.any([terminal.signal, failed.signal]));
  } finally {
    await collector.close();
  }
  if (failed.signal.aborted) throw failed.signal.reason;
  return EXIT.done;
}

/** Reads the mail file. @returns undefined without one: then nothing of mail is loaded. @throws as `findMail`. */
async function readMail(
  { "mail-file": file }: Pick<CollectOptions, "mail-file">,
  terminal: Terminal,
): Promise<CollectorMail | undefined> {
  if (file === undefined) return undefined;
  const { findMail } = await import("./mail-file.ts");
  return findMail(path.resolve(file), terminal);
}

/** `--test-mail`: sends one message. No collector need run, and none is started. */
async function testMail(to: string, options: CollectOptions, terminal: Terminal): Promise<number> {
  const mail = await readMail(options, terminal);
  if (!mail) throw new UsageError("--test-mail needs --mail-file");
  const loaded = await import("./mail-file.ts");
  return loaded.testMail(to, mail, terminal);
}

/** The passwords of the store, which no log line may show. */
const passwordsOf = (store: StoreAddress | undefined): readonly string[] =>
  [store?.password, process.env["PGPASSWORD"]].filter((password) => password !== undefined);

/** Starts the collector. @throws UsageError for an address that is not available. */
async function start(options: CollectorOptions): Promise<Collector> {
  try {
    return await startCollector(options);
  } catch (thrown) {
    throw listenFailure(thrown, options.listen);
  }
}

/**
 * Reads how the service signs its deliveries, and with which secrets.
 * @returns undefined without `--preset` and `--scheme`: then nothing is received.
 * @throws UsageError.
 */
function readWebhooks(options: CollectOptions, terminal: Terminal): CollectorOptions["webhooks"] {
  const { preset, scheme: values, company: companyId, "secret-file": file } = options;
  if (preset === undefined && values.length === 0) {
    if (companyId !== undefined || file !== undefined)
      throw new UsageError("--company and --secret-file need --preset or --scheme");
    return undefined;
  }
  return { scheme: readScheme(preset, values), companyId, secrets: findSecrets(terminal, file) };
}

function readSettings(options: CollectOptions): CollectorOptions["settings"] {
  const { pollFocusedSeconds, overlapSeconds, historyDays, historyChanges } = DEFAULT_SETTINGS;
  return {
    ...DEFAULT_SETTINGS,
    pollFocusedSeconds: wholeNumber(options.every, "every", 10, 86_400, pollFocusedSeconds),
    overlapSeconds: wholeNumber(options.overlap, "overlap", 0, 86_400, overlapSeconds),
    historyDays: wholeNumber(options["keep-days"], "keep-days", 1, 3_650, historyDays),
    historyChanges: wholeNumber(options["keep-changes"], "keep-changes", 1_000, 2_000_000, historyChanges),
  };
}

/** Creates a token, and prints it once. @throws UsageError for the label or the right. */
async function addToken(tokens: Tokens, given: string, right: string, terminal: Terminal): Promise<number> {
  const label = tidyLabel(given);
  if (!isLabel(given) || !isLabel(label))
    throw new UsageError(
      `--add-token takes a label of 1 to ${MAX_LABEL} characters that can be seen, and not "${OWN_LABEL}"`,
    );
  const access = oneOf(right, "right", TOKEN_RIGHTS);
  const token = newToken();
  const isAdded = await tokens.add({ label, hash: hashOf(token), access, createdAt: systemClock.now() });
  if (!isAdded) throw new UsageError(`--add-token: there is a token with the label "${label}"`);
  terminal.out(JSON.stringify({ label, right: access, token }));
  return EXIT.done;
}

/** Prints the tokens without the tokens themselves, which are not stored: one JSON object a line. */
async function listTokens(tokens: Tokens, terminal: Terminal): Promise<number> {
  for (const token of await tokens.all()) terminal.out(JSON.stringify(shownToken(token)));
  return EXIT.done;
}

const shownToken = ({ label, access, createdAt, lastUsedAt }: CollectorToken): object => ({
  label,
  right: access,
  created: new Date(createdAt).toISOString(),
  lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
});

/** Removes a token, which a running collector then refuses. @throws UsageError if it does not exist. */
async function removeToken(tokens: Tokens, given: string, terminal: Terminal): Promise<number> {
  const label = tidyLabel(given);
  if (!(await tokens.remove(label)))
    throw new UsageError(`--remove-token: there is no token with the label "${label}"`);
  terminal.out(JSON.stringify({ removed: label }));
  return EXIT.done;
}

/** Whether no workstation of this version can read a value. */
const isUnreadable: IsDropped = ({ document, id, value }) =>
  !TEAM_LIMITS.has(document) || (value !== null && readTeamValue(document, id, value) === undefined);

/** `--drop-records`, `--drop-unreadable`: deletes values of the team for good. All workstations then read all records. */
async function dropValues(tokens: Tokens, isDropped: IsDropped, terminal: Terminal): Promise<number> {
  terminal.out(JSON.stringify({ dropped: await tokens.drop(isDropped) }));
  return EXIT.done;
}
