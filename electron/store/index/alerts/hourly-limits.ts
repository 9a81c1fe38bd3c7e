import { limitsOf, type Limits, type OutLimits } from "../../../../shared/features/custody/out-limits.ts";
import type { UsualTimesReader } from "../../query/usual-times.ts";

const HOUR = 3_600_000;

/** How long items may be out, read once an hour: it is counted in days. */
export class HourlyLimits {
  readonly #usualTimes: UsualTimesReader;
  #read: { readonly key: string; readonly limits: Limits } | null = null;

  constructor(usualTimes: UsualTimesReader) {
    this.#usualTimes = usualTimes;
  }

  /** @param now ms since the epoch by the service's clock. Used within a read transaction. */
  at(now: number, fixed: OutLimits): Limits {
    const key = JSON.stringify([Math.floor(now / HOUR), fixed]);
    if (this.#read?.key !== key) this.#read = { key, limits: limitsOf(this.#usualTimes.usualTimes(), fixed) };
    return this.#read.limits;
  }
}
