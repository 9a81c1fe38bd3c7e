import type { Limits } from "../../shared/features/custody/out-limits.ts";
import type { ProblemMute } from "../../shared/features/problems/problem-mutes.ts";
import type { StockRow, Thresholds } from "../../shared/inventory/stock.ts";
import type { Units } from "../../shared/inventory/units.ts";
import type { Clock } from "../base/clock.ts";
import type { ResourceCommit } from "../store/ingest/commits.ts";
import type { RowNames } from "../store/ingest/inventory-writer.ts";
import type { InventoryStore } from "../store/store-client.ts";
import type { StatusStore } from "./status-store.ts";

export interface CopyUpdatesOptions {
  readonly store: InventoryStore;
  readonly clock: Clock;
  readonly status: StatusStore;
  /** The service's clock at its last answer, in ms since the epoch; null before that. */
  answeredAt(): number | null;
  /** Whether a pass runs, which needs the writer's thread. */
  isRunning(): boolean;
  /** Called when the items from which the stock is counted have changed. */
  onItemsChanged(): void;
}

/** Writes to the copy that are not part of a pass: the user's settings for its rows, and counts. */
export class CopyUpdates {
  readonly #options: CopyUpdatesOptions;

  constructor(options: CopyUpdatesOptions) {
    this.#options = options;
  }

  /** Gives the rows the names of the name book. */
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
    // Whether lengths of several types have a sum depends on them.
    this.#options.onItemsChanged();
  }

  /** Takes over below how much stock material types are low. */
  async useThresholds(thresholds: Thresholds): Promise<void> {
    const { store, status } = this.#options;
    status.noteChange("types", await store.writer.useThresholds(thresholds), false);
    this.#options.onItemsChanged();
  }

  /**
   * Keeps how much stock there is: of the day, and of each type and location.
   * @param rests whether the writer's thread is to end again, unless a pass needs it.
   */
  async saveStock(rows: readonly StockRow[], limits: Limits, rests: boolean): Promise<void> {
    const { store, clock } = this.#options;
    this.#note(await store.writer.saveStock(rows, limits, clock.now()));
    // A pass that runs keeps its listings in that thread.
    if (rests && !this.#options.isRunning()) void store.rest();
  }

  /** Keeps which rules the rows break. */
  async saveProblems(mutes: readonly ProblemMute[]): Promise<void> {
    const { store, clock } = this.#options;
    const answeredAt = this.#options.answeredAt();
    this.#note(await store.writer.saveProblems(mutes, clock.now(), answeredAt));
  }

  #note(commits: readonly ResourceCommit[]): void {
    for (const { resource, ...commit } of commits) this.#options.status.noteChange(resource, commit, true);
  }
}
