import { MAX_PIECES } from "./cut-types.ts";

/** Why a text is not a list of cuts; each names the part. */
export const PROBLEMS = {
  none: "Write the cuts, such as “3 × 12.5 and 1 × 40”.",
  unreadable: (part: string): string =>
    `“${part}” is not a cut. Write how many and how long, such as “3 × 12.5”.`,
  ambiguous: (part: string): string =>
    `“${part}” can be read in two ways. Write decimals with a point, and “;” between cuts.`,
  count: (part: string): string =>
    `“${part}”: the number of pieces stands first, and is a whole number from 1.`,
  length: (part: string): string => `“${part}”: a length is more than 0 and has at most 6 decimals.`,
  unit: (part: string, unit: string): string => `“${part}”: lengths of this type are in ${unit}.`,
  noUnit: (part: string): string => `“${part}”: this type’s lengths have no unit. Write the number alone.`,
  tooMany: `At most ${MAX_PIECES} pieces can be planned at once.`,
};
