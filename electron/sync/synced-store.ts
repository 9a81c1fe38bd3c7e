import type { Dimension, StockRow } from "../../shared/inventory/stock.ts";
import type { Remote, TaskThread } from "../store/database/worker-rpc.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { CopyReader } from "../store/query/copy-reader.ts";

/** The part of a copy's reading thread that syncing uses. The index, a separate layer, implements it. */
export interface SyncedReader extends Pick<Remote<CopyReader>, "record">, TaskThread {
  /** The stock by type or by location; null while the index of a long table is loading. */
  stockNow(dimension: Dimension, now: number): Promise<readonly StockRow[] | null>;
}

/** The copy of a connection, as far as syncing uses it. */
export interface SyncedStore {
  readonly writer: Remote<InventoryWriter>;
  readonly reader: SyncedReader;
  /** Ends the writer's thread, which frees its memory; the next write starts it again. */
  rest(): Promise<void>;
}
