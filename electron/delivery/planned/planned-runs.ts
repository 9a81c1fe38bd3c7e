import { nextDue, type Timing } from "../../../shared/delivery/planned.ts";
import type { Clock } from "../../base/clock.ts";
import type { NewMail } from "../mail/mail-job.ts";

/** Ms between two checks of the local clock, because timers stop while the computer sleeps. */
const CHECK_INTERVAL_MS = 30_000;

/** The times that decide when a plan's runs are due; ms since the epoch by the local clock. */
export interface DueTimes {
  readonly timing: Timing;
  /** The time at which the timing was set. */
  readonly anchor: number;
  /** The time up to which all due runs were done. */
  readonly settledUntil: number;
}

/** The result of a run. */
export interface SettledRun<Plan> {
  /** The plan after the run, with a new `settledUntil`. */
  readonly plan: Plan;
  /** The message; null if the run sends no message. */
  readonly message: NewMail | null;
  /** Called after the plan and the message are stored. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * A function that settles a run after its end. It gets the present plan, because users may change the plan during the
 * run. Null if the run was stopped; the run is then due again.
 */
export type Composed<Plan> = ((now: Plan) => SettledRun<Plan>) | null;

export interface PlannedRunsOptions<Plan> {
  readonly clock: Clock;
  /** The queue that sends the messages. */
  readonly mail: { send(message: NewMail): void };
  /** The times of a plan; null while it may not run. */
  readonly timesOf: (plan: Plan) => DueTimes | null;
  /**
   * Does a run. A failure should be part of its result, because a run that rejects is due again at once.
   * @param signal aborts when the runs close, or `stop` is called.
   */
  readonly compose: (id: string, plan: Plan, signal: AbortSignal) => Promise<Composed<Plan>>;
  /**
   * Stores a plan after a run, in one transaction with the run's message. Otherwise a crash could leave a
   * stored message whose run is due again, or a settled run without its message.
   */
  readonly store: (id: string, plan: Plan, message: NewMail | null) => Promise<void>;
  /** Called when a run has rejected. */
  readonly onFailed: (cause: unknown) => void;
  /** Called when a run has begun or ended. */
  readonly onChange: (id: string) => void;
}

interface Run {
  readonly ended: Promise<void>;
  readonly stopping: AbortController;
}

/**
 * Runs plans by the local clock: makes a message or file, stores it, sends it. This works while the process lives, with
 * one run at a time for each plan. A plan that missed one or more runs is run once, as soon as possible.
 */
export class PlannedRuns<Plan> {
  /** The plans by id. After a change of the plans, call `follow`. */
  readonly plans = new Map<string, Plan>();
  readonly #options: PlannedRunsOptions<Plan>;
  readonly #running = new Map<string, Run>();
  /** The plans that must run again when their stopped run has ended. */
  readonly #runsNext = new Set<string>();
  #sleep: AbortController | null = null;
  #halted = false;

  constructor(options: PlannedRunsOptions<Plan>) {
    this.#options = options;
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** The next time at which a plan is due, ISO 8601; null while it may not run. */
  nextRun(plan: Plan): string | null {
    const times = this.#options.timesOf(plan);
    if (!times) return null;
    const after = Math.max(this.#options.clock.now(), times.settledUntil);
    return new Date(nextDue(times.timing, times.anchor, after)).toISOString();
  }

  /** Starts the due runs, and plans the next check. It must also be called after sleep or a change. */
  follow(): void {
    this.#sleep?.abort();
    if (this.#halted) return;
    const { clock, timesOf } = this.#options;
    const now = clock.now();
    const waits: number[] = [];
    for (const [id, plan] of this.plans) {
      const times = timesOf(plan);
      if (!times) continue;
      const { timing, anchor, settledUntil } = times;
      if (nextDue(timing, anchor, settledUntil) <= now) this.begin(id);
      waits.push(nextDue(timing, anchor, now) - now);
    }
    if (waits.length === 0) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    clock.wait(Math.min(CHECK_INTERVAL_MS, ...waits), sleep.signal).then(
      () => this.follow(),
      () => {},
    );
  }

  /**
   * Begins a run, whether it is due or not, unless one is running. If a stopped run is still ending, the new run begins
   * after it.
   */
  begin(id: string): void {
    if (this.#halted) return;
    const former = this.#running.get(id);
    if (former?.stopping.signal.aborted) this.#runsNext.add(id);
    if (former) return;
    const { onFailed, onChange } = this.#options;
    const stopping = new AbortController();
    const ended = this.#run(id, stopping.signal)
      .catch(onFailed)
      .finally(() => {
        this.#running.delete(id);
        if (this.#runsNext.delete(id)) this.begin(id);
        onChange(id);
        this.follow();
      });
    this.#running.set(id, { ended, stopping });
    onChange(id);
  }

  /** Stops the run of a plan by aborting its signal. */
  stop(id: string): void {
    this.#running.get(id)?.stopping.abort();
  }

  /** Starts no run until `resume` is called. */
  halt(): void {
    this.#halted = true;
    this.#sleep?.abort();
  }

  /** Starts runs again, and starts the due runs at once. */
  resume(): void {
    this.#halted = false;
    this.follow();
  }

  /** Waits until no run is running. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Starts no further run, and stops the running runs. */
  async close(): Promise<void> {
    this.halt();
    for (const id of this.#running.keys()) this.stop(id);
    await this.ended();
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { compose, store, mail } = this.#options;
    const plan = this.plans.get(id);
    const settle = plan === undefined ? null : await compose(id, plan, signal);
    // No `await` may come between this line and the settling, because users may change or delete the plan at any
    // time.
    const now = this.plans.get(id);
    if (!settle || now === undefined) return;
    const settled = settle(now);
    // The run is settled in memory first: if writing to the disk fails, the run must not become due again.
    this.plans.set(id, settled.plan);
    await store(id, settled.plan, settled.message);
    if (settled.message) mail.send(settled.message);
    await settled.afterwards?.();
  }
}
