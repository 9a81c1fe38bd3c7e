import fs from "node:fs/promises";
import path from "node:path";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import { openInventoryStore, type InventoryStore } from "../../index/inventory-store.ts";
import { ColumnComputer, type ColumnComputerOptions } from "../../sync/column-computer.ts";
import { lockFolder } from "../../sync/folder-lock.ts";
import type { EndedPass } from "../../sync/pass.ts";
import { SyncEngine } from "../../sync/sync-engine.ts";
import type { EngineOptions } from "../../sync/engine-options.ts";

export interface OpenConnectionOptions extends Omit<
  EngineOptions,
  "store" | "onItemsChanged" | "onPassWritten" | "onPassEnded"
> {
  readonly folder: string;
  readonly connectionId: string;
  /**
   * The user's own data about the rows. The copy applies them. If null, the copy keeps the data that were applied last.
   */
  readonly own: OwnData | null;
  readonly computations: ColumnComputerOptions["computations"];
  readonly records: ColumnComputerOptions["records"];
  /** Called when a pass has ended and its stock is stored. */
  onHistory(): void;
  /** Makes the follower of the copy's passes; absent if there is no follower. */
  readonly followPasses?: ((opened: Pick<OpenConnection, "store" | "engine">) => PassFollower) | undefined;
}

/** Follows the passes of a copy. It is closed together with the copy. */
export interface PassFollower {
  passEnded(pass: EndedPass): void;
  close(): Promise<void>;
}

/** The user's own data about a connection's rows. */
export interface OwnData {
  readonly names: RowNames;
  /** The units; null if the user set none. */
  readonly units: Units | null;
}

/** An open local copy of a connection, with the engine that refreshes it. */
export interface OpenConnection {
  readonly store: InventoryStore;
  readonly engine: SyncEngine;
  /** The path to which a damaged file was moved; null if the file was not damaged. */
  readonly setAside: string | null;
  /** Computes the columns again with the user's current settings. */
  recompute(): void;
  close(): Promise<void>;
}

/** The path of a connection's data folder within Stockdeck's own folder. */
export const connectionFolder = (folder: string, connectionId: string): string =>
  path.join(folder, "profiles", connectionId);

/** Removes a connection's data folder. Its copy must be closed. */
export async function removeConnectionFolder(folder: string, connectionId: string): Promise<void> {
  await fs.rm(connectionFolder(folder, connectionId), { recursive: true, force: true });
}

/**
 * Opens a connection's data folder for this process only.
 * @throws AppFailure of kind `store`: `locked` if another process syncs the folder, `newer`, `not_writable`.
 */
export async function openConnection(options: OpenConnectionOptions): Promise<OpenConnection> {
  const { folder, inventory } = dataFolder(options.folder);
  const lock = lockFolder(folder);
  try {
    const store = await openInventoryStore(inventory);
    const columns: ColumnComputer = new ColumnComputer({
      ...options,
      store,
      revision: () => engine.status.revision,
      passDay: () => engine.updates.passDay(),
      compute: (...run) => engine.updates.compute(...run),
      finish: (...run) => engine.updates.finishComputing(...run),
      onComputed: () => options.onHistory(),
    });
    const engine: SyncEngine = new SyncEngine({
      ...options,
      store,
      onPassWritten: () => columns.passWritten(),
      onItemsChanged: (rests) => columns.itemsChanged(rests),
      onPassEnded: (pass) => follower?.passEnded(pass),
    });
    await engine.load();
    const { facts, setAside } = await store.writer.describe();
    const follower = options.followPasses?.({ store, engine });
    // The command line needs this id to find the key for the folder in the keychain.
    if (facts.connectionId !== options.connectionId)
      await store.writer.saveFacts({ connectionId: options.connectionId });
    if (options.own) await applyOwnData({ store, engine }, options.own);
    if (facts.firstPullComplete)
      columns
        .begin(facts.computedFrom)
        .catch((cause: unknown) => options.log.warn("settings of columns were not read", { cause }));
    return {
      store,
      engine,
      setAside,
      recompute: () => {
        if (engine.status.firstPullComplete) columns.recompute();
      },
      close: async () => {
        try {
          // Closing the engine also ends requests that the follower caused, so both are closed together.
          await Promise.all([engine.close(), follower?.close()]);
          await columns.close();
          await store.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Applies the user's own data to a copy with older data. */
export async function applyOwnData(
  { store, engine }: Pick<OpenConnection, "store" | "engine">,
  { names, units }: OwnData,
): Promise<void> {
  const { facts } = await store.writer.describe();
  if (facts.names !== names.state) await engine.updates.useNames(names);
  if (JSON.stringify(facts.units) !== JSON.stringify(units)) await engine.updates.useUnits(units);
}
