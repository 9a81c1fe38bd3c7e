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
interface PlannedRoll {
  readonly roll: Roll;
  /** The pieces to cut from this roll, the longest first. */
  readonly pieces: readonly number[];
  /** The length left on the roll after the cuts. */
  readonly remnant: number;
}

/** A plan that assigns pieces to rolls. */
export interface CutPlan {
  /** The rolls to open, grouped by location. */
  readonly rolls: readonly PlannedRoll[];
  /** Pieces that fit on no remaining roll, the longest first. */
  readonly unplaced: readonly number[];
  /** The total length of the opened rolls. */
  readonly opened: number;
  /** The total length of the remnants. */
  readonly waste: number;
  /** The least length that any plan for the placed pieces must open, in whatever locations. */
  readonly lowerBound: number;
}

/** The most pieces of one plan. */
export const MAX_PIECES = 500;

/** The number of parts per unit. A plan calculates with whole millionths, so that 3 × 0.1 fits a roll of 0.3. */
const PARTS = 1_000_000;

export const toParts = (length: number): number => Math.round(length * PARTS);
export const toLength = (parts: number): number => parts / PARTS;

/** Adds whole numbers of parts. */
export const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);

/**
 * The rolls that a plan can open, the shortest first, each with its state: free or taken. The place of a roll is its
 * index in this order.
 */
export class RollStock {
  readonly rolls: readonly Roll[];
  /** The lengths in parts, the shortest first. */
  readonly lengths: readonly number[];
  readonly #taken: Uint8Array;

  constructor(rolls: readonly Roll[]) {
    const measured = rolls.map((roll) => ({ roll, parts: toParts(roll.length) }));
    // The comparison of ids makes the order unique, so that the same rolls always give the same plan.
    measured.sort((a, b) => a.parts - b.parts || (a.roll.id < b.roll.id ? -1 : 1));
    this.rolls = measured.map(({ roll }) => roll);
    this.lengths = measured.map(({ parts }) => parts);
    this.#taken = new Uint8Array(rolls.length);
  }

  take(place: number): void {
    this.#taken[place] = 1;
  }

  release(place: number): void {
    this.#taken[place] = 0;
  }

  releaseAll(): void {
    this.#taken.fill(0);
  }

  isTaken(place: number): boolean {
    return this.#taken[place] === 1;
  }

  lengthOf(place: number): number {
    return this.lengths[place] ?? 0;
  }

  /** The place of the shortest free roll that has at least `length`; -1 if there is no such roll. */
  shortest(length: number): number {
    let [low, high] = [0, this.lengths.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lengthOf(middle) < length) low = middle + 1;
      else high = middle;
    }
    while (low < this.lengths.length && this.isTaken(low)) low += 1;
    return low < this.lengths.length ? low : -1;
  }
}
