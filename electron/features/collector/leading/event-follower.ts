import { toAppError, isOfOneAddress } from "../../../../shared/base/errors.ts";
import type { ErrorKind } from "../../../../shared/base/error-kinds.ts";
import type { WebhookEvent } from "../../../../shared/features/collector/webhook-events.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import { pause, type Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { InventoryStore } from "../../../index/inventory-store.ts";
import { recoversAutomatically } from "../../../sync/status-store.ts";
import type { SyncEngine } from "../../../sync/sync-engine.ts";
import type { EndedPass } from "../../../sync/pass.ts";
import { PendingEvents, type NamedRecord } from "./pending-events.ts";

interface FollowerOptions {
  readonly engine: Pick<SyncEngine, "status" | "idle" | "syncForEvents" | "rateLimits" | "refreshRecord">;
  readonly store: Pick<InventoryStore, "writer">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Ms without another event after which events are applied; below, ms after which they are always applied. */
const [COLLECT_MS, LONGEST_MS] = [300, 1_000];

/** Errors of a single request that another try cannot solve: unknown or malformed records. */
const SETTLED: ReadonlySet<ErrorKind> = new Set([
  "not_found",
  "not_addressable",
  "protocol",
  "other_company",
]);
/** The most single requests in one window. If more are needed, one pass replaces them. */
const MOST_SINGLES = 20;
const WINDOW_MS = 10_000;

/** Limits the requests that webhooks cause. Within ten seconds there are at most 20 single requests or one pass. */
class RequestBound {
  readonly #clock: Pick<Clock, "monotonic">;
  /** The requests of the last ten seconds, the oldest first; `at` is monotonic ms. */
  #sent: readonly { readonly at: number; readonly requests: number }[] = [];

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Ms until a number of requests may be sent. @param requests at most `MOST_SINGLES`. */
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
 * Applies webhooks: collects them, then requests each named record once, or runs one pass. The number of requests is
 * limited. Only records that the service returns are written, by the rules of a pass. An event itself writes no row and
 * never moves the mark.
 */
export class EventFollower {
  readonly #options: FollowerOptions;
  readonly #bound: RequestBound;
  readonly #pending = new PendingEvents();
  readonly #known = new KnownEvents();
  #waiting: AbortController | null = null;
  #acting: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#bound = new RequestBound(options.clock);
  }

  /** True while no event is due and no event is being applied. */
  get isIdle(): boolean {
    return this.#acting === null && (this.#pending.isEmpty || this.#untilDue() > 0);
  }

  /** Accepts an event. @returns false for an event that is already known, which has no effect. */
  accept(event: WebhookEvent): boolean {
    if (this.#isClosed || !this.#known.add(event.id)) return false;
    this.#pending.add(event, this.#options.clock.monotonic());
    this.#plan();
    return true;
  }

  /** Drops the events that a successful pass has covered. */
  passEnded({ begunAt, isWhole }: EndedPass): void {
    if (this.#isClosed || !isWhole) return;
    const answered = this.#pending.dropBefore(begunAt);
    if (answered.length > 0) void this.#guarded(this.#name(answered));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting?.abort();
    await this.#acting;
  }

  /** Schedules the next batch. Later events may postpone it. */
  #plan(): void {
    if (this.#waiting !== null || this.#acting !== null || this.#pending.isEmpty || this.#isClosed) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#wait(waiting.signal);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    await pause(this.#options.clock, this.#untilDue(), signal);
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

  /** Logs a failure. Nothing else is done, because regular passes will find the changes. */
  async #guarded(work: Promise<void>): Promise<void> {
    await work.catch((cause: unknown) => this.#options.log.warn("events had no effect", { cause }));
  }

  /** Ms until events have been collected and the limit allows their requests. */
  #untilDue(): number {
    const collected = this.#pending.dueAt(COLLECT_MS, LONGEST_MS) - this.#options.clock.monotonic();
    const { named } = this.#pending.sizes;
    return Math.max(collected, this.#bound.waitFor(this.#needsPass ? MOST_SINGLES : named), 0);
  }

  /**
   * Whether one pass must find the pending records: there are too many, some have no name, or a 429's wait is running.
   */
  get #needsPass(): boolean {
    const { named, needsPass } = this.#pending.sizes;
    return needsPass || named > MOST_SINGLES || this.#options.engine.status.waitUntil !== null;
  }

  async #act(): Promise<void> {
    const { engine, clock } = this.#options;
    // A running pass may have read the records already, so another pass waits for its end. Single requests need not
    // wait for it.
    if (this.#needsPass) await engine.idle();
    if (this.#isClosed) return;
    const needsPass = this.#needsPass && !this.#pending.isEmpty;
    const named = this.#pending.take();
    if (!mayAct(engine.status)) return;
    if (needsPass) {
      this.#bound.spend(MOST_SINGLES);
      await engine.syncForEvents(named.some(({ resource }) => resource !== "items"));
      return this.#name(named);
    }
    const isRefused = await this.#fetchSingles(named);
    // After a 429, one pass finds the remaining records as soon as the limit allows.
    if (isRefused) this.#pending.putBack(named, clock.monotonic());
  }

  /** Requests records one by one, until a failure that concerns all of them. @returns whether the failure was a 429. */
  async #fetchSingles(named: readonly NamedRecord[]): Promise<boolean> {
    const { engine } = this.#options;
    const before = engine.rateLimits;
    for (const { resource, id, event } of named) {
      if (this.#isClosed) return false;
      // The request queue has already waited for the end of a 429.
      if (engine.rateLimits !== before) return true;
      this.#bound.spend(1);
      try {
        await engine.refreshRecord(resource, id, event);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.kind === "rate_limited") return true;
        if (!isOfOneAddress(error) && !SETTLED.has(error.kind)) return false;
      }
    }
    return false;
  }

  /** Adds the ids of events to the changes that a pass observed. */
  #name(named: readonly NamedRecord[]): Promise<void> {
    return this.#options.store.writer.nameEvents(named);
  }
}

/** The most ids of events that are kept to recognise repeated events. */
const MOST_KNOWN_IDS = 20_000;

/** The ids of the latest events. */
class KnownEvents {
  readonly #ids = new Set<string>();

  /** Adds an id. @returns false if the id is already known. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST_KNOWN_IDS && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}

/**
 * Whether events may be applied. Before the first pull has ended there is nothing to refresh; after a refusal
 * the user must act first.
 */
function mayAct({ firstPullComplete, state }: SyncStatus): boolean {
  return firstPullComplete && recoversAutomatically(state) && state !== "forbidden" && state !== "asleep";
}
