import { newGroup, takeShortestRolls, type Draft, type Group } from "./draft.ts";
import type { RollStock } from "./cut-types.ts";

/** The number of changes that a search may still try. A time limit would give different plans for the same rolls. */
export interface Budget {
  left: number;
}

/** An exchange of pieces between two groups. One of the groups may be the group of pieces without a roll. */
interface Change {
  readonly from: Group;
  readonly to: Group;
  readonly fromLoad: number;
  readonly toLoad: number;
}

/** Improves a draft by changing one or two groups at a time. It stops when no change helps or the budget is used up. */
export function improve(draft: Draft, stock: RollStock, budget: Budget): void {
  let isBetter = true;
  while (isBetter && budget.left > 0) {
    takeShortestRolls(draft, stock);
    isBetter = new Search(draft, stock, budget).pass();
  }
  takeShortestRolls(draft, stock);
}

/** The place of a group without a roll. */
const NO_ROLL = -1;

class Search {
  readonly #draft: Draft;
  readonly #stock: RollStock;
  readonly #budget: Budget;
  /** The pieces without a roll, as a separate group. */
  readonly #outside: Group;

  constructor(draft: Draft, stock: RollStock, budget: Budget) {
    this.#draft = draft;
    this.#stock = stock;
    this.#budget = budget;
    this.#outside = newGroup(draft.unplaced, NO_ROLL);
    draft.unplaced = this.#outside.pieces;
  }

  /** Tries every change once. @returns whether a change improved the draft. */
  pass(): boolean {
    let isBetter = false;
    for (const from of [this.#outside, ...this.#draft.groups]) {
      const targets = [...this.#draft.groups, newGroup([], NO_ROLL)];
      for (const to of targets) {
        if (from === to || from.pieces.length === 0) continue;
        while (
          this.#budget.left > 0
          && (this.#merge(from, to) || this.#move(from, to) || this.#swap(from, to))
        )
          isBetter = true;
      }
    }
    this.#draft.groups = this.#draft.groups.filter(({ pieces }) => pieces.length > 0);
    return isBetter;
  }

  /** Moves all pieces of a group to another group. */
  #merge(from: Group, to: Group): boolean {
    if (to.pieces.length === 0 || from === this.#outside) return false;
    if (!this.#try({ from, to, fromLoad: 0, toLoad: to.load + from.load })) return false;
    to.pieces.push(...from.pieces.splice(0));
    return true;
  }

  #move(from: Group, to: Group): boolean {
    for (const [at, piece] of from.pieces.entries()) {
      if (!this.#try({ from, to, fromLoad: from.load - piece, toLoad: to.load + piece })) continue;
      from.pieces.splice(at, 1);
      to.pieces.push(piece);
      return true;
    }
    return false;
  }

  #swap(from: Group, to: Group): boolean {
    for (const [at, piece] of from.pieces.entries()) {
      for (const [otherAt, other] of to.pieces.entries()) {
        const more = piece - other;
        if (more === 0) continue;
        if (!this.#try({ from, to, fromLoad: from.load - more, toLoad: to.load + more })) continue;
        from.pieces[at] = other;
        to.pieces[otherAt] = piece;
        return true;
      }
    }
    return false;
  }

  /** Gives both groups other rolls and pieces if that costs less. */
  #try({ from, to, fromLoad, toLoad }: Change): boolean {
    this.#budget.left -= 1;
    const stock = this.#stock;
    const before = [from.place, to.place] as const;
    for (const place of before) if (place >= 0) stock.release(place);
    const after = from === this.#outside ? this.#placesOf(0, toLoad) : this.#placesOf(fromLoad, toLoad);
    const unplaced = from === this.#outside ? fromLoad - from.load : 0;
    const cost = after === null ? 0 : unplaced || this.#difference(before, after);
    const isBetter = after !== null && cost < 0;
    const kept = isBetter ? after : before;
    for (const place of kept) if (place >= 0) stock.take(place);
    if (!isBetter) return false;
    if (!this.#draft.groups.includes(to)) this.#draft.groups.push(to);
    [from.place, to.place] = kept;
    [from.load, to.load] = [fromLoad, toLoad];
    return true;
  }

  /** The places of the shortest free rolls for two groups; -1 for an empty group. Null if no rolls fit. */
  #placesOf(first: number, second: number): readonly [number, number] | null {
    if (first > second) {
      const swapped = this.#placesOf(second, first);
      return swapped && [swapped[1], swapped[0]];
    }
    const longer = second === 0 ? NO_ROLL : this.#stock.shortest(second);
    if (second > 0 && longer < 0) return null;
    if (first === 0) return [NO_ROLL, longer];
    this.#stock.take(longer);
    const shorter = this.#stock.shortest(first);
    this.#stock.release(longer);
    return shorter < 0 ? null : [shorter, longer];
  }

  /**
   * The difference in opened length between two choices of rolls. If the length is equal, the difference in the number
   * of rolls.
   */
  #difference(before: readonly number[], after: readonly number[]): number {
    const opened = (places: readonly number[]): number =>
      places.reduce((total, place) => total + (place < 0 ? 0 : this.#stock.lengthOf(place)), 0);
    const count = (places: readonly number[]): number => places.filter((place) => place >= 0).length;
    return opened(after) - opened(before) || count(after) - count(before);
  }
}
