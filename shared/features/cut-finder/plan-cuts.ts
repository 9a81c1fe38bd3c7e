import { sum, toLength, toParts, type Cut, type CutPlan, type Roll } from "./cut-types.ts";
import { compareCosts, costOf, FIRST_DRAFTS, type Cost, type Draft, type Group } from "./draft.ts";
import { improve, type Budget } from "./improve.ts";
import { lowerBound } from "./lower-bound.ts";
import { RollStock } from "./roll-stock.ts";

/** The most changes that a plan tries; some 100 ms. */
const WORK = 600_000;

export interface PlanOptions {
  /** Only plans whose rolls are all in the same location. */
  readonly oneLocation?: boolean;
}

interface Found {
  readonly draft: Draft;
  readonly stock: RollStock;
  readonly cost: Cost;
}

/**
 * Plans which cuts come from which rolls (docs/decisions/0020). In this order of importance: it cuts the most
 * length, opens the least length, opens few rolls, and visits few locations.
 */
export function planCuts(cuts: readonly Cut[], rolls: readonly Roll[], options: PlanOptions = {}): CutPlan {
  const pieces = cuts
    .flatMap(({ length, count }) => Array.from({ length: count }, () => toParts(length)))
    .toSorted((a, b) => b - a);
  const shortest = pieces.at(-1) ?? Number.POSITIVE_INFINITY;
  const fitting = rolls.filter(({ length }) => toParts(length) >= shortest);
  const stocks = options.oneLocation ? stocksByLocation(fitting) : [fitting];
  const budget = WORK / Math.max(1, stocks.length * FIRST_DRAFTS.length);
  let best: Found | null = null;
  for (const some of stocks) {
    const found = search(pieces, some, budget);
    if (best === null || compareCosts(found.cost, best.cost) < 0) best = found;
  }
  return best ? planOf(best, fitting) : { ...EMPTY, unplaced: pieces.map(toLength) };
}

const EMPTY: CutPlan = { rolls: [], unplaced: [], opened: 0, waste: 0, lowerBound: 0 };

function stocksByLocation(rolls: readonly Roll[]): readonly (readonly Roll[])[] {
  // Rolls without a location are not known to lie together.
  const known = rolls.filter(({ locationId }) => locationId !== null);
  const ids = new Set(known.map(({ locationId }) => locationId));
  return [...ids].map((id) => known.filter(({ locationId }) => locationId === id));
}

function search(pieces: readonly number[], rolls: readonly Roll[], work: number): Found {
  const stock = new RollStock(rolls);
  const found = FIRST_DRAFTS.map((make): Found => {
    const draft = make(pieces, stock);
    const budget: Budget = { left: work };
    improve(draft, stock, budget);
    return { draft, stock, cost: costOf(draft, stock) };
  });
  return found.reduce((best, next) => (compareCosts(next.cost, best.cost) < 0 ? next : best));
}

function planOf({ draft, stock, cost: [, opened] }: Found, all: readonly Roll[]): CutPlan {
  const rolls = gatherLocations(draft, stock);
  const placed = draft.groups.flatMap(({ pieces }) => pieces).toSorted((a, b) => b - a);
  const lengths = all.map(({ length }) => toParts(length)).toSorted((a, b) => a - b);
  return {
    rolls: rolls.map(({ roll, pieces }) => ({
      roll,
      pieces: pieces.toSorted((a, b) => b - a).map(toLength),
      remnant: toLength(toParts(roll.length) - sum(pieces)),
    })),
    unplaced: draft.unplaced.toSorted((a, b) => b - a).map(toLength),
    opened: toLength(opened),
    waste: toLength(opened - sum(placed)),
    lowerBound: toLength(lowerBound(placed, lengths)),
  };
}

interface Gathered {
  readonly roll: Roll;
  readonly pieces: readonly number[];
}

/** The free rolls of one location, by their length in parts. */
type FreeRolls = Map<number, Roll[]>;

/**
 * Exchanges a draft's rolls for others of the same length that lie in fewer locations. Rolls of one location come
 * together. Takes the location that serves the most groups first, which is not always the fewest locations.
 */
function gatherLocations({ groups }: Draft, stock: RollStock): readonly Gathered[] {
  const locations = rollsByLocation(groups, stock);
  const gathered: Gathered[] = [];
  let left: readonly Group[] = groups;
  while (left.length > 0 && locations.size > 0) {
    const counts = [...locations].map(([id, free]) => ({ id, free, count: servable(left, free, stock) }));
    const { id, free } = counts.reduce((best, next) => (next.count > best.count ? next : best));
    locations.delete(id);
    left = left.filter(({ place, pieces }) => {
      const roll = free.get(stock.lengthOf(place))?.pop();
      if (roll) gathered.push({ roll, pieces });
      return roll === undefined;
    });
  }
  return gathered;
}

function rollsByLocation(groups: readonly Group[], stock: RollStock): Map<string | null, FreeRolls> {
  const lengths = new Set(groups.map(({ place }) => stock.lengthOf(place)));
  const locations = new Map<string | null, FreeRolls>();
  for (const [place, roll] of stock.rolls.entries()) {
    const length = stock.lengthOf(place);
    if (!lengths.has(length)) continue;
    const free = locations.get(roll.locationId) ?? new Map<number, Roll[]>();
    locations.set(roll.locationId, free.set(length, [...(free.get(length) ?? []), roll]));
  }
  return locations;
}

/** How many groups the rolls of one location serve. */
function servable(groups: readonly Group[], free: FreeRolls, stock: RollStock): number {
  const left = new Map([...free].map(([length, rolls]) => [length, rolls.length]));
  return groups.filter(({ place }) => {
    const count = left.get(stock.lengthOf(place)) ?? 0;
    left.set(stock.lengthOf(place), count - 1);
    return count > 0;
  }).length;
}
