import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { InventoryStore } from "../store/store-client.ts";

/** Ms between two looks at an index that is being read. */
const INDEX_INTERVAL = 100;

export interface DailySnapshotsOptions {
  readonly store: InventoryStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The snapshot of a pass is kept. */
  onHistory(): void;
}

/**
 * Keeps the stock of each local day: after every pass that changed rows, in place of the day's earlier one, so that the
 * last pass of a day decides. It waits for the index of a long table instead of having it read at once.
 */
export class DailySnapshots {
  readonly #options: DailySnapshotsOptions;
  readonly #closing = new AbortController();
  #isWanted = false;
  #rests = false;
  #running: Promise<void> | null = null;

  constructor(options: DailySnapshotsOptions) {
    this.#options = options;
  }

  /**
   * A whole pass ended. Returns at once; passes that end while a snapshot is taken share the next one.
   * @param rests whether the writer's thread has ended with the pass, and is to end again.
   */
  passEnded(rests: boolean): void {
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
        if (!this.#closing.signal.aborted) this.#options.log.warn("no snapshot of the stock", { cause });
      });
    }
  }

  async #take(): Promise<void> {
    const { store, clock } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const rows = await store.reader.stockNow(clock.now());
      if (rows) {
        await store.writer.saveSnapshot(rows, clock.now());
        if (this.#rests) await store.rest();
        return this.#options.onHistory();
      }
      await clock.sleep(INDEX_INTERVAL, signal);
    }
  }
}
