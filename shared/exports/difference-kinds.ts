/** What became of a row between a file and now. */
export const DIFFERENCE_KINDS = ["added", "gone", "changed"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
