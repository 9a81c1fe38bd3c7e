import { nextDue, type Timing } from "../../../shared/delivery/planned.ts";
import type { Clock } from "../../base/clock.ts";

/** Ms between two checks of the local clock, because timers stop while the computer sleeps. */
const CHECK_INTERVAL_MS = 30_000;

/** A plan whose runs follow the local clock. Times are ms since the epoch. */
export interface Planned {
  readonly id: string;
  readonly timing: Timing;
  /** When its timing was set. */
  readonly anchor: number;
  /** Up to when all due runs were done. */
  readonly settledUntil: number;
}

export interface DueRunsOptions {
  readonly clock: Clock;
  /** The plans that may run now. */
  readonly planned: () => readonly Planned[];
  /** Does a run. It first moves the plan's `settledUntil`, or the run is due again at once. */
  readonly run: (id: string) => Promise<void>;
  /** Called when a run has rejected. */
  readonly onFailed: (cause: unknown) => void;
  /** Called when a run has begun or ended. */
  readonly onChange: (id: string) => void;
}

/**
 * Starts the runs of plans by the local clock. It does so while this process lives, one run at a time for each plan. A
 * plan that missed one or more runs runs once, as soon as possible.
 */
export class DueRuns {
  readonly #options: DueRunsOptions;
  readonly #running = new Map<string, Promise<void>>();
  #sleep: AbortController | null = null;
  #halted = false;

  constructor(options: DueRunsOptions) {
    this.#options = options;
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Starts the due runs, and checks again when the next one is due. Also called after sleep or a change. */
  follow(): void {
    this.#sleep?.abort();
    if (this.#halted) return;
    const { clock, planned } = this.#options;
    const now = clock.now();
    const plans = planned();
    for (const { id, timing, anchor, settledUntil } of plans)
      if (nextDue(timing, anchor, settledUntil) <= now) this.begin(id);
    if (plans.length === 0) return;
    const waits = plans.map(({ timing, anchor }) => nextDue(timing, anchor, now) - now);
    const sleep = new AbortController();
    this.#sleep = sleep;
    clock.wait(Math.min(CHECK_INTERVAL_MS, ...waits), sleep.signal).then(
      () => this.follow(),
      () => {},
    );
  }

  /** Begins a run, due or not, unless one is under way. */
  begin(id: string): void {
    if (this.#halted || this.#running.has(id)) return;
    const { run, onFailed, onChange } = this.#options;
    const running = run(id)
      .catch(onFailed)
      .finally(() => {
        this.#running.delete(id);
        onChange(id);
        this.follow();
      });
    this.#running.set(id, running);
    onChange(id);
  }

  /** Starts no run until it resumes. */
  halt(): void {
    this.#halted = true;
    this.#sleep?.abort();
  }

  /** Starts runs again, and the due ones at once. */
  resume(): void {
    this.#halted = false;
    this.follow();
  }

  /** Waits for the runs under way. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
