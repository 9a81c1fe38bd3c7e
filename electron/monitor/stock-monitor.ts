import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { StockRow } from "../../shared/domain/history.ts";
import type { InventoryStore } from "../store/store-client.ts";

/** Ms between two looks at an index that is being read. */
const INDEX_INTERVAL = 100;

export interface StockMonitorOptions {
  readonly store: Pick<InventoryStore, "reader" | "rest">;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes the stock: the day's, and the columns of types and locations. */
  save(rows: readonly StockRow[]): Promise<void>;
  /** The stock after a pass is kept. */
  onHistory(): void;
}

/**
 * Counts the stock after each pass and each verified record: for the columns of types and locations, and for the local day,
 * whose last pass decides. It waits for the index of a long table instead of having it read at once.
 */
export class StockMonitor {
  readonly #options: StockMonitorOptions;
  readonly #closing = new AbortController();
  #isWanted = false;
  #rests = false;
  #running: Promise<void> | null = null;

  constructor(options: StockMonitorOptions) {
    this.#options = options;
  }

  /**
   * Items were written. Returns at once; what is written while the stock is counted shares the next count.
   * @param rests whether the writer's thread has ended with the pass, and is to end again.
   */
  itemsChanged(rests: boolean): void {
    this.#isWanted = true;
    this.#rests = rests;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Ends what waits, and waits for what is being written. */
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
  }

  async #take(): Promise<void> {
    const { store, clock } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const rows = await store.reader.stockNow(clock.now());
      if (rows) {
        await this.#options.save(rows);
        if (this.#rests) await store.rest();
        return this.#options.onHistory();
      }
      await clock.sleep(INDEX_INTERVAL, signal);
    }
  }
}
