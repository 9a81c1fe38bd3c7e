import fs from "node:fs/promises";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { MailError, MailOutcome } from "../../../shared/delivery/mail.ts";
import { pause, type Clock } from "../../base/clock.ts";
import { isAsWritten } from "../../base/files.ts";
import type { Log } from "../../base/log.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { MailRow } from "./mail-table.ts";
import { letterId, type Attachment } from "./letter.ts";
import {
  beginTry,
  endBrokenTry,
  endTry,
  isSettled,
  mailError,
  mailJobSchema,
  newJob,
  keepRecipients,
  openRecipients,
  outcomeOf,
  resumeJob,
  type MailJob,
  type NewMail,
} from "./mail-job.ts";
import { TEST_TEXT, LETTER, REFUSALS } from "./messages.ts";
import { MAIL_TIMEOUTS, sendOnce, type Access, type Attempt, type MailTimeouts } from "./smtp.ts";

const BYTES_PER_MB = 1_000_000;

/** The messages in the database. */
export interface MailStore {
  mails(): Promise<readonly MailRow[]>;
  saveMail(mail: MailRow): Promise<void>;
  deleteMails(ids: readonly string[]): Promise<void>;
}

export interface MailQueueOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: MailStore;
  readonly timeouts?: MailTimeouts;
  /** Everything that a try needs, or the reason why no try is possible. */
  access(): Promise<Access | MailError>;
  /**
   * Called before each try to make the file again if it is missing. If it rejects, the message waits. Absent if a
   * missing file is a failure.
   */
  readonly restoreFile?: (job: MailJob) => Promise<MailJob | MailError>;
  /** Called when the state of a message has changed. */
  readonly onMailed: (message: MailJob) => void;
}

/** Ms after a failed write before waiting messages are tried again. */
const NOTED_AGAIN_MS = 60_000;

/**
 * Sends messages, and records their outcomes. A message is stored before its first try and after each try, so that no
 * run is sent twice, even after a lost connection or the end of the process.
 */
export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #jobs = new Map<string, MailJob>();
  readonly #turn = oneAtATime();
  readonly #running = new Map<string, Promise<void>>();
  /** Whether the pause after a failed write is running. */
  #resumes = false;
  #closing = new AbortController();

  constructor(options: MailQueueOptions) {
    this.#options = options;
  }

  /** Reads the stored messages, and continues to send the waiting messages. @throws AppFailure of kind `store`. */
  async load(): Promise<void> {
    const rows = await this.#options.store.mails();
    this.#jobs.clear();
    for (const { job: text } of rows) {
      const stored = mailJobSchema.safeParse(parseJson(text)).data;
      if (!stored) continue;
      const job = resumeJob(stored, this.#options.clock.now());
      this.#jobs.set(job.id, job);
      if (job !== stored) await this.#save(job);
      this.#start(job.id);
    }
  }

  /** The state of the last message of a source; null if the source has no message. */
  outcome(source: string): MailOutcome | null {
    const latest = latestOf(this.#jobsOf(source));
    return latest ? outcomeOf(latest) : null;
  }

  /** The number of a connection's sources whose last message was not sent. */
  unsent(connectionId: string): number {
    const own = [...this.#jobs.values()].filter((job) => job.connectionId === connectionId);
    return [...new Set(own.map(({ source }) => source))].filter((source) => this.isUnsent(source)).length;
  }

  /**
   * Whether the last message of a source failed, or may have failed. A message that is still being sent does not count.
   */
  isUnsent(source: string): boolean {
    const state = latestOf(this.#jobsOf(source).filter(isSettled))?.state;
    return state === "failed" || state === "unknown";
  }

  /** The stored form of a new message. The caller stores it together with its run. */
  rowOf(mail: NewMail): MailRow {
    return rowOf(newJob(mail));
  }

  /** Sends a message that is stored. When its outcome is known, earlier messages of its source are deleted. */
  send(mail: NewMail): void {
    this.#set(newJob(mail));
    this.#start(mail.id);
  }

  /** Deletes the messages of a source. A try that is running still runs to its end. */
  async forget(source: string): Promise<void> {
    const jobs = this.#jobsOf(source);
    for (const { id } of jobs) this.#jobs.delete(id);
    await this.#options.store.deleteMails(jobs.map(({ id }) => id));
    for (const job of jobs.slice(0, 1)) this.#options.onMailed(job);
  }

  /**
   * Removes recipients from a source's waiting messages. A message that has no recipients left is deleted.
   * @param to the source's recipients from now on.
   */
  async keepRecipients(source: string, to: readonly string[]): Promise<void> {
    const isBeingSent = this.#jobsOf(source).some(({ state }) => state === "sending");
    await this.#reviseWaiting(source, to);
    if (!isBeingSent) return;
    // The running try cannot be changed, but its message may have to wait for a next try.
    this.#turn(() => this.#reviseWaiting(source, to)).catch((cause: unknown) =>
      this.#options.log.warn("a message was not noted", { cause }),
    );
  }

  async #reviseWaiting(source: string, to: readonly string[]): Promise<void> {
    for (const job of this.#jobsOf(source)) {
      const revised = job.state === "waiting" ? keepRecipients(job, to) : job;
      if (revised === job) continue;
      if (revised) await this.#save(revised);
      else {
        this.#jobs.delete(job.id);
        await this.#options.store.deleteMails([job.id]);
        this.#options.onMailed(job);
      }
    }
  }

  /** Deletes the messages of all other sources, such as schedules that a restore removed. */
  async keepOnly(sources: ReadonlySet<string>): Promise<void> {
    const known = new Set([...this.#jobs.values()].map(({ source }) => source));
    for (const source of known) if (!sources.has(source)) await this.forget(source);
  }

  /** Drops the messages of connections that were removed. The store has already deleted these messages. */
  connectionsChanged(known: ReadonlySet<string>): void {
    for (const { id, connectionId } of this.#jobs.values())
      if (!known.has(connectionId)) this.#jobs.delete(id);
  }

  /** Sends a test message with a single try. @returns the outcome; a refusal of the server is an outcome too. */
  async test(to: string, text: string = TEST_TEXT): Promise<MailOutcome> {
    const madeAt = this.#options.clock.now();
    const mail: NewMail = {
      id: letterId("test", `${madeAt} ${to}`),
      connectionId: "",
      source: "test",
      madeAt,
      to: [to],
      subject: LETTER.testSubject,
      text,
      html: null,
      file: null,
      limitBytes: 0,
    };
    const begun = beginTry(newJob(mail));
    const ended = endTry(begun, await this.#try(begun), madeAt);
    return outcomeOf(ended.state === "waiting" ? { ...ended, state: "failed", nextTryAt: null } : ended);
  }

  /** Continues to send waiting messages whose next try could not be stored. */
  resume(): void {
    for (const id of this.#jobs.keys()) this.#start(id);
  }

  /** Ends the running try and starts no further try. Messages that were not handed over are sent at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  /** Whether a file must still be sent with a message. */
  isOpenFile(file: string): boolean {
    return [...this.#jobs.values()].some((job) => !isSettled(job) && job.file?.path === file);
  }

  /** Stops sending until the messages are loaded again, for example while a backup is restored. */
  async halt(): Promise<void> {
    await this.close();
    this.#closing = new AbortController();
  }

  #jobsOf(source: string): readonly MailJob[] {
    return [...this.#jobs.values()].filter((job) => job.source === source);
  }

  #start(id: string): void {
    if (this.#running.has(id)) return;
    const run = this.#deliver(id)
      .catch((cause: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.log.warn("a message was not noted", { cause });
        void this.#resumeLater();
      })
      .finally(() => this.#running.delete(id));
    this.#running.set(id, run);
  }

  /** Continues after a pause, because the disk failed to store an outcome. */
  async #resumeLater(): Promise<void> {
    if (this.#resumes) return;
    this.#resumes = true;
    const { signal } = this.#closing;
    await pause(this.#options.clock, NOTED_AGAIN_MS, signal);
    this.#resumes = false;
    if (!signal.aborted) this.resume();
  }

  async #deliver(id: string): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    for (let job = this.#jobs.get(id); job?.state === "waiting"; job = this.#jobs.get(id)) {
      // After an interrupted try, the message waits and is due.
      if (signal.aborted) return;
      const wait = Math.max(0, (job.nextTryAt ?? 0) - clock.now());
      if (wait > 0) await clock.wait(wait, signal);
      await this.#turn(() => this.#tryJob(id, signal));
    }
    const ended = this.#jobs.get(id);
    if (ended && isSettled(ended)) await this.#forgetEarlier(ended.source);
  }

  async #tryJob(id: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#jobs.get(id);
    if (waiting?.state !== "waiting" || signal.aborted) return;
    const whole = (await this.#options.restoreFile?.(waiting)) ?? waiting;
    if (signal.aborted) return;
    const begun = beginTry("failure" in whole ? waiting : whole);
    await this.#save(begun);
    // The schedule of the message may have been deleted meanwhile.
    if (!this.#jobs.has(id)) return;
    const attempt = "failure" in whole ? endedBefore(begun, whole) : await this.#try(begun);
    const now = this.#options.clock.now();
    const ended = signal.aborted ? endBrokenTry(waiting, attempt, now) : endTry(begun, attempt, now);
    this.#note(ended, attempt);
    if (!this.#jobs.has(id)) return;
    // Memory is updated first: if the disk fails, the outcome is still known, and a deferred message can be
    // retried.
    this.#set(ended);
    await this.#options.store.saveMail(rowOf(ended));
  }

  /** Deletes the settled messages of a source, except the last one. */
  async #forgetEarlier(source: string): Promise<void> {
    const settled = this.#jobsOf(source).filter(isSettled);
    const last = latestOf(settled);
    const earlier = settled.filter((job) => job !== last).map(({ id }) => id);
    if (earlier.length === 0) return;
    for (const id of earlier) this.#jobs.delete(id);
    await this.#options.store.deleteMails(earlier);
  }

  async #try(job: MailJob): Promise<Attempt> {
    const to = openRecipients(job);
    try {
      const access = await this.#options.access();
      if ("failure" in access) return endedBefore(job, access);
      const opened = await openFile(job);
      if (opened && "failure" in opened) return endedBefore(job, opened);
      try {
        const { signal } = this.#closing;
        const { timeouts = MAIL_TIMEOUTS } = this.#options;
        return await sendOnce(job, to, opened?.attachment ?? null, access, signal, timeouts);
      } finally {
        await opened?.close();
      }
    } catch (cause) {
      this.#options.log.warn("a message could not be made", { cause });
      return endedBefore(job, mailError("internal"));
    }
  }

  /** Logs the outcome of a try. @security the log has no addresses, subject or content. */
  #note({ source, state, tries, accepted, to }: MailJob, { error, code }: Attempt): void {
    const details = { source, state, tries, accepted: accepted.length, of: to.length };
    if (error === null) return this.#options.log.info("a message was sent", details);
    this.#options.log.warn("a message was not sent", { ...details, failure: error.failure, code });
  }

  /**
   * Stores a job before it is used: a message that is not on the disk must not be sent. A message that was deleted
   * meanwhile is not stored again.
   */
  async #save(job: MailJob): Promise<void> {
    await this.#options.store.saveMail(rowOf(job));
    if (this.#jobs.has(job.id)) this.#set(job);
  }

  #set(job: MailJob): void {
    this.#jobs.set(job.id, job);
    this.#options.onMailed(job);
  }
}

const latestOf = (jobs: readonly MailJob[]): MailJob | undefined =>
  jobs.toSorted((a, b) => b.madeAt - a.madeAt)[0];

const rowOf = (job: MailJob): MailRow => ({
  id: job.id,
  connectionId: job.connectionId,
  source: job.source,
  job: JSON.stringify(job),
});

/**
 * The result of a try that ended before the server was contacted. Only if the keychain was the reason can a later try
 * succeed.
 */
function endedBefore(job: MailJob, error: MailError): Attempt {
  const open = openRecipients(job);
  const untried = { accepted: [], refused: [], deferred: [], error, code: null };
  return error.failure === "keychain" ? { ...untried, deferred: open } : { ...untried, refused: open };
}

const inMegabytes = (bytes: number): string => (bytes / BYTES_PER_MB).toFixed(1);

interface OpenFile {
  readonly attachment: Attachment;
  close(): Promise<void>;
}

/**
 * Opens the file of a message. @returns null if the message has no file; the failure if the file is too large or has
 * changed.
 */
async function openFile({ file, limitBytes }: MailJob): Promise<OpenFile | MailError | null> {
  if (file === null) return null;
  if (file.bytes > limitBytes) {
    const [size, limit] = [inMegabytes(file.bytes), inMegabytes(limitBytes)];
    return mailError("tooLarge", REFUSALS.fileTooLarge({ size, limit }));
  }
  const handle = await fs.open(file.path, "r").catch(() => null);
  if (handle === null) return mailError("file");
  const stats = await handle.stat();
  if (!isAsWritten(stats, file)) {
    await handle.close();
    return mailError("file");
  }
  const content = handle.createReadStream({ autoClose: false });
  return {
    attachment: { name: file.name, bytes: stats.size, content },
    close: async () => {
      content.destroy();
      await handle.close();
    },
  };
}
