import { sum } from "./exact-lengths.ts";
import type { RollStock } from "./roll-stock.ts";

/** The pieces of one roll while a plan is being made. Lengths are in parts. */
export interface Group {
  pieces: number[];
  load: number;
  /** The place of its roll in the stock. */
  place: number;
}

/** A plan in the making. */
export interface Draft {
  groups: Group[];
  unplaced: number[];
}

/** The cost of a plan, the most important part first: length without a roll, opened length, rolls. */
export type Cost = readonly [unplaced: number, opened: number, rolls: number];

/** Below 0 if the first costs less. */
export function compareCosts(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

export function costOf({ groups, unplaced }: Draft, stock: RollStock): Cost {
  const opened = sum(groups.map(({ place }) => stock.lengthOf(place)));
  return [sum(unplaced), opened, groups.length];
}

export function newGroup(pieces: number[], place: number): Group {
  return { pieces, load: sum(pieces), place };
}

/**
 * Gives each group the shortest roll that is left for it, the fullest group first: no other choice of rolls opens less
 * for these groups.
 */
export function takeShortestRolls({ groups }: Draft, stock: RollStock): void {
  stock.releaseAll();
  groups.sort((a, b) => b.load - a.load);
  for (const group of groups) {
    group.place = stock.shortest(group.load);
    stock.take(group.place);
  }
}
