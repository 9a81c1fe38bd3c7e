import { NOTE_COLUMN } from "./features/custody/note-column.ts";
import { LATE_COLUMN } from "./features/custody/out-limits.ts";
import { STOCK_COLUMNS } from "./inventory/stock-columns.ts";
import { LOW_STOCK_COLUMNS } from "./features/low-stock/low-stock-columns.ts";
import { GAP_COLUMNS } from "./inventory/gap-columns.ts";
import { PROBLEMS } from "./features/problems/problems.ts";
import { VALUE_COLUMNS } from "./features/stock-value/value-columns.ts";
import type { ComputedColumn } from "./inventory/field.ts";

/** The columns that features compute. Tables, filters, groups, exports, details and the index use this list. */
export const COMPUTED_COLUMNS: readonly ComputedColumn[] = [
  ...STOCK_COLUMNS,
  LATE_COLUMN,
  NOTE_COLUMN,
  ...LOW_STOCK_COLUMNS,
  PROBLEMS,
  ...VALUE_COLUMNS,
  ...GAP_COLUMNS,
];
