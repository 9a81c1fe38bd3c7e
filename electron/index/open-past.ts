import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Clock, Timer } from "../base/clock.ts";
import type { ReadingOptions } from "../store/database/inventory-file.ts";
import { toInstant } from "../store/query/compile-query.ts";
import type { ColumnarView } from "./columnar-view.ts";
import { PastReading } from "./past-reading.ts";

/** Ms without a query after which a past moment is closed. A later query opens it again. */
const UNUSED_PAST_MS = 600_000;

/** The past moment that a reader has open. At most one is open, because each needs the memory of an index. */
export class OpenPast {
  readonly #file: string;
  readonly #options: ReadingOptions;
  readonly #clock: Pick<Clock, "after">;
  readonly #present: (resource: Resource) => ColumnarView;
  #reading: PastReading | null = null;
  #timer: Timer | null = null;

  /** @param present returns the loaded index of a table. */
  constructor(
    file: string,
    options: ReadingOptions,
    clock: Pick<Clock, "after">,
    present: (resource: Resource) => ColumnarView,
  ) {
    this.#file = file;
    this.#options = options;
    this.#clock = clock;
    this.#present = present;
  }

  /** Whether a moment is open. @param asOf ISO 8601. */
  has(asOf: string): boolean {
    return this.#reading?.asOf === asOf;
  }

  /** Opens a moment. Another one is closed. @param asOf ISO 8601. @throws AppFailure `not_observed`. */
  at(asOf: string): PastReading {
    // A timer closes the moment, because closing a window does not close it.
    this.#timer?.stop();
    this.#timer = this.#clock.after(UNUSED_PAST_MS, () => this.close());
    if (this.#reading?.asOf === asOf) return this.#reading;
    this.close();
    const moment = { text: asOf, instant: toInstant(asOf) };
    this.#reading = new PastReading(this.#file, this.#options, moment, this.#present);
    return this.#reading;
  }

  /** Closes the moment, which frees its memory. @param asOf the moment; absent to close any moment. */
  close(asOf?: string): void {
    if (!this.#reading || (asOf !== undefined && !this.has(asOf))) return;
    this.#timer?.stop();
    this.#reading.close();
    this.#reading = null;
  }
}
