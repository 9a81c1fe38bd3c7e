import fs from "node:fs";
import path from "node:path";
import { invalidInput, QueryError, toAppError } from "../../../../../shared/base/errors.ts";
import { parseJson } from "../../../../../shared/base/text/json.ts";
import { TEAM_RULES } from "../../../../../shared/features/alerts/team-alerts.ts";
import type { Mailing } from "../../../../../shared/features/collector/mail-file.ts";
import type { MailError } from "../../../../../shared/delivery/mail.ts";
import { TEAM_VIEWS } from "../../../../../shared/features/team/team-kinds.ts";
import type { Clock } from "../../../../base/clock.ts";
import { makePrivateFolder } from "../../../../base/files.ts";
import type { Log } from "../../../../base/log.ts";
import { oneAtATime } from "../../../../base/one-at-a-time.ts";
import { isLetterId, letterId } from "../../../../delivery/mail/letter.ts";
import {
  isExpired,
  isSettled,
  mailError,
  mailJobSchema,
  keepRecipients,
  RETRY_MS,
  type MailJob,
  type NewMail,
} from "../../../../delivery/mail/mail-job.ts";
import { MailQueue } from "../../../../delivery/mail/mail-queue.ts";
import type { MailTimeouts } from "../../../../delivery/mail/smtp.ts";
import { PlannedRuns, type Composed } from "../../../../delivery/planned/planned-runs.ts";
import type { ServedStore } from "../../serving/served-store.ts";
import { TeamMirror } from "../team-mirror.ts";
import {
  alertsMail,
  exportMail,
  fileOf,
  hasFile,
  isWhole,
  removeFilesBut,
  type MailedCopy,
} from "./compose.ts";
import { MAILING_ERRORS } from "./messages.ts";
import type { CollectorMail, MailFigures } from "../../collector-mail.ts";
import { changedState, newState, rowOf, stateOf, unknownView, type MailingState } from "./mailing-state.ts";
import type { MailingStore } from "../../serving/mailing-store.ts";

export interface MailingsOptions extends Pick<MailedCopy, "connectionId" | "inventory" | "folder"> {
  readonly mail: CollectorMail;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: MailingStore;
  /** Reads the team's records. */
  readonly team: Pick<ServedStore, "teamRecords">;
  readonly timeouts?: MailTimeouts;
  /** True if the store was restored from a backup. Work that is due in it may have been done after the backup. */
  readonly isRestored?: boolean;
  /** Called when the number of unsent mailings may have changed. */
  onMailed(): void;
}

interface PlannedMailing {
  readonly mailing: Mailing;
  readonly state: MailingState;
}

/**
 * Sends a collector's mailings by the local clock. A run is stored with its message before the message is sent. If runs
 * were missed, one run makes up for all of them.
 */
export class Mailings {
  readonly #options: MailingsOptions;
  readonly #mailings: ReadonlyMap<string, Mailing>;
  readonly #team = new TeamMirror([TEAM_VIEWS, TEAM_RULES]);
  readonly #runs: PlannedRuns<PlannedMailing>;
  readonly #queue: MailQueue;
  readonly #inTurn = oneAtATime();
  readonly #closing = new AbortController();
  readonly #counts = { sent: 0, failed: 0, unknown: 0 };
  #isBegun = false;
  #isWhole = false;
  /** Resolves once the copy is whole, or the mailings close. */
  readonly #whole: Promise<void>;
  #endWait: () => void = () => {};
  #closed: Promise<void> | null = null;

  constructor(options: MailingsOptions) {
    this.#options = options;
    const { mail, clock, log, store, timeouts } = options;
    this.#mailings = new Map(mail.mailings.map((mailing) => [mailing.id, mailing]));
    this.#whole = new Promise((resolve) => (this.#endWait = resolve));
    this.#queue = new MailQueue({
      clock,
      log,
      store,
      ...(timeouts && { timeouts }),
      access: () => Promise.resolve(mail.access),
      restoreFile: (job) => this.#restoreFile(job),
      onMailed: (job) => this.#mailed(job),
    });
    this.#runs = new PlannedRuns({
      clock,
      mail: this.#queue,
      // The mailings wait for a complete copy, because an incomplete copy looks like a company that lost its items.
      timesOf: ({ mailing: { timing }, state }) => (this.#isWhole ? { timing, ...state } : null),
      compose: (_, planned) => this.#run(planned),
      store: (_, planned, message) => this.#store(planned, message),
      onFailed: (cause) => {
        if (!this.#closing.signal.aborted) log.warn("a mailing was not noted", { cause });
      },
      onChange: () => {},
    });
  }

  /**
   * Takes over the mailings of the mail file: new mailings begin now, and mailings that were removed from the file are
   * deleted.
   * @param refuses whether a new mailing with an unknown view is refused; otherwise the mailing is logged, and its runs
   * fail.
   * @throws AppFailure `invalid_input` that names the mailing; an error of the store.
   */
  async take(refuses: boolean): Promise<void> {
    const { mail, store, log, clock, isRestored = false } = this.#options;
    const rows = await store.mailings();
    await this.#team.refresh(this.#options.team);
    const unknown = unknownView(mail, rows, this.#copy);
    if (unknown && refuses) throw invalidInput(unknown.problem);
    if (unknown) log.warn("a mailing cannot be sent: its view does not exist", { mailing: unknown.mailing });
    const removed = rows.map(({ id }) => id).filter((id) => !this.#mailings.has(id));
    if (removed.length > 0) await store.deleteMailings(removed);
    const now = clock.now();
    for (const mailing of mail.mailings) {
      const former = stateOf(rows, mailing.id);
      const state = former ? changedState(former, mailing, now, isRestored) : newState(mailing, now);
      this.#runs.plans.set(mailing.id, { mailing, state });
      if (state !== former) await store.settleMailing(rowOf(mailing.id, state), null);
    }
    await this.#reviseWaiting();
  }

  /**
   * Changes the recipients of waiting messages to those of the mail file. In a restored store, waiting messages are
   * deleted, because they may have been sent after its backup.
   */
  async #reviseWaiting(): Promise<void> {
    const { store, isRestored = false } = this.#options;
    for (const row of await store.mails()) {
      const job = mailJobSchema.safeParse(parseJson(row.job)).data;
      const mailing = this.#mailings.get(row.source);
      if (job?.state !== "waiting" || !mailing) continue;
      const revised = keepRecipients(job, isRestored ? [] : mailing.to);
      if (revised === job) continue;
      if (revised) await store.saveMail({ ...row, job: JSON.stringify(revised) });
      else await store.deleteMails([job.id]);
    }
  }

  /** Continues to send waiting messages, and follows the clock. @throws an error of the store. */
  async begin(): Promise<void> {
    makePrivateFolder(this.#options.folder);
    await this.#removeLeftovers();
    if (this.#closing.signal.aborted) return;
    await this.#queue.load();
    this.#isBegun = true;
    this.#options.onMailed();
    this.follow();
  }

  /** Starts the due runs. It must also be called after each pass, and after a failure of the store. */
  follow(): void {
    if (this.#closing.signal.aborted) return;
    if (!this.#isWhole && isWhole(this.#options.inventory)) {
      this.#isWhole = true;
      this.#endWait();
    }
    if (!this.#isBegun) return;
    this.#runs.follow();
    this.#queue.resume();
  }

  /** The number of mailings whose last message was not sent, or perhaps not sent. Null before `begin`. */
  get unsent(): number | null {
    if (!this.#isBegun) return null;
    const planned = [...this.#runs.plans];
    return planned.filter(([id, { state }]) => state.failed || this.#queue.isUnsent(id)).length;
  }

  get figures(): MailFigures {
    return { mailings: this.#mailings.size, unsent: this.unsent ?? 0, messages: this.#counts };
  }

  /** Ends a running try, and starts nothing afterwards. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    this.#runs.halt();
    const ended = this.#queue.close();
    this.#endWait();
    await Promise.all([ended, this.#runs.ended()]);
  }

  get #copy(): MailedCopy {
    const { mail, connectionId, inventory, folder } = this.#options;
    const { name, appVersion } = mail;
    return {
      name,
      appVersion,
      connectionId,
      inventory,
      folder,
      views: this.#team.values(TEAM_VIEWS),
      rules: [...this.#team.values(TEAM_RULES).keys()],
    };
  }

  async #run({ mailing, state }: PlannedMailing): Promise<Composed<PlannedMailing>> {
    const began = this.#options.clock.now();
    const outcome = this.#queue.outcome(mailing.id);
    const sentAt = outcome?.state === "sent" ? Date.parse(outcome.at) : 0;
    const since = Math.max(state.last, sentAt);
    const made = await this.#make(mailing, since, began);
    const message = made === "failed" ? null : made;
    // If the end of the collector stops a run, the run is due again at the next start.
    if (this.#closing.signal.aborted) {
      this.#removeFile(message);
      return null;
    }
    const last = made === null ? began : since;
    const settled = { ...state, settledUntil: began, last, failed: made === "failed" };
    return () => ({
      plan: { mailing, state: settled },
      message,
      afterwards: async () => {
        if (!message) this.#options.onMailed();
      },
    });
  }

  async #store({ mailing, state }: PlannedMailing, message: NewMail | null): Promise<void> {
    const { id } = mailing;
    try {
      await this.#options.store.settleMailing(rowOf(id, state), message && this.#queue.rowOf(message));
    } catch (thrown) {
      this.#removeFile(message);
      this.#runs.plans.set(id, { mailing, state: { ...state, failed: true } });
      this.#options.onMailed();
      throw thrown;
    }
  }

  /** Makes the message of a run, with up to three tries. @returns null if there is nothing to send. */
  async #make(mailing: Mailing, since: number, began: number): Promise<NewMail | "failed" | null> {
    const { signal } = this.#closing;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#inTurn(async () => {
          await this.#team.refresh(this.#options.team);
          if (mailing.kind === "alerts") return alertsMail(mailing, this.#copy, since, began);
          const id = letterId(mailing.id, String(began));
          return exportMail(mailing, this.#copy, id, began, signal);
        });
      } catch (thrown) {
        if (signal.aborted) return "failed";
        this.#noteFailure(mailing.id, thrown);
        const wait = isLasting(thrown) ? undefined : RETRY_MS[tries - 1];
        if (wait === undefined) return "failed";
        await this.#options.clock.wait(wait, signal).catch(() => {});
        if (signal.aborted) return "failed";
      }
    }
  }

  /**
   * Makes a message's missing file again from the present rows. It is missing after a take-over, for example.
   * @security the path in the store is not trusted: only a file in the collector's own folder is sent.
   * @throws Error if another try can be made later.
   */
  async #restoreFile(job: MailJob): Promise<MailJob | MailError> {
    if (job.file === null) return job;
    const mailing = this.#mailings.get(job.source);
    if (mailing?.kind !== "export" || !isLetterId(job.id)) return mailError("file");
    if (job.file.path === fileOf(this.#options.folder, job.id, mailing) && hasFile(job.file)) return job;
    await this.#whole;
    const { signal } = this.#closing;
    // After the end, the queue starts no further try.
    if (signal.aborted) return job;
    try {
      return await this.#inTurn(async () => {
        await this.#team.refresh(this.#options.team);
        const now = this.#options.clock.now();
        const { subject, text, file } = await exportMail(mailing, this.#copy, job.id, now, signal);
        return { ...job, subject, text, file };
      });
    } catch (thrown) {
      if (signal.aborted) return job;
      this.#noteFailure(mailing.id, thrown);
      if (isLasting(thrown) || isExpired(job, this.#options.clock.now())) return mailError("file");
      throw new Error("the file of a message could not be made again yet", { cause: thrown });
    }
  }

  /**
   * Logs a failure. @security the log has no addresses, subject or content. The error's own text is left out too,
   * because it may name a view.
   */
  #noteFailure(mailing: string, thrown: unknown): void {
    const { kind, reason, message, text } = toAppError(thrown);
    const why = text?.key === MAILING_ERRORS.viewDeleted.key ? message : undefined;
    this.#options.log.warn("a mailing was not made", { mailing, kind, reason, why });
  }

  #mailed(job: MailJob): void {
    if (isSettled(job)) {
      if (job.state === "sent" || job.state === "failed" || job.state === "unknown")
        this.#counts[job.state] += 1;
      this.#removeFile(job);
    }
    this.#options.onMailed();
  }

  /** Removes the files of all messages that are not waiting. */
  async #removeLeftovers(): Promise<void> {
    const rows = await this.#options.store.mails();
    const waiting = rows.flatMap(({ job }) => {
      const { data } = mailJobSchema.safeParse(parseJson(job));
      return data?.state === "waiting" && data.file ? [data.file.path] : [];
    });
    try {
      removeFilesBut(this.#options.folder, new Set(waiting));
    } catch (cause) {
      this.#options.log.warn("old files of messages were not removed", { cause });
    }
  }

  /**
   * Removes a message's file. @security a path outside of the folder was written to the store by another program, and
   * is ignored.
   */
  #removeFile(message: Pick<NewMail, "file"> | null): void {
    if (!message?.file) return;
    if (path.dirname(message.file.path) !== path.resolve(this.#options.folder)) return;
    try {
      fs.rmSync(message.file.path, { force: true });
    } catch (cause) {
      this.#options.log.warn("the file of a message was not removed", { cause });
    }
  }
}

/** Whether a failure to make a message is permanent, so that another try cannot help. */
const isLasting = (thrown: unknown): boolean =>
  thrown instanceof QueryError || toAppError(thrown).kind === "invalid_input";
