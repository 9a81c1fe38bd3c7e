import path from "node:path";
import { z } from "zod";
import { AppFailure, invalidInput } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { MailError } from "../../../shared/delivery/mail.ts";
import type {
  ListedMail,
  MailPlan,
  MailWords,
  PLANNED_MAIL_CALLS,
} from "../../../shared/delivery/planned-mails.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { MailTable } from "../mail/mail-table.ts";
import { letterId } from "../mail/letter.ts";
import { mailError, type NewMail } from "../mail/mail-job.ts";
import type { MailService } from "../mail/mail-service.ts";
import { PLANNED_ERRORS } from "./messages.ts";
import { Outbox } from "./outbox.ts";
import { PlannedRuns, type Composed } from "./planned-runs.ts";

/** A run for which a message is made. Times are ms since the epoch. */
export interface MailRun<Plan> {
  readonly connectionId: string;
  /** The connection's name. */
  readonly connection: string;
  readonly plan: Plan;
  readonly began: number;
  /** The time of the last message, whether it was sent or not needed. */
  readonly since: number;
  /** Aborts when the app ends, or when the plan was changed. */
  readonly signal: AbortSignal;
}

/** The content of a message. `file` is the file that the recipients get. */
export interface MailContent extends Pick<NewMail, "subject" | "text"> {
  readonly html?: string;
  readonly file?: { readonly name: string; readonly content: Uint8Array; readonly limitBytes: number };
}

/** One kind of planned mail: its plan, and a function that makes the message. */
export interface MailKind<Plan extends MailPlan> {
  /** The name of the kind. It is part of the names of plans, entries and sources, so it must never change. */
  readonly name: string;
  readonly words: MailWords;
  readonly plan: z.ZodType<Plan>;
  /** The reason why this host cannot send messages of this kind; null if it can. */
  readonly problem: Sentence | null;
  /** Waits until the connection's message can be made; null if it can be made now. Rejects when the signal aborts. */
  waitUntilReady(connectionId: string, signal: AbortSignal): Promise<void> | null;
  /**
   * Makes the message of a run; null if no message is needed. If it throws, the message counts as failed. Its sentence
   * is the sentence of the AppFailure, or `notMade` for any other error.
   */
  compose(run: MailRun<Plan>): Promise<MailContent | MailError | null>;
  readonly notMade?: Sentence;
}

export interface PlannedMailsOptions {
  /** The folder with all files of Stockdeck. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Remote<MailTable & UserDatabase>, "get" | "set" | "settleEntry">;
  readonly mail: Pick<MailService, "rowOf" | "send" | "outcome" | "forget" | "keepRecipients" | "isOpenFile">;
  readonly kinds: readonly MailKind<MailPlan>[];
  readonly connections: () => readonly { readonly connectionId: string; readonly name: string }[];
  /** Reads the plans that the user has set, by the name of the message. */
  plans(connectionId: string): Promise<ReadonlyMap<string, MailPlan>>;
  /** Called when the user has set up a plan. */
  onMailPlanned(connectionId: string): void;
  onChange(connectionId: string): void;
}

/** The state of a plan. Times are ms since the epoch by the local clock. */
const stateSchema = z.strictObject({
  /** The plan as the user saved it on this computer, JSON. */
  plan: z.string(),
  /** The time at which the plan was saved. */
  anchor: z.number(),
  /** The time up to which all due runs were done. */
  settledUntil: z.number(),
  /** The time of the last message, whether it was sent or not needed. */
  last: z.number(),
});
type PlanState = Readonly<z.infer<typeof stateSchema>>;

interface KnownPlan {
  readonly kind: MailKind<MailPlan>;
  readonly connectionId: string;
  readonly plan: MailPlan;
  /** The state of the plan; null until the user saves the plan on this computer. */
  readonly state: PlanState | null;
}

/**
 * Sends the scheduled messages of connections while this process runs. A missed run runs once, as soon as possible.
 * @security a plan that a backup restored waits until the user saves it on this computer, so that nothing is sent to
 * recipients that were set on another computer.
 */
export class PlannedMails {
  readonly #options: PlannedMailsOptions;
  /** The plans and their runs, by the source of the messages. */
  readonly #runs: PlannedRuns<KnownPlan>;
  /** The sources whose runs wait until their message can be made. */
  readonly #waiting = new Set<string>();
  readonly #outbox: Outbox;
  /** Whether the plans and the messages have been read. */
  #isLoaded = false;

  constructor(options: PlannedMailsOptions) {
    this.#options = options;
    const { clock, log, mail, store } = options;
    this.#runs = new PlannedRuns({
      clock,
      mail,
      timesOf: ({ plan, connectionId, state }) =>
        state && this.#nameOf(connectionId) !== undefined ? { timing: plan.timing, ...state } : null,
      compose: (source, known, signal) => this.#run(source, known, signal),
      store: (source, { state }, message) =>
        store.settleEntry(source, JSON.stringify(state), message && mail.rowOf(message)),
      onFailed: (cause) => log.warn("a planned message was not noted", { cause }),
      onChange: (source) => this.#report(connectionIdOf(source)),
    });
    this.#outbox = new Outbox(
      path.join(options.folder, "outbox"),
      (file, connectionId) =>
        mail.isOpenFile(file)
        || options.kinds.some(({ name }) => this.#runs.isRunning(sourceOf(name, connectionId))),
    );
  }

  /**
   * Reads the plans of all connections, and follows the clock. Files that an earlier session of the app left
   * are deleted.
   * @throws AppFailure of kind `store`.
   */
  async load(): Promise<void> {
    this.#runs.plans.clear();
    const read = this.#options.connections().map(async ({ connectionId }) => {
      const plans = await this.#options.plans(connectionId);
      for (const kind of this.#options.kinds) {
        const source = sourceOf(kind.name, connectionId);
        const plan = planOf(kind, plans);
        if (plan)
          this.#runs.plans.set(source, {
            kind,
            connectionId,
            plan,
            state: await this.#stateOf(source, plan),
          });
      }
    });
    await Promise.all(read);
    this.#isLoaded = true;
    this.follow();
    await this.#tidy();
  }

  /** Applies plans that the user has saved or deleted. A run that was due before the change is dropped. */
  async changed(connectionId: string, names: readonly string[]): Promise<void> {
    const plans = await this.#options.plans(connectionId);
    for (const kind of this.#options.kinds)
      if (names.includes(kind.name)) await this.#take(kind, connectionId, planOf(kind, plans));
    this.#report(connectionId);
    this.follow();
  }

  async #take(kind: MailKind<MailPlan>, connectionId: string, plan: MailPlan | null): Promise<void> {
    const { store, mail, clock } = this.#options;
    const source = sourceOf(kind.name, connectionId);
    this.#runs.stop(source);
    if (plan === null) {
      this.#runs.plans.delete(source);
      await store.set(source, null);
      await mail.forget(source);
      return;
    }
    const now = clock.now();
    const former = this.#runs.plans.get(source)?.state;
    if (!former) this.#options.onMailPlanned(connectionId);
    const state = { plan: JSON.stringify(plan), anchor: now, settledUntil: now, last: former?.last ?? now };
    this.#runs.plans.set(source, { kind, connectionId, plan, state });
    await store.set(source, JSON.stringify(state));
    await mail.keepRecipients(source, plan.to);
  }

  /** The sources of the messages of all plans. */
  sources(): readonly string[] {
    return [...this.#runs.plans.keys()];
  }

  /** Reports that the state of a message has changed; messages of other sources are ignored. */
  mailed(source: string): void {
    if (this.#runs.plans.has(source)) this.#report(connectionIdOf(source));
  }

  /** The messages of a connection, with their states. */
  list(connectionId: string): ListedMail[] {
    return this.#options.kinds.map(({ name, words, problem }) => ({
      name,
      words,
      problem,
      state: this.#show(sourceOf(name, connectionId)),
    }));
  }

  #show(source: string): ListedMail["state"] {
    const known = this.#runs.plans.get(source);
    const mailed = this.#options.mail.outcome(source);
    if (!known?.state) return { nextRun: null, waitsFor: known ? "save" : null, running: false, mailed };
    return {
      nextRun: this.#runs.nextRun(known),
      waitsFor: this.#waiting.has(source) ? "copy" : null,
      running: this.#runs.isRunning(source),
      mailed,
    };
  }

  /**
   * Sends a message now. @throws AppFailure `invalid_input` if the message cannot be sent, or if the user has saved no
   * plan on this computer.
   */
  send(connectionId: string, name: string): void {
    const problem = this.#options.kinds.find((kind) => kind.name === name)?.problem;
    if (problem) throw invalidInput(problem);
    const source = sourceOf(name, connectionId);
    if (!this.#runs.plans.get(source)?.state) throw invalidInput(PLANNED_ERRORS.notSaved);
    this.#runs.begin(source);
  }

  /** Ends the runs of connections that were removed, and deletes their files. */
  async connectionsChanged(): Promise<void> {
    for (const [source, { connectionId }] of this.#runs.plans)
      if (this.#nameOf(connectionId) === undefined) {
        this.#runs.stop(source);
        this.#runs.plans.delete(source);
      }
    await this.#tidy();
  }

  /** Starts the due runs. It must also be called after the computer slept. */
  follow(): void {
    this.#runs.follow();
  }

  /** Starts no further run, and ends the running runs. A run that is ended is due again. */
  close(): Promise<void> {
    return this.#runs.close();
  }

  async #run(source: string, known: KnownPlan, signal: AbortSignal): Promise<Composed<KnownPlan>> {
    const { kind, connectionId, plan, state } = known;
    await this.#whenReady(source, known, signal);
    if (signal.aborted || state === null) return null;
    const began = this.#options.clock.now();
    const former = this.#options.mail.outcome(source);
    const sentAt = former?.state === "sent" ? Date.parse(former.at) : 0;
    const since = Math.max(state.last, sentAt);
    const connection = this.#nameOf(connectionId) ?? "";
    const message = await this.#compose(kind, source, {
      connectionId,
      connection,
      plan,
      began,
      since,
      signal,
    });
    // A due run that the end of the app interrupts is due again. A run whose plan was changed is dropped.
    if (signal.aborted) return null;
    // If a message is made, `last` changes only when the message has been sent.
    const settled = { ...state, settledUntil: began, last: message === null ? began : since };
    return (now) => ({ plan: { ...now, state: settled }, message });
  }

  /** Waits until the message can be made, or the run was stopped. */
  async #whenReady(source: string, { kind, connectionId }: KnownPlan, signal: AbortSignal): Promise<void> {
    const wait = kind.waitUntilReady(connectionId, signal);
    if (!wait) return;
    this.#waiting.add(source);
    try {
      await wait;
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      this.#waiting.delete(source);
      this.#report(connectionId);
    }
  }

  /** Makes the message of a run. If this fails, the message contains the failure. */
  async #compose(kind: MailKind<MailPlan>, source: string, run: MailRun<MailPlan>): Promise<NewMail | null> {
    const { connectionId, began, plan } = run;
    const id = letterId(source, String(began));
    const base = { id, connectionId, source, madeAt: began, to: [...plan.to], limitBytes: 0 };
    const failed = (failure: MailError): NewMail => ({
      ...base,
      subject: "",
      text: "",
      html: null,
      file: null,
      failure,
    });
    try {
      const made = await kind.compose(run);
      if (made === null) return null;
      if ("failure" in made) return failed(made);
      const { subject, text, html = null, file } = made;
      if (!file) return { ...base, subject, text, html, file: null };
      const written = await this.#outbox.write(connectionId, id, file.name, file.content);
      return { ...base, subject, text, html, file: written, limitBytes: file.limitBytes };
    } catch (cause) {
      if (run.signal.aborted) return null;
      this.#options.log.warn("a planned message was not made", { message: kind.name, cause });
      if (!(cause instanceof AppFailure)) return failed(mailError("internal", kind.notMade));
      const { message, text } = cause.error;
      return failed({ failure: "internal", message, ...(text && { text }), reply: null });
    }
  }

  #report(connectionId: string): void {
    this.#options.onChange(connectionId);
    void this.#tidy();
  }

  /** Before the messages are loaded, the file of every message would look unused. */
  async #tidy(): Promise<void> {
    if (this.#isLoaded) await this.#outbox.tidy();
  }

  /** The stored state; null if the user saved the plan on another computer. */
  async #stateOf(source: string, plan: MailPlan): Promise<PlanState | null> {
    const state = stateSchema.safeParse(parseJson(await this.#options.store.get(source))).data;
    return state?.plan === JSON.stringify(plan) ? state : null;
  }

  /** The name of a connection; undefined if it was removed. */
  #nameOf(connectionId: string): string | undefined {
    return this.#options.connections().find((connection) => connection.connectionId === connectionId)?.name;
  }
}

/** The source of a connection's messages of a kind. It is also the name of the entry with the state of their plan. */
const sourceOf = (name: string, connectionId: string): string => `${name}.${connectionId}`;

const connectionIdOf = (source: string): string => source.slice(source.indexOf(".") + 1);

const planOf = (kind: MailKind<MailPlan>, plans: ReadonlyMap<string, MailPlan>): MailPlan | null =>
  kind.plan.safeParse(plans.get(kind.name)).data ?? null;

interface PlannedMailHandlerParts {
  readonly plannedMails: PlannedMails;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of messages that connections send at planned times. */
export function plannedMailHandlers({ plannedMails, startup: { opened } }: PlannedMailHandlerParts) {
  return {
    listPlannedMails: ({ connectionId }) => opened.then(() => plannedMails.list(connectionId)),
    sendPlannedMail: ({ connectionId, name }) => opened.then(() => plannedMails.send(connectionId, name)),
  } satisfies HandlersOf<typeof PLANNED_MAIL_CALLS>;
}
