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
  /** Identifies the computation across threads; unique. */
  readonly name: string;
  /** The phase: before a pass ends, or after it, once the stock is counted. */
  readonly phase: ComputationPhase;
  /** The user's documents that the columns depend on; a change runs it again. */
  readonly documents: readonly DocumentName[];
  /** Collects data from outside the writer's thread; absent if none is needed. */
  input?(source: InputSource): Promise<Input>;
  /** Writes the rows whose values differ, in the writer's thread and transaction. @returns the written rows. */
  write(database: Database, moment: ComputationMoment, input: Input): readonly Touched[];
  /** Makes the log with which the feature follows the changes of items. */
  follow?(database: Database): ItemLog;
  /** Called in the same transaction, once the rows are part of a revision. */
  committed?(database: Database, revision: number): void;
}

export type ComputationPhase = "rows" | "stock";

export interface InputSource {
  /** Runs a task in the reader's thread. */
  readonly read: <Input, Output>(task: ThreadTask<never, Input, Output>, input: Input) => Promise<Output>;
  /** A document's records of this connection, by id. */
  readonly records: <N extends DocumentName>(document: N) => Promise<ReadonlyMap<string, RecordOf<N>>>;
}

/** The time of a computation, in ms since the epoch. */
export interface ComputationMoment {
  readonly now: number;
  /** The service's clock at its last answer; null before that. */
  readonly answeredAt: number | null;
  /** The local days of the last pass and of `now` (`ServiceClock.correct`). */
  readonly passDay: string;
  readonly today: string;
  /** The stock of each type and location; empty in the phase `rows`. */
  readonly stock: readonly StockRow[];
}

/** Writes columns of a short table if their values differ. @param valuesOf the values for a record's id. */
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
