import type { DENSITIES } from "../../../shared/query/views/views.ts";

/** The heights of rows. All rows have the same height, so that positions can be computed. */
export type Density = (typeof DENSITIES)[number];

export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 26, normal: 33, comfortable: 44 };
