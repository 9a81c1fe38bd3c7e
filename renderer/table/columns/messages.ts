import { texts } from "../../../shared/base/text/texts.ts";
import type { Density } from "./density.ts";

export const COLUMN_MENU = texts("table.columns", {
  title: "Columns",
  density: "Row height",
  reset: "Reset columns",
  moveUp: "Move {column} up",
  moveDown: "Move {column} down",
  /** The heading of the column of ids, for a field that shows names. */
  idColumn: "{field} id",
});

export const DENSITY_LABELS: Readonly<Record<Density, string>> = texts("table.columns.densities", {
  compact: "Compact",
  normal: "Normal",
  comfortable: "Comfortable",
});
