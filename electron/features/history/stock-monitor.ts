import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { limitsOf, type Limits, type OutLimits } from "../../../shared/features/custody/out-limits.ts";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import type { Dimension, StockRow } from "../../../shared/inventory/stock.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { InventoryStore } from "../../store/store-client.ts";

/** Ms between two tries while an index is being read. */
const INDEX_INTERVAL = 100;

export interface StockMonitorOptions {
  readonly store: Pick<InventoryStore, "reader">;
  readonly clock: Clock;
  readonly log: Log;
  /** Names the state of the rows. */
  revision(): number;
  /** The user's settings for the counts. */
  own(): Promise<{ readonly outLimits: OutLimits; readonly mutes: readonly ProblemMute[] }>;
  /** Writes which rules the rows break. */
  saveProblems(mutes: readonly ProblemMute[]): Promise<void>;
  /** Writes the stock: the day's, and the columns of types and locations. @param rests as in `itemsChanged`. */
  save(rows: readonly StockRow[], limits: Limits, rests: boolean): Promise<void>;
  /** The stock after a pass is kept. */
  onHistory(): void;
}

/**
 * Finds data problems and counts the stock after rows have changed. It runs after each pass and each verified record
 * that changed something. It counts for the columns of the rows, and for the local day, whose last pass decides. It
 * waits for the index of a long table instead of having it read at once.
 */
export class StockMonitor {
  readonly #options: StockMonitorOptions;
  readonly #closing = new AbortController();
  #isWanted = false;
  #rests = false;
  /** How often `recount` was called: a count that was running then does not include it. */
  #recounts = 0;
  /** The state that was counted last, and that whose problems were found last. */
  #counted = "";
  #found = "";
  #running: Promise<void> | null = null;

  constructor(options: StockMonitorOptions) {
    this.#options = options;
  }

  /**
   * Requests a count after items were written. Returns at once; writes during a count share the next count.
   * @param rests whether the writer's thread has ended with the pass, and is to end again.
   */
  itemsChanged(rests: boolean): void {
    this.#isWanted = true;
    this.#rests = rests;
    this.#running ??= this.#run();
  }

  /**
   * Finds the data problems of a pass before it ends, while its writing thread runs. If this fails, the count after it
   * finds them.
   */
  async passWritten(): Promise<void> {
    await this.#findProblems().catch((cause: unknown) =>
      this.#options.log.warn("data problems were not found", { cause }),
    );
  }

  /** Counts again after the user changed limits or mutes: the result may differ although no row did. */
  recount(): void {
    this.#recounts += 1;
    this.itemsChanged(false);
  }

  /** Drops waiting counts, and waits for running writes. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      await this.#take().catch((cause: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.log.warn("the stock was not counted", { cause });
      });
    }
    // Reset here, not in the promise's `then`: a count requested in between would not start.
    this.#running = null;
  }

  async #take(): Promise<void> {
    const { store } = this.#options;
    const recounts = this.#recounts;
    if (this.#state(recounts) !== this.#counted) {
      // First, because it needs no index: one that is being read would be read again.
      await this.#findProblems();
      const [types, locations] = [await this.#count("types"), await this.#count("locations")];
      if (!types || !locations) return;
      const { outLimits } = await this.#options.own();
      const limits = limitsOf(await store.reader.usualTimes(), outLimits);
      await this.#options.save([...types, ...locations], limits, this.#rests);
      this.#counted = this.#state(recounts);
    }
    this.#options.onHistory();
  }

  async #findProblems(): Promise<void> {
    const recounts = this.#recounts;
    if (this.#state(recounts) === this.#found) return;
    const { mutes } = await this.#options.own();
    await this.#options.saveProblems(mutes);
    this.#found = this.#state(recounts);
  }

  /** Identifies the state on which the count depends. */
  #state(recounts: number): string {
    return `${recounts} ${this.#options.revision()} ${localDay(new Date(this.#options.clock.now()))}`;
  }

  /** Null if the copy closes before the index of a long table is read. */
  async #count(dimension: Dimension): Promise<readonly StockRow[] | null> {
    const { store, clock } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const rows = await store.reader.stockNow(dimension, clock.now());
      if (rows) return rows;
      await clock.sleep(INDEX_INTERVAL, signal);
    }
    return null;
  }
}
