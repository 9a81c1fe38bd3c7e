import { survivalCurve, type Observed, type Quantile } from "./survival-curve.ts";
import type { UsualBounds, UsualTime, UsualTimes } from "./usual-times-schema.ts";

/** A material type needs eight returns before its own usual time counts. With fewer, all types count together. */
export const MIN_CASES = 8;

/** A time for which an item was out, as far as refreshes observed it; moments in ms since the epoch. */
export interface TimeOut {
  /** Null for items without a material type. */
  readonly typeId: string | null;
  readonly outAt: number;
  /** The first refresh that saw the item out. */
  readonly seenAt: number;
  /** Whether the item came back. False: it was only out for at least that long. */
  readonly isReturned: boolean;
  /** The item was still out then. */
  readonly endedAfter: number;
  /** The refresh that saw it back; equal to `endedAfter` if it did not come back. */
  readonly endedBefore: number;
}

export const NO_USUAL_TIMES: UsualTimes = { since: null, all: null, types: [] };

/**
 * How long items usually are out. Items that are still out count for as long as they were observed: the product-limit
 * (Kaplan–Meier) estimator with delayed entry (docs/decisions/0029).
 */
export function usualTimes(times: readonly TimeOut[]): Omit<UsualTimes, "since"> {
  const byType = new Map<string, TimeOut[]>();
  for (const time of times) {
    if (time.typeId === null) continue;
    const own = byType.get(time.typeId);
    if (own) own.push(time);
    else byType.set(time.typeId, [time]);
  }
  const types = [...byType].flatMap(([typeId, own]) => {
    const time = usualTime(own);
    return time ? [{ typeId, ...time }] : [];
  });
  return { all: usualTime(times), types };
}

/** The usual time by two curves: every return at its earliest moment, and every return at its latest. */
function usualTime(times: readonly TimeOut[]): UsualTime | null {
  const seen = times.filter(({ seenAt, endedBefore }) => endedBefore > seenAt);
  const cases = seen.filter(({ isReturned }) => isReturned).length;
  if (cases < MIN_CASES) return null;
  const early = survivalCurve(
    seen.map((time) => observed(time, time.endedAfter)),
    MIN_CASES,
  );
  const late = survivalCurve(
    seen.map((time) => observed(time, time.endedBefore)),
    MIN_CASES,
  );
  if (!early || !late) return null;
  const at = (part: number): UsualBounds => bounds([early.quantile(part), late.quantile(part)]);
  return { cases, median: at(0.5), p90: at(0.9) };
}

/** A time out from the age at which it was first seen. What ended at that very moment counts 1 ms later. */
function observed({ outAt, seenAt, isReturned }: TimeOut, endedAt: number): Observed {
  const entry = Math.max(0, seenAt - outAt);
  return { entry, exit: Math.max(endedAt - outAt, entry + 1), isEvent: isReturned };
}

function bounds(quantiles: readonly Quantile[]): UsualBounds {
  const ages = quantiles.map(({ age }) => age);
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  return { least, most: quantiles.every(({ isReached }) => isReached) ? most : null };
}
