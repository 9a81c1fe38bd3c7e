import fs from "node:fs";
import path from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import { findJsonFault } from "../../client/json-text.ts";
import {
  readMailFile,
  type ExportMailing,
  type MailFile,
} from "../../../shared/features/collector/mail-file.ts";
import { addressSchema, type MailFailure, type MailOutcome } from "../../../shared/delivery/mail.ts";
import type { CollectorMail } from "../../features/collector/collector-mail.ts";
import { MailQueue } from "../../delivery/mail/mail-queue.ts";
import { readCertificates, requireMailServer } from "../../delivery/mail/mail-settings.ts";
import { TEST_BY_COLLECTOR, REFUSALS } from "../../delivery/mail/messages.ts";
import { exportColumns } from "../../store/query/export-reader.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import { readSecretFile } from "./find-key.ts";
import type { Terminal } from "./terminal.ts";

/** The version of this Stockdeck; a build inserts it into the bundle. */
const APP_VERSION: string = manifest.version;

/** The most bytes of a mail file. */
const MAX_MAIL_FILE = 1_000_000;

/**
 * Reads the file of `--mail-file`, its password and its certificate authorities. Views are not looked up, because the
 * team's views are in the collector's store. From then on, the terminal removes the password from every error line.
 * @throws UsageError that names the place in the file; AppFailure `policy`.
 */
export async function findMail(file: string, terminal: Terminal): Promise<CollectorMail> {
  const refuse = (why: string): never => {
    throw new UsageError(`--mail-file ${file}: ${why}`);
  };
  const read = readMailFile(parsed(readText(file, refuse), refuse));
  if (typeof read === "string") return refuse(read);
  for (const [at, mailing] of read.mailings.entries())
    if (mailing.kind === "export")
      requireColumns(mailing, (why) => refuse(`mailings[${at}].columns: ${why}`));
  const { name, server, mailings } = read;
  requireMailServer(terminal.policy, server);
  const authority = authorityOf(read, file, terminal, refuse);
  const authorities = authority === null ? null : await readCertificates(authority);
  if (authority !== null && authorities === null)
    return refuse(`authority: ${REFUSALS.noCertificates.english}`);
  const password = passwordOf(read, file, terminal, refuse);
  return { name, mailings, access: { server, password, authorities }, appVersion: APP_VERSION };
}

type Refuse = (why: string) => never;

function readText(file: string, refuse: Refuse): string {
  try {
    if (fs.statSync(file).size > MAX_MAIL_FILE) return refuse("it is too large");
    return fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    return refuse(`the file cannot be read (${String((thrown as NodeJS.ErrnoException).code)})`);
  }
}

function parsed(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the text, which may contain a password.
    const { position, path: at, isCutOff } = findJsonFault(text);
    const before = text.slice(0, position).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    return refuse(
      `it is not JSON: ${isCutOff ? "it ends too early, at" : "see"} ${place}${at === "" ? "" : ` (${at})`}`,
    );
  }
}

function requireColumns({ resource, columns }: ExportMailing, refuse: Refuse): void {
  if (typeof columns !== "object") return;
  const known = exportColumns(resource);
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined)
    refuse(`${resource} have no column "${unknown}" (they have ${known.join(", ")})`);
}

/**
 * The path of the file of authorities; null for the system's authorities. For the server of the policy, it is the
 * policy's file.
 */
function authorityOf(
  { authority }: MailFile,
  file: string,
  { policy }: Terminal,
  refuse: Refuse,
): string | null {
  const fixed = policy.mail?.server;
  if (fixed && authority !== undefined)
    return refuse("authority: your administrator has set it with the mail server; leave it out");
  if (fixed) return fixed.authority ?? null;
  return authority === undefined ? null : path.resolve(path.dirname(file), authority);
}

function passwordOf(
  { server, passwordFile }: MailFile,
  file: string,
  terminal: Terminal,
  refuse: Refuse,
): string | null {
  if (server.user === null)
    return passwordFile === undefined ? null : refuse("passwordFile: the server has no user");
  const password =
    passwordFile === undefined
      ? terminal.environmentMailPassword
      : readSecretFile("mail-file, passwordFile", path.resolve(path.dirname(file), passwordFile))
          .split("\n", 1)[0]
          ?.replace(/\r$/, "");
  if (password === undefined || password === "")
    return refuse("there is no password: give passwordFile, or set STOCKDECK_MAIL_PASSWORD");
  terminal.keepSecret(password);
  return password;
}

/** `collect test-mail`: sends one message with a single try, and prints the outcome as one JSON line. */
export async function testMail(to: string, mail: CollectorMail, terminal: Terminal): Promise<number> {
  if (!addressSchema.safeParse(to).success)
    throw new UsageError("test-mail takes an address, such as ann@example.com");
  const queue = new MailQueue({
    clock: systemClock,
    log: createLog(
      () => {},
      () => [],
    ),
    store: {
      mails: () => Promise.resolve([]),
      saveMail: () => Promise.resolve(),
      deleteMails: () => Promise.resolve(),
    },
    access: () => Promise.resolve(mail.access),
    onMailed: () => {},
  });
  const stop = (): void => void queue.close();
  terminal.signal.addEventListener("abort", stop, { once: true });
  const { state, error } = await queue.test(to, TEST_BY_COLLECTOR);
  terminal.signal.removeEventListener("abort", stop);
  const { failure = null, message = null, reply = null } = error ?? {};
  terminal.out(JSON.stringify({ state, failure, message, reply }));
  return terminal.signal.aborted ? EXIT.interrupted : exitCodeOfMail(state, failure);
}

/** The exit code of a test message. */
function exitCodeOfMail(state: MailOutcome["state"], failure: MailFailure | null): number {
  if (state === "sent") return EXIT.done;
  return failure === "login" ? EXIT.unauthorized : EXIT.unreachable;
}
