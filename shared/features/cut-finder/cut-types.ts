/** A number of pieces of one length. */
export interface Cut {
  readonly length: number;
  readonly count: number;
}

/** A roll that can be cut, by its item's id. */
export interface Roll {
  readonly id: string;
  /** The length that remains on the roll. */
  readonly length: number;
  readonly locationId: string | null;
}

/** A roll that a plan opens. */
export interface PlannedRoll {
  readonly roll: Roll;
  /** The pieces that come from it, the longest first. */
  readonly pieces: readonly number[];
  /** The length left on the roll after the cuts. */
  readonly remnant: number;
}

/** Which pieces come from which rolls. */
export interface CutPlan {
  /** The rolls to open, those of one location together. */
  readonly rolls: readonly PlannedRoll[];
  /** Pieces that fit on no remaining roll, the longest first. */
  readonly unplaced: readonly number[];
  /** The total length of the rolls that are opened. */
  readonly opened: number;
  /** The total of the remnants. */
  readonly waste: number;
  /** No plan for the placed pieces opens less than this, wherever its rolls are. */
  readonly lowerBound: number;
}

/** The most pieces of one plan. */
export const MAX_PIECES = 500;

/** A plan counts in millionths of the unit, as whole numbers: 3 × 0.1 then fits a roll of 0.3. */
const PARTS = 1_000_000;

export const toParts = (length: number): number => Math.round(length * PARTS);
export const toLength = (parts: number): number => parts / PARTS;

/** The sum of whole numbers of parts. */
export const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);
