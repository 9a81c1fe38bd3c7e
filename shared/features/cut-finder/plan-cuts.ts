import { sum, toLength, toParts, type Cut, type CutPlan, type Roll, RollStock } from "./cut-types.ts";
import { compareCosts, costOf, FIRST_DRAFTS, type Cost, type Draft, type Group } from "./draft.ts";
import { improve, type Budget } from "./improve.ts";

/** The most changes that a search tries. Trying them takes about 100 ms. */
const MAX_TRIED_CHANGES = 600_000;

export interface PlanOptions {
  /** Whether the plan may use only rolls of one location. */
  readonly oneLocation?: boolean;
}

interface Found {
  readonly draft: Draft;
  readonly stock: RollStock;
  readonly cost: Cost;
}

/**
 * Plans which pieces come from which rolls (docs/decisions/0020). In order of importance, it cuts the most length,
 * opens the least length, opens few rolls, and visits few locations.
 */
export function planCuts(cuts: readonly Cut[], rolls: readonly Roll[], options: PlanOptions = {}): CutPlan {
  const pieces = cuts
    .flatMap(({ length, count }) => Array.from({ length: count }, () => toParts(length)))
    .toSorted((a, b) => b - a);
  const shortest = pieces.at(-1) ?? Number.POSITIVE_INFINITY;
  const fitting = rolls.filter(({ length }) => toParts(length) >= shortest);
  const stocks = options.oneLocation ? stocksByLocation(fitting) : [fitting];
  const budget = MAX_TRIED_CHANGES / Math.max(1, stocks.length * FIRST_DRAFTS.length);
  let best: Found | null = null;
  for (const some of stocks) {
    const found = search(pieces, some, budget);
    if (best === null || compareCosts(found.cost, best.cost) < 0) best = found;
  }
  return best ? planOf(best, fitting) : { ...EMPTY, unplaced: pieces.map(toLength) };
}

const EMPTY: CutPlan = { rolls: [], unplaced: [], opened: 0, waste: 0, lowerBound: 0 };

function stocksByLocation(rolls: readonly Roll[]): readonly (readonly Roll[])[] {
  // The location of rolls without a location is unknown, so they are left out.
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
 * Exchanges a draft's rolls for rolls of equal length in fewer locations. Rolls of one location are put together. The
 * method always takes the location that serves the most groups, which does not always give the fewest locations.
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

/** The number of groups that the rolls of one location can serve. */
function servable(groups: readonly Group[], free: FreeRolls, stock: RollStock): number {
  const left = new Map([...free].map(([length, rolls]) => [length, rolls.length]));
  return groups.filter(({ place }) => {
    const count = left.get(stock.lengthOf(place)) ?? 0;
    left.set(stock.lengthOf(place), count - 1);
    return count > 0;
  }).length;
}

/**
 * The least total length of rolls from which pieces can be cut. For each length, the method looks at the pieces of at
 * least this length, which need rolls of at least this length.
 * @param pieces in parts, the longest first.
 * @param rolls lengths in parts, the shortest first.
 */
function lowerBound(pieces: readonly number[], rolls: readonly number[]): number {
  const [longest = 0] = pieces;
  let bound = 0;
  let total = 0;
  for (const [at, piece] of pieces.entries()) {
    total += piece;
    if (piece === pieces[at + 1]) continue;
    const from = rolls.findIndex((length) => length >= piece);
    const long = from < 0 ? [] : rolls.slice(from);
    bound = Math.max(bound, leastOpened({ length: piece, count: at + 1, total, longest }, long));
  }
  return bound;
}

/** The pieces that have at least the length `length`: their number and their total. */
interface Pieces {
  readonly length: number;
  readonly count: number;
  readonly total: number;
  readonly longest: number;
}

/**
 * The least total length of one, two, or more rolls for the pieces. The total is exact for one and two rolls, and an
 * estimate for more.
 */
function leastOpened(pieces: Pieces, rolls: readonly number[]): number {
  const { count, total, longest } = pieces;
  const least = leastRolls(pieces, rolls);
  const one = rolls.find((length) => length >= total) ?? Number.POSITIVE_INFINITY;
  if (count === 1) return one;
  const two = leastPair(pieces, rolls);
  const several = rolls.slice(0, Math.max(3, least));
  const last = several.pop() ?? 0;
  const withLongest = rolls.find((length) => length >= Math.max(last, longest)) ?? last;
  const more = count === 2 ? Number.POSITIVE_INFINITY : Math.max(total, sum(several) + withLongest);
  return Math.min(
    least <= 1 ? one : Number.POSITIVE_INFINITY,
    least <= 2 ? two : Number.POSITIVE_INFINITY,
    more,
  );
}

/**
 * The least number of rolls for the pieces. Only rolls of at least `length` count; the longest rolls contain the most
 * pieces.
 */
function leastRolls({ length, count, total }: Pieces, rolls: readonly number[]): number {
  let [pieces, room, needed] = [0, 0, 0];
  for (const roll of rolls.toReversed()) {
    if (pieces >= count && room >= total) break;
    pieces += Math.floor(roll / length);
    room += roll;
    needed += 1;
  }
  return needed;
}

/**
 * The least sum of two rolls that together hold `total`; Infinity if there is no such pair. One of the two rolls must
 * hold the longest piece.
 */
function leastPair({ total, longest }: Pieces, rolls: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let other = rolls.length - 1;
  for (const [at, roll] of rolls.entries()) {
    const needed = Math.max(longest, total - roll);
    while (other - 1 > at && (rolls[other - 1] ?? 0) >= needed) other -= 1;
    if (other <= at) break;
    const partner = rolls[other] ?? 0;
    if (partner >= needed) least = Math.min(least, roll + partner);
  }
  return least;
}
