import { toAppError } from "../../../shared/base/errors.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { ApiClient } from "../../client/api-client.ts";
import { normalizeBaseUrl } from "../../base/connection-input.ts";
import { systemClock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { dataFolder, type DataFolder } from "../../store/database/data-folder.ts";
import type { Facts } from "../../store/database/facts.ts";
import { requireBaseUrl } from "../../base/policy/origin-gate.ts";
import { openInventoryStore, type InventoryStore } from "../../index/inventory-store.ts";
import { findSource } from "../../sync/collector/collector-api.ts";
import { FetchSequence, ServiceClock } from "../../sync/fetch-sequence.ts";
import { lockFolder } from "../../sync/folder-lock.ts";
import { runLoggedPass, type PassSummary } from "../../sync/pass.ts";
import { readOptions, required, wholeNumber } from "./arguments.ts";
import type { SyncedCopy } from "./count-copy.ts";
import type { Terminal } from "./terminal.ts";
import { EXIT, exitCodeOf, UsageError } from "./exit-code.ts";
import { DEFAULT_CONNECTION, findKey } from "./find-key.ts";
import { findKnownConnection, findSettings } from "./find-view.ts";

/**
 * `sync`: runs one pass of locations, types and items. The last line on stdout is a JSON object.
 * @throws UsageError; AppFailure `policy` if an administrator has set another base URL.
 */
export async function syncCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const settings = readSettings(args);
  requireBaseUrl(terminal.policy, settings.baseUrl);
  let mark: string | null = null;
  try {
    const lock = lockFolder(settings.data.folder);
    const store = await openInventoryStore(settings.data.inventory);
    try {
      const { facts } = await store.writer.describe();
      mark = facts.mark;
      terminal.out(JSON.stringify(await runPass(settings, store, facts, terminal)));
      return EXIT.done;
    } finally {
      await store.close();
      lock.release();
    }
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.kind === "internal") terminal.defect(thrown);
    const { kind, requestId = null } = error;
    const advice =
      kind === "mass_removal" || kind === "other_company"
        ? " If it is the same company and a big clean-up, go on with --full --accept-removals; for another company, use another --data-dir."
        : "";
    const message = error.message + advice;
    terminal.out(JSON.stringify({ ok: false, error: { kind, message, requestId }, mark }));
    return exitCodeOf(error);
  }
}

interface SyncSettings {
  readonly baseUrl: string;
  readonly data: DataFolder;
  readonly full: boolean;
  readonly acceptRemovals: boolean;
  readonly pageSize: number;
  /** The overlap in seconds. */
  readonly overlap: number;
  /** The timeout in ms. */
  readonly timeout: number;
  readonly keyFromInput: boolean;
}

function readSettings(args: readonly string[]): SyncSettings {
  const options = readOptions(args, {
    "base-url": "text",
    "data-dir": "text",
    full: "flag",
    "accept-removals": "flag",
    "page-size": "text",
    overlap: "text",
    timeout: "text",
    "key-stdin": "flag",
  });
  // Only a full check proves which records are missing.
  if (options["accept-removals"] && !options.full) throw new UsageError("--accept-removals needs --full");
  return {
    baseUrl: normalizeBaseUrl(required(options["base-url"], "base-url")),
    data: dataFolder(required(options["data-dir"], "data-dir")),
    full: options.full,
    acceptRemovals: options["accept-removals"],
    pageSize: wholeNumber(options["page-size"], "page-size", 1, 250, DEFAULT_SETTINGS.pageSize),
    overlap: wholeNumber(options.overlap, "overlap", 0, 86_400, DEFAULT_SETTINGS.overlapSeconds),
    timeout: wholeNumber(options.timeout, "timeout", 1, 3_600, 30) * 1_000,
    keyFromInput: options["key-stdin"],
  };
}

/** Runs the pass. @returns the content of the last line on stdout. */
async function runPass(
  settings: SyncSettings,
  store: InventoryStore,
  facts: Facts,
  terminal: Terminal,
): Promise<object> {
  const { baseUrl, data, full, acceptRemovals, pageSize, overlap, timeout } = settings;
  const key = await findKey(terminal, settings, facts.connectionId ?? DEFAULT_CONNECTION);
  const client = new ApiClient({
    baseUrl,
    key,
    fetch: terminal.fetch,
    clock: systemClock,
    timeout,
    onWait: (wait) => wait && terminal.progress(waitLine(wait)),
  });
  const progress = progressOf(terminal);
  // If the folder belongs to the app, the user may have set how long changes are kept.
  const connection = findKnownConnection(data);
  const { historyDays, historyChanges } = findSettings(connection);
  const serviceClock = new ServiceClock(systemClock);
  const summary = await runLoggedPass(
    {
      client,
      writer: store.writer,
      clock: systemClock,
      serviceClock,
      sequence: new FetchSequence(facts.fetchSequence),
      mode: full ? "full" : "incremental",
      facts: await findSource(client, store.writer, facts, terminal.signal),
      withReferences: true,
      pageSize,
      overlap,
      acceptRemovals,
      signal: terminal.signal,
      onCommit: (resource, { tally }) => progress(resource, tally.seen),
    },
    { days: historyDays, changes: historyChanges },
  );
  await countOrSay({ store, connection, serviceClock, log: logOf(terminal) }, terminal);
  return report(summary, client, store);
}

/** Counts the stock of the day. The pass has already succeeded, so a failure is only reported. */
async function countOrSay(synced: SyncedCopy, terminal: Terminal): Promise<void> {
  // The features that count are loaded only now, so that the pass could begin at once.
  const { countCopy } = await import("./count-copy.ts");
  await countCopy(synced).catch((thrown: unknown) =>
    terminal.progress(`the day was not counted: ${toAppError(thrown).message}`),
  );
}

/** A log that prints its warnings as lines of progress. */
const logOf = (terminal: Terminal): Log => ({
  info: () => {},
  warn: (message) => terminal.progress(message),
});

async function report(summary: PassSummary, client: ApiClient, store: InventoryStore): Promise<object> {
  const { totals, hidden, unverified } = await store.writer.describe();
  const { requests, retries, waitedMs } = client.traffic;
  const counts = RESOURCES.map((name) => {
    const { seen, written, quarantined } = summary.tallies[name];
    return [name, { seen, written, quarantined, total: totals[name] }];
  });
  return {
    ok: true,
    mode: summary.mode,
    ...Object.fromEntries(counts),
    requests,
    restarts: summary.restarts,
    changes: RESOURCES.reduce((sum, name) => sum + summary.tallies[name].changes, summary.hidden),
    verified: summary.verified,
    unverified,
    noLongerReturned: hidden,
    retries,
    waitedMs,
    mark: summary.mark,
  };
}

function progressOf(terminal: Terminal): (resource: Resource, seen: number) => void {
  let last = 0;
  return (resource, seen) => {
    const now = systemClock.now();
    if (now - last < 1_000) return;
    last = now;
    terminal.progress(`${resource}: ${seen} so far`);
  };
}

function waitLine(wait: { readonly until: number; readonly reason: string }): string {
  return `${wait.reason === "rate_limited" ? "rate-limited" : "trying again"}: next request at ${new Date(wait.until).toISOString()}`;
}
