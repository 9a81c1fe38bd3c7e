import { toAppError, type ErrorKind } from "../../../shared/domain/errors.ts";
import { isOfOneAddress } from "../../../shared/domain/lasting-errors.ts";
import type { EventOutcome, LiveEvent } from "../../../shared/domain/live-events.ts";
import { serviceTime } from "../../../shared/domain/service-time.ts";
import type { Live, SyncStatus } from "../../../shared/domain/status.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { Throttle } from "../../base/throttle.ts";
import type { EventFacts } from "../../store/database/facts.ts";
import {
  PASSES_OF_GRACE,
  type AnnouncedCounts,
  type Announcement,
  type CountedChanges,
} from "../../store/ingest/announced-changes.ts";
import { goesOnByItself } from "../sync-state.ts";
import type { EndedPass, SyncEngine } from "../sync-engine.ts";
import { planFetch, type FetchPlan } from "./fetch-plan.ts";
import { PendingEvents, type EventBatch } from "./pending-events.ts";
import { RecentEvents } from "./recent-events.ts";
import { afterCount, firstFacts, mayOffer, since } from "./reliability.ts";
import { RequestBudget } from "./request-budget.ts";

export interface FollowerOptions {
  readonly engine: Pick<
    SyncEngine,
    "status" | "idle" | "syncForEvents" | "rateLimits" | "refreshRecord" | "noteLive" | "referencesCost"
  >;
  readonly clock: Clock;
  readonly log: Log;
  /** What the copy knows of its events; null where it followed none. */
  readonly facts: EventFacts | null;
  saveFacts(facts: EventFacts | null): Promise<void>;
  /** Names the events that announced changes, and counts changes. */
  announce(announcements: readonly Announcement[], counted: CountedChanges): Promise<AnnouncedCounts>;
  /** What the screen says of events has changed. */
  onChange(): void;
}

/** A source of events. */
export interface EventSource {
  /** The address of a relay, or "listener". */
  readonly name: string;
  /** True where it sends again what came while the app was closed. */
  readonly resumes: boolean;
  /** Seconds for which events are collected. */
  readonly collectSeconds: number;
}

const NO_COUNTS: AnnouncedCounts = { announced: 0, unannounced: 0, open: 0 };
/** Events that are kept until a whole pass has found their changes. */
const MOST_UNPROVEN = 10_000;
/** What a request for one record ends with if asking again would not help: the service does not know it, or sends it malformed. */
const SETTLED: ReadonlySet<ErrorKind> = new Set([
  "not_found",
  "not_addressable",
  "protocol",
  "other_company",
]);
/** Ms between two reports of what the screen says. */
const REPORT_STEP = 500;
/** Ms within which what is heard of a source is one confirmation. */
const HEARD_STEP = 1_000;

/**
 * Gives live events their effect: collects them, requests each named record once or runs one pass, within a budget. The
 * records that the service returns decide, by the rules of a pass; an event writes no row and never moves the mark.
 */
export class EventFollower {
  readonly #options: FollowerOptions;
  readonly #budget: RequestBudget;
  readonly #pending = new PendingEvents();
  readonly recent = new RecentEvents();
  readonly #report: Throttle;
  #source: EventSource | null = null;
  #facts: EventFacts | null;
  #live: Live | null = null;
  #counts = NO_COUNTS;
  /** The number of the newest change when they were counted. */
  #countedTo = -1;
  /** Events whose changes the next whole pass finds, at the latest. */
  #unproven: Announcement[] = [];
  /** True until a pass has found what happened while nothing was followed. */
  #catchesUp = false;
  /** The newest change when events ceased to come; null once passes have ended since they came again. */
  #openAfter: number | null = null;
  /** Whole passes since events came again. */
  #wholePasses = 0;
  #waiting: AbortController | null = null;
  #acting: Promise<void> | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#facts = options.facts;
    this.#budget = new RequestBudget(options.clock);
    this.#report = new Throttle(REPORT_STEP, () => options.onChange());
  }

  /** How events come; null where none are followed. */
  get live(): Live | null {
    return this.#live;
  }

  /** The place in the relay's stream up to which events had their effect; null for none. */
  get place(): string | null {
    return this.#facts?.place ?? null;
  }

  /** What the screen says of how far events can be relied on; null where none are followed. */
  get reliability() {
    const facts = this.#facts;
    if (!facts || !this.#source) return null;
    const { announced } = this.#counts;
    const { longerInterval, missed } = facts;
    const offersLonger = mayOffer(facts, announced, this.#options.clock.now());
    return { since: facts.since.at, announced, missed, longerInterval, offersLonger };
  }

  /** True while no event waits that is due, and none is having its effect. */
  get isIdle(): boolean {
    return this.#acting === null && (this.#pending.isEmpty || this.#untilDue() > 0);
  }

  /** Follows a source; null ends it. Another one than before begins anew. */
  follow(source: EventSource | null): void {
    const { engine, clock } = this.#options;
    const isSame = source !== null && this.#source?.name === source.name;
    this.#source = source;
    if (!isSame) this.#drop();
    if (source === null) return this.#show(null);
    if (this.#facts?.source !== source.name) {
      this.#facts = firstFacts(source.name, engine.status.lastChange, clock.now());
      this.#forgetCounts();
    }
    this.#catchesUp ||= !source.resumes || this.#facts.place === null;
    this.#plan();
  }

  /** Notes how events come. @param heard true where something has just come from their source. */
  noteSource(state: Live["state"], heard: boolean): void {
    const now = this.#options.clock.now();
    const confirmedAt = this.#live?.confirmedAt ?? null;
    const isRecent = confirmedAt !== null && Math.abs(now - Date.parse(confirmedAt)) < HEARD_STEP;
    if (this.#live?.state === state && (!heard || isRecent)) return;
    // What is found while no events come is not held against them: they come later, or never.
    if (state !== "live") {
      this.#openAfter ??= this.#options.engine.status.lastChange;
      this.#wholePasses = 0;
      this.#catchesUp ||= this.#source?.resumes === false;
    }
    this.#show({ state, confirmedAt: heard ? new Date(now).toISOString() : confirmedAt, missed: null });
  }

  /** Takes an event; one that is known already has no effect. @param place where it is in the source's stream. */
  accept(event: LiveEvent, place: string | null): void {
    if (!this.#source || !this.recent.add(event)) return;
    this.#pending.add(event, place, this.#options.clock.monotonic());
    this.#plan();
    this.#report.soon();
  }

  /** Events were lost: a pass finds what they were about, and nothing of it is held against the events. */
  noteGap(): void {
    if (!this.#source) return;
    this.#catchesUp = true;
    this.#pending.addPass(this.#options.clock.monotonic());
    this.#plan();
  }

  /** A pass has ended: it found what events before it were about. What the user asks for is not in the budget. */
  passEnded({ isScheduled, begunAt, isWhole }: EndedPass): void {
    if (isScheduled) this.#budget.spend(1);
    if (!this.#source || !isWhole) return;
    if (this.#live?.state === "live") this.#notePass();
    const found = [...this.#pending.takeBefore(begunAt), ...this.#unproven.splice(0)];
    // What has its effect now counts when it is done.
    if (this.#acting === null) void this.#guarded(() => this.#count(found));
    else this.#unproven.push(...found);
  }

  /** A whole pass has ended while events come. */
  #notePass(): void {
    if (this.#catchesUp) this.#beginCount();
    this.#wholePasses += 1;
    // As many as a change has in which it may be announced.
    if (this.#wholePasses > PASSES_OF_GRACE) this.#openAfter = null;
  }

  /** The computer goes to sleep: what a source that does not resume sends meanwhile is lost. */
  suspended(): void {
    if (this.#source && !this.#source.resumes) this.#catchesUp = true;
  }

  /** Accepts the offer of a longer interval, or goes back to the usual one. @param seconds null for the usual. */
  async setLongerInterval(seconds: number | null): Promise<void> {
    if (!this.#facts) return;
    await this.#save({ ...this.#facts, longerInterval: seconds, missed: null });
  }

  async close(): Promise<void> {
    this.#source = null;
    this.#drop();
    this.#report.stop();
    await this.#acting;
  }

  #show(live: Live | null): void {
    this.#live = live && { ...live, missed: this.#facts?.missed ?? null };
    this.#options.engine.noteLive(this.#live, this.#facts?.longerInterval ?? null);
    this.#report.soon();
  }

  /** Waits until what is pending is due; what comes meanwhile may put that off. */
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
    this.#acting = this.#guarded(() => this.#act()).finally(() => {
      this.#acting = null;
      this.#plan();
    });
  }

  /** Forgets what is pending. */
  #drop(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#pending.take();
    this.recent.drop();
  }

  /** Ms until the events are collected and the budget lasts. */
  #untilDue(): number {
    const collect = (this.#source?.collectSeconds ?? 0) * 1_000;
    const collected = this.#pending.dueAt(collect) - this.#options.clock.monotonic();
    return Math.max(collected, this.#budget.waitFor(this.#nextFetch().cost), 0);
  }

  #nextFetch(): FetchPlan {
    const { engine } = this.#options;
    const mayFetch = engine.status.waitUntil === null;
    return planFetch(this.#pending.sizes, this.#budget.available, mayFetch, engine.referencesCost);
  }

  async #act(): Promise<void> {
    const { engine } = this.#options;
    // A pass that runs may have passed what the events are about; single records do not wait for its end.
    if (this.#nextFetch().pass !== "none") await engine.idle();
    if (!this.#source) return;
    const plan = this.#nextFetch();
    const batch = { ...this.#pending.take(), upTo: this.recent.count };
    if (!mayAct(engine.status)) return this.#settle(batch, "ignored");
    this.#budget.spend(plan.cost);
    const singles = batch.named.filter(
      ({ resource }) => plan.singles === "all" || (plan.singles === "references" && resource !== "items"),
    );
    const left = await this.#fetchSingles(singles);
    // After a 429 one pass finds what is left.
    if (left === "rate_limited" && plan.pass === "none") this.#budget.spend(1 + engine.referencesCost);
    const pass = left === "rate_limited" ? "withReferences" : plan.pass;
    if (pass !== "none") await engine.syncForEvents(pass === "withReferences");
    const failed = left === "failed" || (pass !== "none" && engine.status.error !== null);
    // A pass that ran meanwhile may have left nothing to request.
    const isFetched = pass === "none" && batch.named.length > 0;
    await this.#settle(batch, failed ? "failed" : isFetched ? "fetched" : "passed");
  }

  /** Requests records one by one. @returns why it stopped; null where all were answered. */
  async #fetchSingles(singles: readonly Announcement[]): Promise<"rate_limited" | "failed" | null> {
    const { engine } = this.#options;
    const before = engine.rateLimits;
    let isRefused = false;
    for (const { resource, id, event } of singles) {
      if (!this.#source) return "failed";
      // The queue has sat out a 429 by itself.
      if (engine.rateLimits !== before) return "rate_limited";
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

  /** The events of a batch have had their effect. */
  async #settle(batch: EventBatch & { readonly upTo: number }, outcome: EventOutcome): Promise<void> {
    const { engine, clock } = this.#options;
    this.recent.settle(outcome, batch.upTo, serviceTime(engine.status, clock.now()));
    if (this.#facts && batch.place !== null) this.#facts = { ...this.#facts, place: batch.place };
    const isProven = outcome === "fetched" || outcome === "passed";
    if (!isProven) this.#unproven = [...this.#unproven, ...batch.named].slice(-MOST_UNPROVEN);
    await this.#count(isProven ? [...batch.named, ...this.#unproven.splice(0)] : []);
    if (this.#facts && batch.place !== null) await this.#save(this.#facts);
  }

  /** Names the events of changes, and looks whether there are changes that none announced. */
  async #count(announcements: readonly Announcement[]): Promise<void> {
    const { engine, clock, log } = this.#options;
    const { lastChange } = engine.status;
    const facts = this.#facts;
    if (!facts) return;
    if (this.#catchesUp) return;
    const isKnown = lastChange === this.#countedTo && this.#counts.open === 0;
    if (announcements.length === 0 && isKnown) return;
    this.#counts = await this.#options.announce(announcements, {
      since: facts.since.change,
      openAfter: this.#openAfter,
    });
    this.#countedTo = lastChange;
    const next = afterCount(this.#facts ?? facts, this.#counts, lastChange, clock.now());
    if (next.missed !== facts.missed) {
      log.warn("changes without an event", { changes: this.#counts.unannounced });
      this.#forgetCounts();
      await this.#save(next);
    } else this.#report.soon();
  }

  /** Counts anew from here. */
  #beginCount(): void {
    const { engine, clock } = this.#options;
    this.#catchesUp = false;
    this.#forgetCounts();
    if (!this.#facts) return;
    const facts = { ...this.#facts, ...since(engine.status.lastChange, clock.now()) };
    void this.#guarded(() => this.#save(facts));
  }

  #forgetCounts(): void {
    this.#counts = NO_COUNTS;
    this.#countedTo = -1;
  }

  async #save(facts: EventFacts): Promise<void> {
    this.#facts = facts;
    await this.#options.saveFacts(facts);
    this.#show(this.#live);
  }

  /** Polling finds what events could not. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((cause: unknown) => this.#options.log.warn("events had no effect", { cause }));
  }
}

/** Before the first pull is whole there is nothing to refresh; after a refusal the user acts first. */
function mayAct({ firstPullComplete, state }: SyncStatus): boolean {
  return firstPullComplete && goesOnByItself(state) && state !== "forbidden" && state !== "asleep";
}
