const SHORTEST_TICK_MS = 10;
/** Most steps of one tick. After a long sleep of the machine the company does not make up for the whole night at once. */
const MOST_STEPS_A_TICK = 1_000;

/** Calls `step` at a settable rate; the timer never keeps a process alive. */
export class Clockwork {
  readonly #step: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(step: () => void) {
    this.#step = step;
  }

  /** Sets the rate; 0 stops. */
  run(stepsPerMinute: number): void {
    this.stop();
    if (stepsPerMinute <= 0) return;
    let last = performance.now();
    let due = 0;
    this.#timer = setInterval(
      () => {
        const now = performance.now();
        due = Math.min(due + ((now - last) * stepsPerMinute) / 60_000, MOST_STEPS_A_TICK);
        last = now;
        for (; due >= 1; due--) this.#step();
      },
      Math.max(SHORTEST_TICK_MS, 60_000 / stepsPerMinute),
    );
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
