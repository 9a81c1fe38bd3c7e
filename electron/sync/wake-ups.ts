import type { Clock } from "../base/clock.ts";

/** Ms within which several wake-ups count as one. */
const ONE_WAKING = 5_000;

/** The wake-ups of the computer. Some systems report one of them several times. */
export class WakeUps {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #catchUp: () => Promise<void>;
  #last: { readonly at: number; readonly caughtUp: Promise<void> } | null = null;

  constructor(clock: Pick<Clock, "monotonic">, catchUp: () => Promise<void>) {
    this.#clock = clock;
    this.#catchUp = catchUp;
  }

  /** Called before sleep, which cancels a running catch-up. The next wake-up therefore counts, however soon. */
  sleeps(): void {
    this.#last = null;
  }

  /** Starts the catch-up, or joins the one that the same wake-up has started. */
  wakes(): Promise<void> {
    const now = this.#clock.monotonic();
    if (this.#last && now - this.#last.at < ONE_WAKING) return this.#last.caughtUp;
    const caughtUp = this.#catchUp();
    this.#last = { at: now, caughtUp };
    return caughtUp;
  }
}
