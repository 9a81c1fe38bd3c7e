import { sum, type RollStock } from "./cut-types.ts";

/** The pieces that a draft cuts from one roll. Lengths are in parts. */
export interface Group {
  pieces: number[];
  load: number;
  /** The place of the group's roll in the stock. */
  place: number;
}

/** A plan during the search. */
export interface Draft {
  groups: Group[];
  unplaced: number[];
}

/**
 * The cost of a plan, the most important part first: length of the pieces without a roll, opened length, number of
 * rolls.
 */
export type Cost = readonly [unplaced: number, opened: number, rolls: number];

/** Compares two costs. Negative if the first cost is lower. */
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
 * Gives each group the shortest roll that fits. The group with the longest total is first. No other choice of rolls
 * opens less length for these groups.
 */
export function takeShortestRolls({ groups }: Draft, stock: RollStock): void {
  stock.releaseAll();
  groups.sort((a, b) => b.load - a.load);
  for (const group of groups) {
    group.place = stock.shortest(group.load);
    stock.take(group.place);
  }
}

/** @param pieces in parts, the longest first. */
type MakeDraft = (pieces: readonly number[], stock: RollStock) => Draft;

/** The methods for the drafts from which the search begins. Each method suits a different stock. */
export const FIRST_DRAFTS: readonly MakeDraft[] = [snugly, fromTheShortest, fromTheLongest];

/**
 * Best-fit decreasing: each piece is cut from the open roll with the least length left after the cut. If no open roll
 * fits, the method opens the shortest roll that is long enough.
 */
function snugly(pieces: readonly number[], stock: RollStock): Draft {
  const draft: Draft = { groups: [], unplaced: [] };
  stock.releaseAll();
  const freeIn = ({ place, load }: Group): number => stock.lengthOf(place) - load;
  for (const piece of pieces) {
    let best: Group | null = null;
    for (const group of draft.groups)
      if (freeIn(group) >= piece && (best === null || freeIn(group) < freeIn(best))) best = group;
    if (best) add(best, piece);
    else {
      const place = stock.shortest(piece);
      if (place < 0) draft.unplaced.push(piece);
      else {
        stock.take(place);
        draft.groups.push(newGroup([piece], place));
      }
    }
  }
  return draft;
}

/** First-fit decreasing with the shortest rolls first, which uses up short rolls. */
function fromTheShortest(pieces: readonly number[], stock: RollStock): Draft {
  return fill(pieces, stock, [...stock.lengths.keys()]);
}

/** First-fit decreasing with the longest rolls first, which opens few rolls. */
function fromTheLongest(pieces: readonly number[], stock: RollStock): Draft {
  return fill(pieces, stock, [...stock.lengths.keys()].toReversed());
}

function fill(pieces: readonly number[], stock: RollStock, places: readonly number[]): Draft {
  const groups: Group[] = [];
  let left = [...pieces];
  for (const place of places) {
    if (left.length === 0) break;
    const group = newGroup([], place);
    const others: number[] = [];
    for (const piece of left) {
      if (group.load + piece <= stock.lengthOf(place)) add(group, piece);
      else others.push(piece);
    }
    left = others;
    if (group.pieces.length > 0) groups.push(group);
  }
  return { groups, unplaced: left };
}

function add(group: Group, piece: number): void {
  group.pieces.push(piece);
  group.load += piece;
}
