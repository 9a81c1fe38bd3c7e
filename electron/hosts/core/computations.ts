import { LATE_COMPUTATION } from "../../features/custody/custody-tasks.ts";
import { NOTE_COMPUTATION } from "../../features/custody/note-column.ts";
import { CONSUMPTION } from "../../features/history/consumption.ts";
import { SNAPSHOT_COMPUTATION, STOCK_COMPUTATION } from "../../features/history/stock-columns.ts";
import { LOW_STOCK_COMPUTATION } from "../../features/low-stock/low-stock-columns.ts";
import { PROBLEM_COMPUTATION } from "../../features/problems/problem-column.ts";
import { STOCK_VALUE_COMPUTATION, VALUE_COMPUTATION } from "../../features/stock-value/value-columns.ts";
import type { Computation } from "../../store/ingest/computation.ts";

/** The computations of features for the columns of `shared/computed-columns.ts`. They run in this order. */
export const COMPUTATIONS: readonly Computation[] = [
  CONSUMPTION,
  PROBLEM_COMPUTATION,
  NOTE_COMPUTATION,
  VALUE_COMPUTATION,
  STOCK_COMPUTATION,
  LATE_COMPUTATION,
  LOW_STOCK_COMPUTATION,
  STOCK_VALUE_COMPUTATION,
  // This computation reads the columns that the earlier computations write.
  SNAPSHOT_COMPUTATION,
];
