import fs from "node:fs";
import path from "node:path";
import { AppFailure } from "../../../shared/base/errors.ts";
import { EventLogStore, type KeptToken } from "../../features/webhooks/receiver/event-log-store.ts";
import { RETENTION } from "../../features/webhooks/receiver/event-log.ts";
import {
  startReceiver,
  type Receiver,
  type ReceiverOptions,
} from "../../features/webhooks/receiver/receiver.ts";
import { hashOf, newToken } from "../../features/webhooks/receiver/stream-requests.ts";
import { storeError } from "../../store/database/store-error.ts";
import { lockFolder, type FolderLock } from "../../sync/folder-lock.ts";
import { readOptions, required, wholeNumber } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import {
  readListen,
  readScheme,
  readTrustedProxies,
  findSecrets,
  forgetSecrets,
  keepSecrets,
  listenFailure,
  requireLabel,
} from "./receive-options.ts";
import type { Terminal } from "./terminal.ts";

const OPTIONS = {
  "data-dir": "text",
  listen: "text",
  "allow-remote": "flag",
  "trusted-proxy": "texts",
  preset: "text",
  scheme: "texts",
  company: "text",
  "keep-days": "text",
  "secret-stdin": "flag",
  "keep-secret": "flag",
  "add-token": "text",
  "list-tokens": "flag",
  "remove-token": "text",
  "forget-secret": "flag",
} as const;

/** Ms between two lines about received deliveries. */
const REPORT_EVERY = 60_000;

/**
 * `receive`: receives events of the service and forwards them to workstations, until Ctrl+C. It prints its addresses as
 * one JSON line. With other options it manages the workstations' tokens, or the secrets in the keychain.
 * @throws UsageError; AppFailure `store`, `keychain`.
 */
export async function receiveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, OPTIONS);
  const data = path.resolve(required(options["data-dir"], "data-dir"));
  // A separate folder, so that the lock does not prevent a sync of the same data folder.
  const folder = path.join(data, "events");
  const file = path.join(folder, "events.sqlite");
  const tasks =
    [options["add-token"], options["remove-token"]].filter((label) => label !== undefined).length
    + [options["list-tokens"], options["forget-secret"], options.listen !== undefined].filter(Boolean).length;
  if (tasks > 1)
    throw new UsageError("give one of --listen, --add-token, --list-tokens, --remove-token, --forget-secret");
  if (options["add-token"] !== undefined) return addToken(file, options["add-token"], terminal);
  if (options["remove-token"] !== undefined) return removeToken(file, options["remove-token"], terminal);
  if (options["list-tokens"]) return listTokens(file, terminal);
  if (options["forget-secret"]) {
    await forgetSecrets(data);
    return EXIT.done;
  }
  const where = readListen(required(options.listen, "listen"), options["allow-remote"]);
  const trusted = readTrustedProxies(options["trusted-proxy"]);
  const scheme = readScheme(options.preset, options.scheme);
  const days = wholeNumber(options["keep-days"], "keep-days", 1, 365, RETENTION.days);
  const { secrets, fromKeychain } = await findSecrets(terminal, data, options["secret-stdin"]);
  const lock = lockForReceiver(folder);
  try {
    const receiver = await start({
      ...where,
      trusted,
      file,
      scheme,
      secrets,
      companyId: options.company,
      retention: { ...RETENTION, days },
    });
    try {
      if (options["keep-secret"] && !fromKeychain) await keepSecrets(data, secrets);
      await serve(receiver, terminal);
    } finally {
      await receiver.close();
    }
  } finally {
    lock.release();
  }
  return EXIT.done;
}

function lockForReceiver(folder: string): FolderLock {
  try {
    return lockFolder(folder);
  } catch (thrown) {
    if (!(thrown instanceof AppFailure) || thrown.error.reason !== "locked") throw thrown;
    throw new AppFailure(storeError("locked", "one receiver at a time may use it"), { cause: thrown });
  }
}

/** Starts the receiver. @throws UsageError for an address that is not available. */
async function start(options: ReceiverOptions): Promise<Receiver> {
  try {
    return await startReceiver(options);
  } catch (thrown) {
    throw listenFailure(thrown, options);
  }
}

/** Serves until Ctrl+C. It prints a report once a minute if something has happened. */
async function serve(receiver: Receiver, terminal: Terminal): Promise<void> {
  const { url } = receiver;
  terminal.out(JSON.stringify({ url, deliveries: `${url}/webhooks`, events: `${url}/events` }));
  let last = reportLine(receiver);
  const report = (): void => {
    const line = reportLine(receiver);
    if (line !== last) terminal.progress(line);
    last = line;
  };
  const timer = setInterval(report, REPORT_EVERY);
  if (!terminal.signal.aborted)
    await new Promise((resolve) => terminal.signal.addEventListener("abort", resolve, { once: true }));
  clearInterval(timer);
  report();
}

function reportLine(receiver: Receiver): string {
  const { accepted, refused, subscribers } = receiver.counts();
  const { not_kept: notKept = 0, ...others } = refused;
  const counts = Object.entries(others).map(([reason, count]) => `, ${reason} ${count}`);
  return `events: ${accepted} accepted${counts.join("")}, not kept ${notKept}; workstations: ${subscribers}`;
}

/** Creates a token for one workstation, and prints it once. @throws UsageError for the label. */
function addToken(file: string, label: string, terminal: Terminal): number {
  requireLabel(label);
  const token = newToken();
  const isAdded = withStore(file, (store) => store.addToken(label, hashOf(token), Date.now()));
  if (!isAdded) throw new UsageError(`--add-token: there is a token with the label "${label}"`);
  terminal.out(JSON.stringify({ label, token }));
  return EXIT.done;
}

/** Prints labels and times of the tokens, one JSON object a line. The tokens themselves are not stored. */
function listTokens(file: string, terminal: Terminal): number {
  const tokens = fs.existsSync(file) ? withStore(file, (store) => store.tokens()) : [];
  for (const token of tokens) terminal.out(JSON.stringify(shownToken(token)));
  return EXIT.done;
}

/** Removes a token; a running receiver ends its stream within seconds. @throws UsageError if the token does not exist. */
function removeToken(file: string, label: string, terminal: Terminal): number {
  const isRemoved = fs.existsSync(file) && withStore(file, (store) => store.removeToken(label));
  if (!isRemoved) throw new UsageError(`--remove-token: there is no token with the label "${label}"`);
  terminal.out(JSON.stringify({ removed: label }));
  return EXIT.done;
}

const shownToken = ({ label, createdAt, lastUsedAt }: KeptToken): object => ({
  label,
  created: new Date(createdAt).toISOString(),
  lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
});

function withStore<T>(file: string, work: (store: EventLogStore) => T): T {
  const store = new EventLogStore(file);
  try {
    return work(store);
  } finally {
    store.close();
  }
}
