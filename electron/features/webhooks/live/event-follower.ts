import { toAppError, isOfOneAddress } from "../../../../shared/base/errors.ts";
import type { ErrorKind } from "../../../../shared/base/error-kinds.ts";
import type { EventOutcome, WebhookEvent } from "../../../../shared/features/webhooks/webhook-events.ts";
import { serviceTime } from "../../../../shared/inventory/service-time.ts";
import type { Live, SyncStatus } from "../../../../shared/inventory/status.ts";
import { type Clock, Throttle } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { EventFacts } from "../../../store/database/facts.ts";
import { recoversAutomatically } from "../../../sync/status-store.ts";
import type { SyncEngine } from "../../../sync/sync-engine.ts";
import type { EndedPass } from "../../../sync/pass.ts";
import { PendingEvents, type EventBatch, type NamedRecord, RecentEvents } from "./pending-events.ts";

export interface FollowerOptions {
  readonly engine: Pick<
    SyncEngine,
    "status" | "idle" | "syncForEvents" | "rateLimits" | "refreshRecord" | "noteLive"
  >;
  readonly clock: Clock;
  readonly log: Log;
  /** The position up to which events were followed before; null without one. */
  readonly facts: EventFacts | null;
  saveFacts(facts: EventFacts | null): Promise<void>;
  /** Adds the events' ids to changes that a pass observed. */
  nameEvents(named: readonly NamedRecord[]): Promise<void>;
  /** Called when `live` or `recent` has changed. */
  onChange(): void;
}

/** A relay, or a server of deliveries, as the source of events. */
export interface EventSource {
  /** The address of the relay, or another name of the source. */
  readonly name: string;
  /** Seconds without another event after which events are applied. */
  readonly collectSeconds: number;
  /** The longest time for which events are collected; ten seconds unless set. */
  readonly longestSeconds?: number;
}

/**
 * Errors of a single request after which asking again is useless: the service does not know the record, or sends it
 * malformed.
 */
const SETTLED: ReadonlySet<ErrorKind> = new Set([
  "not_found",
  "not_addressable",
  "protocol",
  "other_company",
]);
const REPORT_STEP_MS = 500;
/** The longest time for which events of a relay are collected. */
const LONGEST_SECONDS = 10;
/** Messages of a source within this time are reported once. */
const HEARD_STEP_MS = 1_000;

/** The most single requests within a window; beyond them one pass replaces them all. */
const MOST_SINGLES = 20;
const WINDOW_MS = 10_000;

/** Limits the requests that webhooks cause: within ten seconds at most 20 single requests or one pass. */
class RequestBound {
  readonly #clock: Pick<Clock, "monotonic">;
  /** Requests of the last ten seconds, the oldest first; `at` is monotonic ms. */
  #sent: readonly { readonly at: number; readonly requests: number }[] = [];

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Ms until this many requests may be sent, at most `MOST_SINGLES`. */
  waitFor(requests: number): number {
    const now = this.#clock.monotonic();
    this.#sent = this.#sent.filter(({ at }) => at + WINDOW_MS > now);
    let used = this.#sent.reduce((sum, sent) => sum + sent.requests, 0);
    let wait = 0;
    for (const sent of this.#sent) {
      if (used + requests <= MOST_SINGLES) break;
      used -= sent.requests;
      wait = sent.at + WINDOW_MS - now;
    }
    return wait;
  }

  spend(requests: number): void {
    this.#sent = [...this.#sent, { at: this.#clock.monotonic(), requests }];
  }
}

/**
 * Applies webhooks: collects them, then requests each named record once or runs one pass, within a bound. Only records
 * that the service returns are written, by the rules of a pass. An event itself writes no row and never moves the mark.
 */
export class EventFollower {
  readonly #options: FollowerOptions;
  readonly #bound: RequestBound;
  readonly #pending = new PendingEvents();
  readonly recent = new RecentEvents();
  readonly #report: Throttle;
  #source: EventSource | null = null;
  #facts: EventFacts | null;
  #live: Live | null = null;
  #waiting: AbortController | null = null;
  #acting: Promise<void> | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#facts = options.facts;
    this.#bound = new RequestBound(options.clock);
    this.#report = new Throttle(REPORT_STEP_MS, () => options.onChange());
  }

  /** The state of the connection to the source; null if no source is followed. */
  get live(): Live | null {
    return this.#live;
  }

  /** The position in the relay's stream up to which events were applied; null for the beginning. */
  get place(): string | null {
    return this.#facts?.place ?? null;
  }

  /** True while no event is due and no event is being applied. */
  get isIdle(): boolean {
    return this.#acting === null && (this.#pending.isEmpty || this.#untilDue() > 0);
  }

  /** Follows a source; null stops that. A new source starts at its beginning. */
  follow(source: EventSource | null): void {
    const isSame = source !== null && this.#source?.name === source.name;
    this.#source = source;
    if (!isSame) this.#drop();
    if (source === null) return this.#show(null);
    if (this.#facts?.source !== source.name) this.#facts = { source: source.name, place: null };
    this.#plan();
  }

  /** Notes the state of the connection. @param heard true if the source has just sent something. */
  noteSource(state: Live["state"], heard: boolean): void {
    const now = this.#options.clock.now();
    const confirmedAt = this.#live?.confirmedAt ?? null;
    const isRecent = confirmedAt !== null && Math.abs(now - Date.parse(confirmedAt)) < HEARD_STEP_MS;
    if (this.#live?.state === state && (!heard || isRecent)) return;
    this.#show({ state, confirmedAt: heard ? new Date(now).toISOString() : confirmedAt });
  }

  /** Accepts an event; a known one has no effect. @param place its position in the source's stream. */
  accept(event: WebhookEvent, place: string | null): void {
    if (!this.#source || !this.recent.add(event)) return;
    this.#pending.add(event, place, this.#options.clock.monotonic());
    this.#plan();
    this.#report.soon();
  }

  /** Requests a pass because events were lost. */
  noteGap(): void {
    if (!this.#source) return;
    this.#pending.addPass(this.#options.clock.monotonic());
    this.#plan();
  }

  /** Drops the events that a successful pass has covered. */
  passEnded({ begunAt, isWhole }: EndedPass): void {
    if (!this.#source || !isWhole) return;
    const answered = this.#pending.dropBefore(begunAt);
    if (answered.length > 0) void this.#guarded(this.#options.nameEvents(answered));
  }

  async close(): Promise<void> {
    this.#source = null;
    this.#drop();
    this.#report.stop();
    await this.#acting;
  }

  #show(live: Live | null): void {
    this.#live = live;
    this.#options.engine.noteLive(live);
    this.#report.soon();
  }

  /** Schedules the next batch. Later events may postpone it. */
  #plan(): void {
    if (this.#waiting !== null || this.#acting !== null || this.#pending.isEmpty || !this.#source) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#wait(waiting.signal);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(this.#untilDue(), signal).catch(() => {});
    if (signal.aborted) return;
    this.#waiting = null;
    if (this.#untilDue() > 0) this.#plan();
    else this.#begin();
  }

  #begin(): void {
    this.#acting = this.#guarded(this.#act()).finally(() => {
      this.#acting = null;
      this.#plan();
    });
  }

  /** Logs a failure: polling will find the changes. */
  async #guarded(work: Promise<void>): Promise<void> {
    await work.catch((cause: unknown) => this.#options.log.warn("events had no effect", { cause }));
  }

  #drop(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#pending.take();
    this.recent.drop();
  }

  /** Ms until events have been collected and the bound permits their requests. */
  #untilDue(): number {
    const { collectSeconds = 0, longestSeconds = LONGEST_SECONDS } = this.#source ?? {};
    const due = this.#pending.dueAt(collectSeconds * 1_000, longestSeconds * 1_000);
    const collected = due - this.#options.clock.monotonic();
    const { named } = this.#pending.sizes;
    return Math.max(collected, this.#bound.waitFor(this.#needsPass ? MOST_SINGLES : named), 0);
  }

  /** Whether one pass must find the pending records: too many, one without a name, or the wait of a 429 is running. */
  get #needsPass(): boolean {
    const { named, needsPass } = this.#pending.sizes;
    return needsPass || named > MOST_SINGLES || this.#options.engine.status.waitUntil !== null;
  }

  async #act(): Promise<void> {
    const { engine } = this.#options;
    // A running pass may already be past the records. Single requests need not wait for it.
    if (this.#needsPass) await engine.idle();
    if (!this.#source) return;
    const needsPass = this.#needsPass && !this.#pending.isEmpty;
    const batch = this.#pending.take();
    const upTo = this.recent.count;
    if (!mayAct(engine.status)) return this.#settle(batch, upTo, "ignored");
    if (needsPass) {
      this.#bound.spend(MOST_SINGLES);
      await engine.syncForEvents(batch.named.some(({ resource }) => resource !== "items"));
      await this.#options.nameEvents(batch.named);
      return this.#settle(batch, upTo, engine.status.error === null ? "passed" : "failed");
    }
    const stop = await this.#fetchSingles(batch.named);
    // After a 429, one pass finds the remaining records, as soon as the bound permits it.
    if (stop === "rate_limited") return this.#pending.putBack(batch.named, this.#options.clock.monotonic());
    // A pass that ran meanwhile may have covered all of them.
    const done = batch.named.length > 0 ? "fetched" : "passed";
    await this.#settle(batch, upTo, stop === "failed" ? "failed" : done);
  }

  /** Requests records one by one. @returns the reason why it stopped; null if all were answered. */
  async #fetchSingles(named: readonly NamedRecord[]): Promise<"rate_limited" | "failed" | null> {
    const { engine } = this.#options;
    const before = engine.rateLimits;
    let isRefused = false;
    for (const { resource, id, event } of named) {
      if (!this.#source) return "failed";
      // The queue has already waited for the end of a 429.
      if (engine.rateLimits !== before) return "rate_limited";
      this.#bound.spend(1);
      try {
        await engine.refreshRecord(resource, id, event);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.kind === "rate_limited") return error.kind;
        if (isOfOneAddress(error)) isRefused = true;
        else if (!SETTLED.has(error.kind)) return "failed";
      }
    }
    return isRefused ? "failed" : null;
  }

  /** Stores the outcome of a batch, and its position in the stream. */
  async #settle({ place }: EventBatch, upTo: number, outcome: EventOutcome): Promise<void> {
    const { engine, clock } = this.#options;
    this.recent.settle(outcome, upTo, serviceTime(engine.status, clock.now()));
    if (this.#facts && place !== null) {
      this.#facts = { ...this.#facts, place };
      await this.#options.saveFacts(this.#facts);
    }
    this.#report.soon();
  }
}

/** Before the first pull has ended there is nothing to refresh; after a refusal the user must act first. */
function mayAct({ firstPullComplete, state }: SyncStatus): boolean {
  return firstPullComplete && recoversAutomatically(state) && state !== "forbidden" && state !== "asleep";
}
