import type { Density } from "./density.ts";

export const COLUMN_MENU = { title: "Columns", density: "Row height", reset: "Reset columns" };
export const moveUp = (column: string): string => `Move ${column} up`;
export const moveDown = (column: string): string => `Move ${column} down`;
/** The column of the ids of a field that shows names. */
export const idColumn = (label: string): string => `${label} id`;

export const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  compact: "Compact",
  normal: "Normal",
  comfortable: "Comfortable",
};
