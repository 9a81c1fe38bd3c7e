import { createHash } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { COMPUTED_COLUMNS } from "../../shared/computed-columns.ts";
import { DIMENSIONS, type Dimension, type StockRow } from "../../shared/inventory/stock.ts";
import { localDay } from "../../shared/base/time/local-day.ts";
import type { Computation, ComputationPhase, InputSource } from "../store/ingest/computation.ts";
import { runTask } from "../store/database/worker-rpc.ts";
import type { SyncedStore } from "./synced-store.ts";

/** Ms between two tries while an index is loading. */
const INDEX_INTERVAL = 100;

export interface ColumnComputerOptions {
  readonly store: Pick<SyncedStore, "reader">;
  readonly computations: readonly Computation[];
  readonly clock: Clock;
  readonly log: Log;
  /** Returns a number that identifies the state of the rows. */
  revision(): number;
  /** Returns the local day of the last pass. Each such day is counted, even if no row changed. */
  passDay(): string | null;
  /** The user's settings on which computations depend. */
  readonly records: InputSource["records"];
  /** Writes the columns of a phase. @returns the state of the rows before, as `revision` identifies it. */
  compute(
    phase: ComputationPhase,
    stock: readonly StockRow[],
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<number>;
  /**
   * Called when all columns are written.
   * @param settings identifies the settings from which they were computed; null if the settings are unchanged.
   * @param rests as in `itemsChanged`.
   */
  finish(settings: string | null, rests: boolean): Promise<void>;
  /** Called when the columns after a pass are up to date. */
  onComputed(): void;
}

/**
 * Computes columns again after each pass and each verified record that changed something. If the index of a long table
 * is still loading, it waits instead of loading the rest at once.
 */
export class ColumnComputer {
  readonly #options: ColumnComputerOptions;
  readonly #closing = new AbortController();
  #isWanted = false;
  #rests = false;
  /** The number of calls of `recompute`. A run that began before a call does not count for that call. */
  #requests = 0;
  /** For each phase, the state for which it last ran. */
  readonly #computed: Record<ComputationPhase, string> = { rows: "", stock: "" };
  /** The settings from which the stored columns were computed. */
  #settings: string | null = null;
  #running: Promise<void> | null = null;

  constructor(options: ColumnComputerOptions) {
    this.#options = options;
  }

  /**
   * Requests a run after items were written, and returns at once. All writes during a run share the next run.
   * @param rests true if the writer's thread ended with the pass, and should end again.
   */
  itemsChanged(rests: boolean): void {
    this.#isWanted = true;
    this.#rests = rests;
    this.#running ??= this.#run();
  }

  /**
   * Runs the first phase before a pass ends, while the writer's thread still runs. If this fails, the run after the
   * pass repeats it.
   */
  async passWritten(): Promise<void> {
    await this.#compute("rows").catch((cause: unknown) =>
      this.#options.log.warn("columns were not computed", { cause }),
    );
  }

  /** Computes again after the user changed settings. Values may then change although no row did. */
  recompute(): void {
    this.#requests += 1;
    this.itemsChanged(false);
  }

  /**
   * Computes again if the user changed settings while the copy was closed. A copy without computed columns waits for
   * its next pass.
   * @param computedFrom the fact with this name.
   */
  async begin(computedFrom: string | null): Promise<void> {
    this.#settings = computedFrom;
    if (computedFrom === null) return;
    if ((await this.#hashSettings()) !== computedFrom && !this.#closing.signal.aborted) this.recompute();
  }

  /** Resolves when no run is waiting or running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Drops waiting runs, and waits for running writes. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      await this.#computeAll().catch((cause: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.log.warn("columns were not computed", { cause });
      });
    }
    // This is reset here, and not in the promise's `then`. Otherwise a run that is requested in between would not
    // start.
    this.#running = null;
  }

  async #computeAll(): Promise<void> {
    // The settings are read before the inputs, so that a change during the run is noticed.
    const settings = await this.#hashSettings();
    // The first phase needs no index. If it ran second, the index would be loaded again.
    await this.#compute("rows");
    const isDone = await this.#compute("stock", () => this.#countStock());
    if (isDone === "closed") return;
    if (isDone === "computed") {
      const finish = this.#options.finish(settings === this.#settings ? null : settings, this.#rests);
      await finish.then(
        () => (this.#settings = settings),
        // The columns are written in spite of this failure. The next start computes them again.
        (cause: unknown) => this.#options.log.warn("settings of columns were not noted", { cause }),
      );
    }
    this.#options.onComputed();
  }

  /** A hash of the user's settings on which columns depend. */
  async #hashSettings(): Promise<string> {
    const documents = this.#options.computations.flatMap((computation) => computation.documents);
    const hash = createHash("sha256");
    // After an update, the app may have another column.
    hash.update(JSON.stringify(COMPUTED_COLUMNS.map(({ name, kind }) => [name, kind])));
    for (const document of documents)
      hash.update(JSON.stringify([document, ...(await this.#options.records(document))]));
    return hash.digest("hex");
  }

  /** Runs a phase, unless its state is already computed. @param countStock returns null if the copy closes first. */
  async #compute(
    phase: ComputationPhase,
    countStock: () => Promise<readonly StockRow[] | null> = () => Promise.resolve([]),
  ): Promise<"computed" | "unchanged" | "closed"> {
    const [requests, revision] = [this.#requests, this.#options.revision()];
    if (this.#state(requests) === this.#computed[phase]) return "unchanged";
    const stock = await countStock();
    if (!stock) return "closed";
    const { store, computations, records } = this.#options;
    const inputs: Record<string, unknown> = {};
    const source: InputSource = { records, read: (task, input) => runTask(store.reader, task, input) };
    for (const computation of computations.filter((one) => one.phase === phase))
      inputs[computation.name] = await computation.input?.(source);
    const before = await this.#options.compute(phase, stock, inputs);
    // If rows were written after the stock was counted, another run is needed. Their pass requests it.
    if (before === revision) this.#computed[phase] = this.#state(requests);
    return "computed";
  }

  /** Identifies the state on which the columns depend. */
  #state(requests: number): string {
    const today = localDay(new Date(this.#options.clock.now()));
    return `${requests} ${this.#options.revision()} ${today} ${this.#options.passDay()}`;
  }

  /** Counts the stock when the index is loaded; null if the copy closes first. */
  async #countStock(): Promise<readonly StockRow[] | null> {
    const counted: StockRow[] = [];
    for (const dimension of DIMENSIONS) {
      const rows = await this.#countBy(dimension);
      if (!rows) return null;
      counted.push(...rows);
    }
    return counted;
  }

  async #countBy(dimension: Dimension): Promise<readonly StockRow[] | null> {
    const { store, clock } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const rows = await store.reader.stockNow(dimension, clock.now());
      if (rows) return rows;
      await clock.wait(INDEX_INTERVAL, signal);
    }
    return null;
  }
}
