import type { Cut, CutPlan, Roll } from "./cut-types.ts";
import { compareCosts, costOf, type Cost, type Draft } from "./draft.ts";
import { sum, toLength, toParts } from "./exact-lengths.ts";
import { FIRST_DRAFTS } from "./first-drafts.ts";
import { gatherLocations } from "./gather-locations.ts";
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
