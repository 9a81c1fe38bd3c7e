import type { DENSITIES } from "../../../shared/views/views.ts";

/** How tall the rows are: the same height for all of them, so that any position is a multiplication. */
export type Density = (typeof DENSITIES)[number];

/** Heights of rows in CSS pixels. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 26, normal: 33, comfortable: 44 };

/** What those heights are called. */
export const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  compact: "Compact",
  normal: "Normal",
  comfortable: "Comfortable",
};
