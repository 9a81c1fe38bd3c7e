import { localDay } from "../../shared/base/time/local-day.ts";
import type { StockRow } from "../../shared/inventory/stock.ts";
import type { Units } from "../../shared/inventory/units.ts";
import type { Clock } from "../base/clock.ts";
import type { ComputationPhase } from "../store/ingest/computation.ts";
import type { RowNames } from "../store/ingest/inventory-writer.ts";
import type { SyncedStore } from "./synced-store.ts";
import type { ServiceClock } from "./fetch-sequence.ts";
import type { StatusStore } from "./status-store.ts";

export interface CopyUpdatesOptions {
  readonly store: SyncedStore;
  readonly clock: Clock;
  readonly status: StatusStore;
  readonly serviceClock: ServiceClock;
  /** Whether a pass is running. A running pass needs the writer's thread. */
  isRunning(): boolean;
  /** Called when the items that the stock consists of have changed. */
  onItemsChanged(): void;
}

/** Writes to the copy outside of passes. It writes the user's settings that concern its rows, and counts. */
export class CopyUpdates {
  readonly #options: CopyUpdatesOptions;

  constructor(options: CopyUpdatesOptions) {
    this.#options = options;
  }

  /** Writes the user's names for ids to the rows. */
  async useNames(names: RowNames): Promise<void> {
    const { store, status } = this.#options;
    status.noteChange("items", await store.writer.useNames(names), true);
  }

  /** Applies the units of the numbers. */
  async useUnits(units: Units | null): Promise<void> {
    const { store, status } = this.#options;
    const commit = await store.writer.useUnits(units);
    status.noteChange("types", commit, false);
    status.noteChange("items", commit, true);
    // Whether lengths of several types can be added depends on the units.
    this.#options.onItemsChanged();
  }

  /** The local day of the last pass, as in `ComputationMoment`; null before the first pass. */
  passDay(): string | null {
    const { status, serviceClock } = this.#options;
    const { lastPassAt } = status.status;
    return lastPassAt === null ? null : localDay(new Date(serviceClock.correct(Date.parse(lastPassAt))));
  }

  /** Writes the computed columns of a phase. @returns the revision of the rows before. */
  async compute(
    phase: ComputationPhase,
    stock: readonly StockRow[],
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const { store, clock, status, serviceClock } = this.#options;
    const { answeredAt } = serviceClock;
    const now = clock.now();
    const today = localDay(new Date(serviceClock.correct(now)));
    const moment = { now, answeredAt, passDay: this.passDay() ?? today, today, stock };
    const { before, commits } = await store.writer.compute(phase, moment, inputs);
    for (const { resource, ...commit } of commits) status.noteChange(resource, commit, true);
    return before;
  }

  /**
   * Stores the settings from which all columns were computed.
   * @param settings null if they are already stored.
   * @param rests true if the writer's thread should end again, unless a pass needs it.
   */
  async finishComputing(settings: string | null, rests: boolean): Promise<void> {
    const { store } = this.#options;
    if (settings !== null) await store.writer.saveFacts({ computedFrom: settings });
    // A running pass has its listings in that thread.
    if (rests && !this.#options.isRunning()) void store.rest();
  }
}
