import type { Settings } from "../../shared/inventory/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { PassMode } from "./pass-state.ts";
import { costOfNextPass, fullCheckDue, staleAt, waitForNextPass } from "./schedule.ts";
import type { StatusStore } from "./status-store.ts";

export interface PassSchedulerOptions {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly status: StatusStore;
  /** Whether another pass may follow by itself. */
  mayFollow(): boolean;
  /** The time of a pass has come. */
  begin(mode: PassMode): void;
}

/** Types and locations are listed in every tenth pass (design 4.7). */
const REFERENCES_EVERY = 10;

/** Plans the next pass: its time, its listings and its number of requests. */
export class PassScheduler {
  readonly #options: PassSchedulerOptions;
  readonly #status: StatusStore;
  #settings: Settings;
  #focused = true;
  #timer: NodeJS.Timeout | null = null;
  /** The time from which the next pass's wait is counted, ms since the epoch. */
  #countedFrom: number | null = null;
  #referencesDue = true;
  /** Passes of the copy so far. */
  #passes = 0;
  /** When the user declined removals, ISO 8601; the next full check is a day later. */
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

  /** Decides between the two intervals; a window that gains focus over stale data gets a pass at once. */
  setFocused(focused: boolean): void {
    if (this.#focused === focused) return;
    this.#focused = focused;
    this.#replan();
  }

  /** The next pass lists types and locations too. */
  wantReferences(): void {
    this.#referencesDue = true;
  }

  /**
   * Takes note that a pass begins. @param passes the number of earlier ones. @returns whether it lists types and
   * locations.
   */
  passBegins(passes: number): boolean {
    this.#passes = passes + 1;
    return this.#listsReferences(passes);
  }

  referencesListed(): void {
    this.#referencesDue = false;
  }

  /** The wait for the next pass begins: a pass has ended, or the key was refused for one record, as it would be for a pass. */
  countFromNow(): void {
    this.#countedFrom = this.#options.clock.now();
    this.#schedule();
  }

  /** The mode of an automatic pass: the daily full check takes its place, but not while a question waits. */
  get dueMode(): PassMode {
    const { lastFullCheckAt, firstPullComplete, question } = this.#status.status;
    const now = this.#options.clock.now();
    const due = [lastFullCheckAt, this.#fullCheckPutOff].every((last) => fullCheckDue(last, now));
    return firstPullComplete && question === null && due ? "full" : "incremental";
  }

  putOffFullCheck(): void {
    this.#fullCheckPutOff = new Date(this.#options.clock.now()).toISOString();
  }

  /** Requests that the next pass takes. */
  get nextCost(): number {
    const { totals, unverified, completeAsOf } = this.#status.status;
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

  /** No pass begins by itself, until the wait for one begins again. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Whether the pass after `passes` earlier ones lists types and locations. */
  #listsReferences(passes: number): boolean {
    return this.#referencesDue || passes % REFERENCES_EVERY === 0;
  }

  #replan(): void {
    this.noteStaleness();
    // Without a timer, a pass runs or no pass is to follow.
    if (this.#timer !== null) this.#schedule();
  }

  /** Sets the timer of the next pass, counted from the end of the last one. */
  #schedule(): void {
    this.stop();
    const { state, error } = this.#status.status;
    if (!this.#options.mayFollow() || this.#countedFrom === null || state === "stopped") return;
    const now = this.#options.clock.now();
    const ended = { settings: this.#settings, focused: this.#focused, error, now: this.#countedFrom };
    const wait = waitForNextPass(ended, now);
    if (wait === null) return this.#status.set({ nextPassAt: null });
    this.#timer = setTimeout(() => this.#options.begin(this.dueMode), wait);
    this.#status.set({ nextPassAt: new Date(now + wait).toISOString() });
  }
}
