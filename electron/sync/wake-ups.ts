import type { Clock } from "../base/clock.ts";

/** Ms within which several wake-ups count as a single one. */
const ONE_WAKING = 5_000;

/** The wake-ups of the computer. Some systems report the same wake-up several times. */
export class WakeUps {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #catchUp: () => Promise<void>;
  #last: { readonly at: number; readonly caughtUp: Promise<void> } | null = null;

  constructor(clock: Pick<Clock, "monotonic">, catchUp: () => Promise<void>) {
    this.#clock = clock;
    this.#catchUp = catchUp;
  }

  /** Called before sleep, which cancels a running pass. So the next wake-up counts, however soon it comes. */
  sleeps(): void {
    this.#last = null;
  }

  /** Starts the pass after sleep, or joins the pass that the same wake-up has started. */
  wakes(): Promise<void> {
    const now = this.#clock.monotonic();
    if (this.#last && now - this.#last.at < ONE_WAKING) return this.#last.caughtUp;
    const caughtUp = this.#catchUp();
    this.#last = { at: now, caughtUp };
    return caughtUp;
  }
}
