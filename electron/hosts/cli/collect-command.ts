import path from "node:path";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { aborted } from "../../base/aborted.ts";
import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import { normalizeBaseUrl } from "../../base/connection-input.ts";
import { startCollector } from "../../features/collector/collector.ts";
import type { Collector, CollectorOptions } from "../../features/collector/collector-options.ts";
import type { StoreAddress } from "../../features/collector/store-address.ts";
import { requireBaseUrl } from "../../base/policy/origin-gate.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { COMPUTATIONS } from "../core/computations.ts";
import { readOptions, required, wholeNumber, type Options } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import { DEFAULT_CONNECTION, findKey } from "./find-key.ts";
import { findConnectionId } from "./find-view.ts";
import { requireLanguage } from "./language-of-words.ts";
import { listenFailure, readServer } from "./listen-options.ts";
import { findManagement, readMail, readStore } from "./manage-collector.ts";
import type { Terminal } from "./terminal.ts";
import { findSecrets, readScheme } from "./webhook-options.ts";

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
  "mail-file": "text",
  language: "text",
} as const;

type CollectOptions = Options<typeof OPTIONS>;

/**
 * The default limit of one token, in requests per minute. With it, a first pull of a million items takes less than two
 * minutes.
 */
const DEFAULT_RATE = 3_000;

/**
 * `collect`: keeps a copy up to date and serves it to workstations, until Ctrl+C. It prints its address as one JSON
 * line. If words follow `collect`, the command manages a collector (`manage-collector.ts`).
 * @throws UsageError; AppFailure `store`, `no_key`, `policy`.
 */
export function collectCommand(args: readonly string[], terminal: Terminal): Promise<number> | number {
  const manage = findManagement(args);
  return manage ? manage(terminal) : collect(readOptions(args, OPTIONS), terminal);
}

async function collect(options: CollectOptions, terminal: Terminal): Promise<number> {
  const folder = path.resolve(required(options["data-dir"], "data-dir"));
  const store = readStore(options, terminal);
  if (options["sql-views"] && !store) throw new UsageError("--sql-views needs --store or --store-file");
  requireLanguage(options.language);
  const baseUrl = normalizeBaseUrl(required(options["base-url"], "base-url"));
  requireBaseUrl(terminal.policy, baseUrl);
  const listen = readServer(
    options,
    wholeNumber(options["rate-limit"], "rate-limit", 0, 1_000_000, DEFAULT_RATE),
  );
  const settings = readSettings(options);
  const connectionId = findConnectionId(dataFolder(folder)) ?? DEFAULT_CONNECTION;
  const source = { baseUrl, keyFromInput: options["key-stdin"], keyFile: options["key-file"] };
  const key = await findKey(terminal, source, connectionId);
  const webhooks = readWebhooks(options, terminal);
  const mailFile = options["mail-file"];
  const mail = mailFile === undefined ? undefined : await readMail(mailFile, terminal);
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
    connectionId,
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

/** The passwords of the store, which no line of the log may show. */
const passwordsOf = (store: StoreAddress | undefined): readonly string[] =>
  [store?.password, process.env["PGPASSWORD"]].filter((password) => password !== undefined);

/** Starts the collector. @throws UsageError for an unavailable address. */
async function start(options: CollectorOptions): Promise<Collector> {
  try {
    return await startCollector(options);
  } catch (thrown) {
    throw listenFailure(thrown, options.listen);
  }
}

/**
 * Reads how the service signs its deliveries, and with which secrets.
 * @returns undefined without `--preset` and `--scheme`; then no deliveries are received.
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
