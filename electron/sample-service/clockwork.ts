import type { Clock, Timer } from "../base/clock.ts";

const SHORTEST_TICK_MS = 10;
/** The most steps of one tick. After a long sleep of the machine, the company does not make up for all missed steps. */
const MOST_STEPS_A_TICK = 1_000;

/** Calls `step` at a rate that can be set. Its timer never keeps a process alive. */
export class Clockwork {
  readonly #clock: Clock;
  readonly #step: () => void;
  #timer: Timer | null = null;

  constructor(clock: Clock, step: () => void) {
    this.#clock = clock;
    this.#step = step;
  }

  /** Sets the rate; 0 stops the steps. */
  run(stepsPerMinute: number): void {
    this.stop();
    if (stepsPerMinute <= 0) return;
    let last = this.#clock.monotonic();
    let due = 0;
    this.#timer = this.#clock.every(Math.max(SHORTEST_TICK_MS, 60_000 / stepsPerMinute), () => {
      const now = this.#clock.monotonic();
      due = Math.min(due + ((now - last) * stepsPerMinute) / 60_000, MOST_STEPS_A_TICK);
      last = now;
      for (; due >= 1; due--) this.#step();
    });
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }
}
