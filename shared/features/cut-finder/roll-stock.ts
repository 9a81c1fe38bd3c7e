import { toParts, type Roll } from "./cut-types.ts";

/**
 * The rolls that a plan can open, the shortest first, and which are taken. A roll's place is its index in that
 * order.
 */
export class RollStock {
  readonly rolls: readonly Roll[];
  /** The lengths in parts, the shortest first. */
  readonly lengths: readonly number[];
  readonly #taken: Uint8Array;

  constructor(rolls: readonly Roll[]) {
    const measured = rolls.map((roll) => ({ roll, parts: toParts(roll.length) }));
    // The id makes the order total, so that the same rolls always give the same plan.
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

  /** The place of the shortest free roll of at least a length; -1 if there is no such roll. */
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
