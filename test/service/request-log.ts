import type { Outcome } from "./faults.ts";

/** One request that the service received. */
export interface RequestEntry {
  /** Milliseconds since the epoch, by the service's clock (without `dateSkewMs`). */
  readonly at: number;
  readonly method: string;
  /** The path as received, percent-encoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Null until the request is answered, or if a fault suppresses the answer. */
  readonly status: number | null;
  /** The label of the key; null if the key is missing or unknown. The key itself is never logged. */
  readonly keyLabel: string | null;
  /** The fault of this request; "normal" if it had none. */
  readonly outcome: Outcome;
}

const KEPT_REQUESTS = 50_000;

/** Every request received, for tests that count them. */
export class RequestLog {
  #entries: RequestEntry[] = [];
  #total = 0;
  readonly #statuses = new Map<number, number>();

  /** The latest requests, oldest first; at least the last 50,000. */
  get entries(): readonly RequestEntry[] {
    return this.#entries;
  }

  /**
   * The number of requests since the start or the last `clear`. It includes requests that were dropped from
   * `entries`.
   */
  get total(): number {
    return this.#total;
  }

  /** The number of answers with a status since the start or the last `clear`. */
  countByStatus(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }

  /** The number of `entries` that have all these values. */
  count(
    like: Partial<Pick<RequestEntry, "method" | "path" | "status" | "keyLabel" | "outcome">> = {},
  ): number {
    const wanted = Object.entries(like) as readonly [keyof RequestEntry, unknown][];
    return this.#entries.filter((entry) => wanted.every(([name, value]) => entry[name] === value)).length;
  }

  clear(): void {
    this.#entries = [];
    this.#total = 0;
    this.#statuses.clear();
  }

  /** Logs a request on arrival. @returns a function that adds its status. */
  begin(entry: Omit<RequestEntry, "status">): (status: number) => void {
    const open: { -readonly [K in keyof RequestEntry]: RequestEntry[K] } = { ...entry, status: null };
    this.#entries.push(open);
    this.#total++;
    if (this.#entries.length >= 2 * KEPT_REQUESTS) this.#entries = this.#entries.slice(-KEPT_REQUESTS);
    return (status) => {
      open.status = status;
      this.#statuses.set(status, this.countByStatus(status) + 1);
    };
  }
}
