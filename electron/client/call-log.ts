import type { Call } from "../../shared/inventory/call.ts";
import type { Clock } from "../base/clock.ts";
import { SlidingCount } from "./pacing.ts";

/** The outcome of a request, as the client knows it. */
export type CallEnd = Pick<Call, "status" | "error" | "reason" | "requestId">;

/** The number of calls in the log. It is enough to see what led to a failure. */
const KEPT_CALLS = 50;
const HOUR = 3_600_000;
/** The most characters of a logged path or request id. */
const LONGEST_TEXT = 300;

/**
 * The latest calls to a service, and the number of calls within the last hour. The log belongs to a connection and not
 * to a client, so that replacing the key does not empty the log.
 */
export class CallLog {
  readonly #clock: Clock;
  readonly #sent: SlidingCount;
  readonly #calls: Call[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sent = new SlidingCount(clock, HOUR);
  }

  /** The last 50 calls that have ended, the latest last. */
  get calls(): readonly Call[] {
    return [...this.#calls];
  }

  /** The number of requests sent within the last hour, including retries and probes; exact to a minute. */
  get requestsLastHour(): number {
    return this.#sent.total;
  }

  /**
   * Counts a request when it is sent.
   * @param path the path without cursor and key, because the log contains it unchanged.
   * @returns a function that must be called once, when the request has ended.
   */
  begin(path: string): (end: CallEnd) => void {
    const at = new Date(this.#clock.now()).toISOString();
    const begun = this.#clock.monotonic();
    this.#sent.add();
    return ({ requestId, ...end }) => {
      this.#calls.push({
        at,
        method: "GET",
        path: path.slice(0, LONGEST_TEXT),
        ...end,
        milliseconds: Math.round(this.#clock.monotonic() - begun),
        requestId: requestId?.slice(0, LONGEST_TEXT) ?? null,
      });
      if (this.#calls.length > KEPT_CALLS) this.#calls.shift();
    };
  }
}
