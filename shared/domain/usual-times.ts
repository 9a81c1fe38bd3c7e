/** Fewer cases than these say nothing: a material type then goes by all types, and all types by what is out now. */
export const MIN_CASES = 8;

/** An item that was checked out and came back; moments in ms since the epoch. */
export interface CustodyCase {
  /** Null for items without a material type. */
  readonly typeId: string | null;
  readonly outAt: number;
  /** The item was still out then; null where nothing told. */
  readonly returnedAfter: number | null;
  /** The refresh that saw it back. */
  readonly returnedBefore: number;
}

/** A time in ms that is known between two bounds: a return is only seen between two refreshes. */
export interface BoundedTime {
  readonly least: number;
  readonly most: number;
}

export interface UsualTime {
  /** How many times out it is made from. */
  readonly cases: number;
  readonly median: BoundedTime;
  /** Nine of ten items were back by then. */
  readonly p90: BoundedTime;
}

export interface UsualTimes {
  /** Since when returns could be observed, ISO 8601; null where nothing was observed yet. */
  readonly since: string | null;
  /** Of all types together: from returns, or from how long items have been out until now; null where there is neither. */
  readonly all: (UsualTime & { readonly basis: "returns" | "now" }) | null;
  /** Of the types with enough cases of their own. */
  readonly types: readonly (UsualTime & { readonly typeId: string })[];
}

export const NO_USUAL_TIMES: UsualTimes = { since: null, all: null, types: [] };

/**
 * How long items usually are out. @param agesNow the same of how long items have been out until now, null where none is;
 * only asked for where there are too few cases.
 */
export function usualTimes(
  cases: readonly CustodyCase[],
  agesNow: () => UsualTime | null,
): Omit<UsualTimes, "since"> {
  const byType = new Map<string, BoundedTime[]>();
  const all: BoundedTime[] = [];
  for (const one of cases) {
    const time = timeOut(one);
    all.push(time);
    if (one.typeId === null) continue;
    const own = byType.get(one.typeId);
    if (own) own.push(time);
    else byType.set(one.typeId, [time]);
  }
  if (all.length < MIN_CASES) {
    const ages = agesNow();
    return { all: ages && { basis: "now", ...ages }, types: [] };
  }
  const types = [...byType].filter(([, times]) => times.length >= MIN_CASES);
  return {
    all: { basis: "returns", ...usualTime(all) },
    types: types.map(([typeId, times]) => ({ typeId, ...usualTime(times) })),
  };
}

function timeOut({ outAt, returnedAfter, returnedBefore }: CustodyCase): BoundedTime {
  const most = Math.max(0, returnedBefore - outAt);
  return { least: Math.min(most, Math.max(0, (returnedAfter ?? outAt) - outAt)), most };
}

/** The true quantile lies between that of the shortest possible times and that of the longest. */
function usualTime(times: readonly BoundedTime[]): UsualTime {
  const least = Float64Array.from(times, (time) => time.least).toSorted();
  const most = Float64Array.from(times, (time) => time.most).toSorted();
  const at = (part: number): BoundedTime => ({ least: quantile(least, part), most: quantile(most, part) });
  return { cases: times.length, median: at(0.5), p90: at(0.9) };
}

const quantile = (sorted: Float64Array, part: number): number => sorted[rankOf(part, sorted.length)] ?? 0;

/** Where the smallest value is, from 0, that so large a part of all sorted values does not exceed (nearest rank). */
export const rankOf = (part: number, count: number): number => Math.max(0, Math.ceil(part * count) - 1);
