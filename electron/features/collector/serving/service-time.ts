import type { Clock } from "../../../base/clock.ts";

/**
 * The collector's clock for clients: the computer's clock, except that it never goes back. Clients use its time as
 * their mark, so a step back of the computer's clock must not hide changes that are stored afterwards.
 */
export class ServiceTime {
  readonly #clock: Pick<Clock, "now">;
  #latest: number;

  /** @param latest the latest time that was shown before, ms since the epoch. */
  constructor(clock: Pick<Clock, "now">, latest: number) {
    [this.#clock, this.#latest] = [clock, latest];
  }

  /** Notes a time that another collector has shown. This clock never shows an earlier time. */
  reach(time: number): void {
    this.#latest = Math.max(this.#latest, time);
  }

  /** The time, ms since the epoch. */
  now(): number {
    this.#latest = Math.max(this.#latest, this.#clock.now());
    return this.#latest;
  }
}
