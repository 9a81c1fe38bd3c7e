import { z } from "zod";
import { AppFailure, invalidInput } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { MailError } from "../../../shared/delivery/mail.ts";
import { nextDue, type PlannedMailState, type Timing } from "../../../shared/delivery/planned.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { MailTable } from "../mail/mail-table.ts";
import { letterId } from "../mail/letter.ts";
import { mailError, type NewMail } from "../mail/mail-job.ts";
import type { MailService } from "../mail/mail-service.ts";
import { DueRuns } from "./due-runs.ts";

/** A message that a connection sends by the clock. */
export interface MailPlan {
  readonly timing: Timing;
  readonly to: readonly string[];
}

/** A run for which a message is made. Times are ms since the epoch. */
export interface PlannedRun<Plan> {
  readonly profileId: string;
  /** The connection's name. */
  readonly connection: string;
  readonly plan: Plan;
  /** The id of its message. */
  readonly id: string;
  readonly began: number;
  /** The time of the last message that was sent, or was not needed. */
  readonly since: number;
  /** Aborts when the app ends, or the plan was changed. A due run that the end of the app stops is due again. */
  readonly signal: AbortSignal;
}

export type MailContent = Pick<NewMail, "subject" | "text" | "html" | "file" | "limitBytes">;

export interface PlannedMailOptions<Plan extends MailPlan> {
  /** The first part of entries and sources, which must never change. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Remote<MailTable & UserDatabase>, "get" | "set" | "settleEntry">;
  readonly mail: Pick<MailService, "rowOf" | "send" | "outcome" | "forget" | "keepRecipients">;
  readonly profiles: () => readonly { readonly profileId: string; readonly name: string }[];
  /** The plan that the user has set; null without one. */
  plan(profileId: string): Promise<Plan | null>;
  /**
   * Waits until a message of the connection can be made; null if it can be made now. Rejects when the signal aborts.
   */
  waitUntilReady?(profileId: string, signal: AbortSignal): Promise<void> | null;
  /** Makes the message of a run; null if none is needed. An error becomes a message that failed. */
  readonly compose: (run: PlannedRun<Plan>) => Promise<MailContent | MailError | null>;
  /** Called when the user has set up a plan. */
  onMailPlanned(profileId: string): void;
  onChange(profileId: string): void;
}

/** The state of a plan. Times are ms since the epoch by the local clock. */
const stateSchema = z.strictObject({
  /** The plan as the user saved it on this computer, JSON. */
  plan: z.string(),
  /** When it was saved. */
  anchor: z.number(),
  /** Up to when all due runs were done. */
  settledUntil: z.number(),
  /** The time of the last message that was sent, or was not needed. */
  last: z.number(),
});
type PlanState = Readonly<z.infer<typeof stateSchema>>;

interface Known<Plan> {
  readonly plan: Plan;
  /** Null until the user saves the plan on this computer. */
  readonly state: PlanState | null;
}

/**
 * Sends one kind of message of each connection by the local clock. It does so while this process lives; a missed run
 * runs once, as soon as possible.
 * @security a plan that a backup restored waits until the user saves it here: nothing goes to recipients that were set
 * elsewhere.
 */
export class PlannedMail<Plan extends MailPlan> {
  readonly #options: PlannedMailOptions<Plan>;
  readonly #known = new Map<string, Known<Plan>>();
  /** The connections whose run waits until its message can be made. */
  readonly #waiting = new Set<string>();
  readonly #runs: DueRuns;
  /** Ends the runs under way, by connection. */
  readonly #ending = new Map<string, AbortController>();
  /** The connections that send once the run of their former plan has ended. */
  readonly #sendsNext = new Set<string>();
  readonly #closing = new AbortController();

  constructor(options: PlannedMailOptions<Plan>) {
    this.#options = options;
    this.#runs = new DueRuns({
      clock: options.clock,
      planned: () => {
        const ids = new Set(options.profiles().map(({ profileId }) => profileId));
        return [...this.#known].flatMap(([id, { plan, state }]) =>
          state && ids.has(id) ? [{ id, timing: plan.timing, ...state }] : [],
        );
      },
      run: (profileId) => this.#run(profileId),
      onFailed: (cause) => options.log.warn("a planned message was not noted", { cause }),
      onChange: (profileId) => {
        if (!this.#runs.isRunning(profileId) && this.#sendsNext.delete(profileId))
          this.#runs.begin(profileId);
        options.onChange(profileId);
      },
    });
  }

  /** Reads the plans of all connections, and follows the clock. @throws AppFailure of kind `store`. */
  async load(): Promise<void> {
    this.#known.clear();
    const read = this.#options.profiles().map(async ({ profileId }) => {
      const plan = await this.#options.plan(profileId);
      if (plan) this.#known.set(profileId, { plan, state: await this.#stateOf(profileId, plan) });
    });
    await Promise.all(read);
    this.follow();
  }

  /** Takes a plan over that the user has saved or deleted. A run that was due before is dropped. */
  async changed(profileId: string): Promise<void> {
    const { store, mail, clock } = this.#options;
    const plan = await this.#options.plan(profileId);
    this.#ending.get(profileId)?.abort();
    if (plan === null) {
      this.#known.delete(profileId);
      await store.set(this.#sourceOf(profileId), null);
      await mail.forget(this.#sourceOf(profileId));
    } else {
      const now = clock.now();
      const former = this.#known.get(profileId)?.state;
      if (!former) this.#options.onMailPlanned(profileId);
      const last = former?.last ?? now;
      const state = { plan: JSON.stringify(plan), anchor: now, settledUntil: now, last };
      this.#known.set(profileId, { plan, state });
      await store.set(this.#sourceOf(profileId), JSON.stringify(state));
      await mail.keepRecipients(this.#sourceOf(profileId), plan.to);
    }
    this.#options.onChange(profileId);
    this.follow();
  }

  /** The sources of all plans' messages. */
  sources(): readonly string[] {
    return [...this.#known.keys()].map((profileId) => this.#sourceOf(profileId));
  }

  /** Reports that the state of a message has changed; messages of other sources are ignored. */
  mailed(source: string): void {
    const begin = this.#sourceOf("");
    if (source.startsWith(begin)) this.#options.onChange(source.slice(begin.length));
  }

  /** The state of a connection's plan. */
  show(profileId: string): PlannedMailState {
    const known = this.#known.get(profileId);
    const mailed = this.#options.mail.outcome(this.#sourceOf(profileId));
    if (!known?.state) return { nextRun: null, waitsFor: known ? "save" : null, running: false, mailed };
    const { anchor, settledUntil } = known.state;
    const after = Math.max(this.#options.clock.now(), settledUntil);
    return {
      nextRun: new Date(nextDue(known.plan.timing, anchor, after)).toISOString(),
      waitsFor: this.#waiting.has(profileId) ? "copy" : null,
      running: this.#runs.isRunning(profileId),
      mailed,
    };
  }

  isRunning(profileId: string): boolean {
    return this.#runs.isRunning(profileId);
  }

  /** Sends the message now. @throws AppFailure `invalid_input` if the user has saved no plan here. */
  send(profileId: string): void {
    if (!this.#known.get(profileId)?.state) throw invalidInput("Save it on this computer first.");
    // The run of a former plan sends nothing any more.
    if (this.#ending.get(profileId)?.signal.aborted === true) this.#sendsNext.add(profileId);
    else this.#runs.begin(profileId);
  }

  /** Ends the runs of connections that were removed. */
  profilesChanged(): void {
    const ids = new Set(this.#options.profiles().map(({ profileId }) => profileId));
    for (const [profileId, ending] of this.#ending) if (!ids.has(profileId)) ending.abort();
    for (const profileId of this.#known.keys()) if (!ids.has(profileId)) this.#known.delete(profileId);
  }

  /** Starts the due runs. Also called after sleep. */
  follow(): void {
    this.#runs.follow();
  }

  /** Starts no further run, and ends the running ones. Those that were due are due again. */
  async close(): Promise<void> {
    this.#runs.halt();
    this.#closing.abort();
    await this.#runs.ended();
  }

  async #run(profileId: string): Promise<void> {
    const ending = new AbortController();
    this.#ending.set(profileId, ending);
    const signal = AbortSignal.any([this.#closing.signal, ending.signal]);
    try {
      const known = await this.#whenReady(profileId, signal);
      if (known?.state) await this.#send(profileId, known, known.state, signal);
    } finally {
      this.#ending.delete(profileId);
    }
  }

  async #send(profileId: string, known: Known<Plan>, state: PlanState, signal: AbortSignal): Promise<void> {
    const { clock, store, mail } = this.#options;
    const source = this.#sourceOf(profileId);
    const began = clock.now();
    const former = mail.outcome(source);
    const sentAt = former?.state === "sent" ? Date.parse(former.at) : 0;
    const since = Math.max(state.last, sentAt);
    const due: PlanState = { ...state, settledUntil: began, last: since };
    // Settled in memory first: if the disk fails, the run must not become due again.
    this.#known.set(profileId, { ...known, state: due });
    const id = letterId(source, String(began));
    const made = await this.#compose({ profileId, plan: known.plan, id, began, since, signal });
    // A due run that the end of the app stops is due again. A plan that was changed meanwhile drops its run.
    const isDropped = this.#known.get(profileId)?.state !== due;
    if (isDropped || signal.aborted) return;
    const message = made && { id, profileId, source, madeAt: began, to: [...known.plan.to], ...made };
    // A message moves the time once it was sent.
    const settled = message === null ? { ...due, last: began } : due;
    this.#known.set(profileId, { ...known, state: settled });
    await store.settleEntry(source, JSON.stringify(settled), message && mail.rowOf(message));
    if (message) mail.send(message);
  }

  /** The plan, once its message can be made; undefined if it was changed or deleted meanwhile. */
  async #whenReady(profileId: string, signal: AbortSignal): Promise<Known<Plan> | undefined> {
    const begun = this.#known.get(profileId);
    const wait = this.#options.waitUntilReady?.(profileId, signal);
    if (!wait) return begun;
    this.#waiting.add(profileId);
    try {
      await wait;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      throw thrown;
    } finally {
      this.#waiting.delete(profileId);
      this.#options.onChange(profileId);
    }
    return this.#known.get(profileId) === begun ? begun : undefined;
  }

  /** The content of a run's message. A failure is part of it. */
  async #compose(
    run: Omit<PlannedRun<Plan>, "connection">,
  ): Promise<(MailContent & Pick<NewMail, "failure">) | null> {
    const { profiles, compose, log } = this.#options;
    const connection = profiles().find(({ profileId }) => profileId === run.profileId)?.name ?? "";
    try {
      const made = await compose({ ...run, connection });
      return made && "failure" in made ? { ...NO_CONTENT, failure: made } : made;
    } catch (cause) {
      if (run.signal.aborted) return null;
      log.warn("a planned message was not made", { cause });
      const failure = mailError("internal");
      const message = cause instanceof AppFailure ? cause.error.message : failure.message;
      return { ...NO_CONTENT, failure: { ...failure, message } };
    }
  }

  /** The stored state; null if the plan is not the one that the user saved on this computer. */
  async #stateOf(profileId: string, plan: Plan): Promise<PlanState | null> {
    const text = await this.#options.store.get(this.#sourceOf(profileId));
    const state = stateSchema.safeParse(parseJson(text)).data;
    return state?.plan === JSON.stringify(plan) ? state : null;
  }

  /** The source of its messages, and the entry of its state. */
  #sourceOf(profileId: string): string {
    return `${this.#options.name}.${profileId}`;
  }
}

const NO_CONTENT: MailContent = { subject: "", text: "", html: null, file: null, limitBytes: 0 };
