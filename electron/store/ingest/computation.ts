import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { StockRow } from "../../../shared/inventory/stock.ts";
import type { Cell } from "../database/decode.ts";
import type { Database } from "../database/open-database.ts";
import type { ThreadTask } from "../database/worker-rpc.ts";
import type { ItemLog } from "./change-log.ts";
import type { Touched } from "../database/touched-rows.ts";

/** The way in which a feature computes its columns (`shared/computed-columns.ts`) after rows have changed. */
export interface Computation<Input = unknown> {
  /** The name that identifies the computation in all threads; unique. */
  readonly name: string;
  /** When the computation runs: before a pass ends, or after it, when the stock is counted. */
  readonly phase: ComputationPhase;
  /** The user's documents on which the columns depend. If one changes, the computation runs again. */
  readonly documents: readonly DocumentName[];
  /** Collects data that the writer's thread does not have; absent if none is needed. */
  input?(source: InputSource): Promise<Input>;
  /** Writes the rows whose values differ. It runs in the writer's thread and transaction. @returns the written rows. */
  write(database: Database, moment: ComputationMoment, input: Input): readonly Touched[];
  /** Makes the log with which the feature follows the changes of items. */
  follow?(database: Database): ItemLog;
  /** Called in the same transaction, when the rows belong to a revision. */
  committed?(database: Database, revision: number): void;
}

export type ComputationPhase = "rows" | "stock";

export interface InputSource {
  /** Runs a task in the reader's thread. */
  readonly read: <Input, Output>(task: ThreadTask<never, Input, Output>, input: Input) => Promise<Output>;
  /** The records of a document for this connection, by id. */
  readonly records: <N extends DocumentName>(document: N) => Promise<ReadonlyMap<string, RecordOf<N>>>;
}

/** The time at which a computation runs, ms since the epoch. */
export interface ComputationMoment {
  readonly now: number;
  /** The service's clock at its last answer; null if it has not answered yet. */
  readonly answeredAt: number | null;
  /** The local days of the last pass and of `now` (`ServiceClock.correct`). */
  readonly passDay: string;
  readonly today: string;
  /** The stock of each type and location. In the phase `rows` it is empty. */
  readonly stock: readonly StockRow[];
}

/**
 * Writes the columns of a short table's rows if their values differ. @param valuesOf returns the values for a record's
 * id.
 */
export function writeColumns(
  database: Database,
  resource: Resource,
  columns: readonly string[],
  valuesOf: (id: string) => readonly Cell[],
): Touched {
  const select = database.prepare(`SELECT rowid, id, ${columns.join(", ")} FROM ${resource}`);
  select.setReturnArrays(true);
  const update = database.prepare(
    `UPDATE ${resource} SET ${columns.map((name) => `${name} = ?`).join(", ")} WHERE rowid = ?`,
  );
  const rows = select.all() as unknown as [rowid: number, id: string, ...values: Cell[]][];
  const rowids = rows.flatMap(([rowid, id, ...former]) => {
    const values = valuesOf(id);
    if (values.every((value, at) => value === former[at])) return [];
    update.run(...values, rowid);
    return [rowid];
  });
  return { resource, rowids };
}
