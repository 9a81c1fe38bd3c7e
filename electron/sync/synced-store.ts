import type { Dimension, StockRow } from "../../shared/inventory/stock.ts";
import type { Remote, TaskThread } from "../store/database/worker-rpc.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { CopyReader } from "../store/query/copy-reader.ts";

/** The part of a copy's reading thread that syncing uses. The index, a separate layer, implements it. */
export interface SyncedReader extends Pick<Remote<CopyReader>, "record">, TaskThread {
  /** The stock by type or by location; null until the index of a long table is loaded. */
  stockNow(dimension: Dimension, now: number): Promise<readonly StockRow[] | null>;
}

/** The parts of a connection's copy that syncing uses. */
export interface SyncedStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: SyncedReader;
  /** Ends the writer's thread, which frees its memory. The next write starts the thread again. */
  rest(): Promise<void>;
}
