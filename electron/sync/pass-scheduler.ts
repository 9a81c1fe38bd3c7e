import type { AppError } from "../../shared/base/errors.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import type { Counts } from "../../shared/inventory/status.ts";
import { VERIFY_BUDGET } from "../../shared/inventory/record-limits.ts";
import type { Clock, Timer } from "../base/clock.ts";
import type { PassMode } from "./pass-options.ts";
import type { StatusStore } from "./status-store.ts";

export interface PassSchedulerOptions {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly status: StatusStore;
  /** Whether another pass may follow without the user. */
  mayFollow(): boolean;
  /** Begins a pass whose time has come. */
  begin(mode: PassMode): void;
}

/** After a 403, the ms between two tries (design 3). */
const FORBIDDEN_PROBE = 60 * 60_000;

/** Ms between full checks (design 4.8). */
const FULL_CHECK_EVERY = 24 * 60 * 60_000;
/** After this many intervals without a successful pass, the rows are stale (design 7). */
const INTERVALS_TO_STALE = 3;
/** Types and locations are listed in every tenth pass (design 4.7). */
const REFERENCES_EVERY = 10;

/** Plans the next pass: when it begins, what it lists, and how many requests it needs. */
export class PassScheduler {
  readonly #options: PassSchedulerOptions;
  readonly #status: StatusStore;
  #settings: Settings;
  #focused = true;
  #timer: Timer | null = null;
  /** When the wait for the next pass began, ms since the epoch; null if there is no wait. */
  #countedFrom: number | null = null;
  #referencesDue = true;
  /** The number of passes of the copy so far. */
  #passes = 0;
  /** When the user declined removals, ISO 8601. The next full check is a day later. */
  #fullCheckPutOff: string | null = null;

  constructor(options: PassSchedulerOptions) {
    this.#options = options;
    this.#status = options.status;
    this.#settings = options.settings;
  }

  get settings(): Settings {
    return this.#settings;
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#replan();
  }

  /** Selects one of the two intervals. If a window gains focus while the data is stale, a pass starts at once. */
  setFocused(focused: boolean): void {
    if (this.#focused === focused) return;
    this.#focused = focused;
    this.#replan();
  }

  /** Lets the next pass list types and locations too. */
  wantReferences(): void {
    this.#referencesDue = true;
  }

  /**
   * Called when a pass begins.
   * @param passes the number of earlier passes.
   * @returns whether the pass lists types and locations.
   */
  passBegins(passes: number): boolean {
    this.#passes = passes + 1;
    return this.#listsReferences(passes);
  }

  referencesListed(): void {
    this.#referencesDue = false;
  }

  /**
   * Starts the wait for the next pass. It is called after a pass. It is also called when the key was refused for one
   * record, because a pass would be refused too.
   */
  countFromNow(): void {
    this.#countedFrom = this.#options.clock.now();
    this.#schedule();
  }

  /** The mode of an automatic pass. It is a full check if one is due, unless the user has a question to answer. */
  get dueMode(): PassMode {
    const { lastFullCheckAt, firstPullComplete, question } = this.#status.status;
    const now = this.#options.clock.now();
    const due = [lastFullCheckAt, this.#fullCheckPutOff].every((last) => fullCheckDue(last, now));
    // A collector itself runs full checks.
    const isOwn = this.#status.status.collector === null;
    return isOwn && firstPullComplete && question === null && due ? "full" : "incremental";
  }

  putOffFullCheck(): void {
    this.#fullCheckPutOff = new Date(this.#options.clock.now()).toISOString();
  }

  /** The expected number of requests of the next pass. */
  get nextCost(): number {
    const { totals, unverified, completeAsOf, collector } = this.#status.status;
    if (collector) return 1;
    return costOfNextPass({
      pageSize: this.#settings.pageSize,
      totals,
      unverified,
      everything: completeAsOf === null || this.dueMode === "full",
      withReferences: this.#listsReferences(this.#passes),
    });
  }

  /** Sets the time at which the rows become stale. */
  noteStaleness(): void {
    const { lastPassAt } = this.#status.status;
    this.#status.set({ staleAt: staleAt(lastPassAt, this.#settings, this.#focused) });
  }

  /** Stops automatic passes until the wait for one starts again. */
  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }

  /** Whether a pass lists types and locations. @param passes the number of earlier passes. */
  #listsReferences(passes: number): boolean {
    return this.#referencesDue || passes % REFERENCES_EVERY === 0;
  }

  /** Plans the next pass again when a collector's stream has begun or broken off. */
  streamChanged(): void {
    this.#replan();
  }

  /** Whether only polling can find the changes of a collector. */
  get #withoutStream(): boolean {
    const { collector } = this.#status.status;
    return collector !== null && collector.stream !== "live";
  }

  #replan(): void {
    this.noteStaleness();
    // If there is no timer, a pass is running or no pass should follow.
    if (this.#timer !== null) this.#schedule();
  }

  /** Sets the timer of the next pass. Its time counts from the end of the last pass. */
  #schedule(): void {
    this.stop();
    const { state, error } = this.#status.status;
    if (!this.#options.mayFollow() || this.#countedFrom === null || state === "stopped") return;
    const now = this.#options.clock.now();
    const settings = this.#withoutStream ? shortened(this.#settings) : this.#settings;
    const ended = { settings, focused: this.#focused, error, now: this.#countedFrom };
    const wait = waitForNextPass(ended, now);
    if (wait === null) return this.#status.set({ nextPassAt: null });
    this.#timer = this.#options.clock.after(wait, () => this.#options.begin(this.dueMode));
    this.#status.set({ nextPassAt: new Date(now + wait).toISOString() });
  }
}

/** Seconds between two requests to a collector without a stream. */
const COLLECTOR_SECONDS = 60;

/** The settings with shorter intervals, at most that of a collector without a stream. */
const shortened = ({ pollFocusedSeconds, pollUnfocusedSeconds }: Settings): Situation["settings"] => ({
  pollFocusedSeconds: Math.min(pollFocusedSeconds, COLLECTOR_SECONDS),
  pollUnfocusedSeconds: Math.min(pollUnfocusedSeconds, COLLECTOR_SECONDS),
});

/** The data from which the time of the next pass follows. */
interface Situation {
  readonly settings: Pick<Settings, "pollFocusedSeconds" | "pollUnfocusedSeconds">;
  readonly focused: boolean;
  /** The error of the last pass; null after a success. */
  readonly error: AppError | null;
  /** The current time, ms since the epoch. */
  readonly now: number;
}

/** Ms between the end of a pass and the start of the next. Null if polling stops until the user acts. */
export function delayToNextPass({ settings, focused, error, now }: Situation): number | null {
  const usual = intervalOf(settings, focused);
  switch (error?.kind) {
    case "unauthorized":
    case "no_key":
    case "other_company":
      return null;
    case "forbidden":
      return FORBIDDEN_PROBE;
    default:
      return error?.retryAt === undefined ? usual : Math.max(Date.parse(error.retryAt) - now, 1_000);
  }
}

/**
 * Ms from now to the start of the next pass. Null if polling stops until the user acts.
 * @param ended the situation at the end of the last pass.
 */
function waitForNextPass(ended: Situation, now: number): number | null {
  const delay = delayToNextPass(ended);
  // If the local clock stepped back, the next pass must not come hours late.
  const elapsed = Math.max(0, now - ended.now);
  return delay === null ? null : Math.max(0, delay - elapsed);
}

/**
 * Whether the daily full check is due.
 * @param last when the last one ended, ISO 8601 by the local clock; null if there was none.
 * @param now ms since the epoch. If the local clock has stepped back to before the last check, a check is due.
 */
export function fullCheckDue(last: string | null, now: number): boolean {
  const elapsed = last === null ? Number.NaN : now - Date.parse(last);
  return !(elapsed >= 0 && elapsed < FULL_CHECK_EVERY);
}

/**
 * The time at which the rows become stale; null before the first successful pass.
 * @param lastPassAt when the last successful pass ended, ISO 8601.
 */
export function staleAt(
  lastPassAt: string | null,
  settings: Situation["settings"],
  focused: boolean,
): string | null {
  if (lastPassAt === null) return null;
  return new Date(Date.parse(lastPassAt) + INTERVALS_TO_STALE * intervalOf(settings, focused)).toISOString();
}

/** The numbers on which a pass's number of requests depends. */
interface PassSize {
  readonly pageSize: number;
  readonly totals: Counts;
  readonly unverified: number;
  readonly everything: boolean;
  readonly withReferences: boolean;
}

/** Estimates the number of requests of the next pass. It assumes that there are as many rows as now and few changes. */
export function costOfNextPass({
  pageSize,
  totals,
  unverified,
  everything,
  withReferences,
}: PassSize): number {
  const references = withReferences || everything ? referencesCost(pageSize, totals) : 0;
  return references + (everything ? pages(totals.items, pageSize) : 1) + Math.min(unverified, VERIFY_BUDGET);
}

/** The number of requests that list types and locations. */
function referencesCost(pageSize: number, totals: Counts): number {
  return pages(totals.locations, pageSize) + pages(totals.types, pageSize);
}

const pages = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize));

/** Ms between the end of a successful pass and the start of the next. */
function intervalOf(settings: Situation["settings"], focused: boolean): number {
  return 1_000 * (focused ? settings.pollFocusedSeconds : settings.pollUnfocusedSeconds);
}
