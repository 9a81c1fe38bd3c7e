import type { UsualBounds, UsualTime, UsualTimes } from "./usual-times-schema.ts";

/** A subject that was under observation from the age `entry` to the age `exit`. */
export interface Observed {
  readonly entry: number;
  /** Greater than `entry`. */
  readonly exit: number;
  /** True if the subject ended at `exit`; false if only its observation ended there. */
  readonly isEvent: boolean;
}

/**
 * The age by which a given part of the subjects has ended. If the curve does not reach this part, `age` is the curve's
 * last age.
 */
interface Quantile {
  readonly age: number;
  readonly isReached: boolean;
}

interface SurvivalCurve {
  /**
   * The ages at which subjects ended, ascending. `lasting` is the part of the subjects that lasts longer than the age.
   */
  readonly steps: readonly { readonly age: number; readonly lasting: number }[];
  /** The last age at which a subject was observed without a gap. */
  readonly end: number;
  /** Finds the age by which a part of the subjects has ended. @param part the part, from 0 to 1. */
  quantile(part: number): Quantile;
}

/** Products of fractions are inexact, but nine of ten subjects must count as nine tenths. */
const TOLERANCE = 1e-9;

/**
 * The product-limit (Kaplan–Meier) estimator with delayed entry. At each age it counts the subjects under observation
 * at that age. So subjects that have not ended, or were first seen late, do not distort the curve.
 * @param minAtRisk the curve begins at the first age with this number of subjects under observation.
 * @returns null if there is no such age.
 */
export function survivalCurve(subjects: readonly Observed[], minAtRisk: number): SurvivalCurve | null {
  const entries = Float64Array.from(subjects, ({ entry }) => entry).sort();
  const exits = Float64Array.from(subjects, ({ exit }) => exit).sort();
  const events = Float64Array.from(
    subjects.filter(({ isEvent }) => isEvent),
    ({ exit }) => exit,
  ).sort();
  const begin = beginOf(entries, exits, minAtRisk);
  if (begin === null) return null;
  const end = endOf(entries, exits, begin);
  const steps: { age: number; lasting: number }[] = [];
  let lasting = 1;
  let [entered, left] = [0, 0];
  for (let at = 0; at < events.length;) {
    const age = events[at] ?? 0;
    let ended = 0;
    while (events[at] === age) [at, ended] = [at + 1, ended + 1];
    if (age <= begin) continue;
    if (age > end) break;
    while ((entries[entered] ?? Infinity) < age) entered += 1;
    while ((exits[left] ?? Infinity) < age) left += 1;
    lasting *= 1 - ended / (entered - left);
    steps.push({ age, lasting });
  }
  // Subjects that were first seen after the curve's end have lasted longer. So a curve that falls to 0 does not prove
  // that all subjects have ended.
  const isBroken = (entries.at(-1) ?? 0) > end;
  return {
    steps,
    end,
    quantile: (part) => {
      const step = steps.find((one) => one.lasting <= 1 - part + TOLERANCE);
      const isReached = step !== undefined && !(isBroken && step.lasting === 0);
      return isReached ? { age: step.age, isReached } : { age: end, isReached };
    },
  };
}

/** The first age after which at least `minAtRisk` subjects are under observation; null if there is no such age. */
function beginOf(entries: Float64Array, exits: Float64Array, minAtRisk: number): number | null {
  let left = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const age = entries[at] ?? 0;
    if (entries[at + 1] === age) continue;
    while ((exits[left] ?? Infinity) <= age) left += 1;
    if (at + 1 - left >= minAtRisk) return age;
  }
  return null;
}

/** The first age after `begin` at which no subject is under observation; the last age if there is always a subject. */
function endOf(entries: Float64Array, exits: Float64Array, begin: number): number {
  let entered = 0;
  for (let left = 0; left < exits.length; left += 1) {
    const age = exits[left] ?? 0;
    while ((entries[entered] ?? Infinity) < age) entered += 1;
    // A subject that enters at exactly this age continues the curve.
    if (age > begin && entered === left + 1 && (entries[entered] ?? Infinity) > age) return age;
  }
  return exits.at(-1) ?? begin;
}

/** A material type needs eight returns before its own usual time counts. With fewer, all types count together. */
export const MIN_CASES = 8;

/** The time for which an item was out, as refreshes observed it. Moments are ms since the epoch. */
export interface TimeOut {
  /** Null for items without a material type. */
  readonly typeId: string | null;
  readonly outAt: number;
  /** The first refresh that saw the item out. */
  readonly seenAt: number;
  /** True if the item was returned; false if it was still out at the end of the observation. */
  readonly isReturned: boolean;
  /** The last moment at which the item was still out. */
  readonly endedAfter: number;
  /** The refresh that saw the return; equal to `endedAfter` if the item was not returned. */
  readonly endedBefore: number;
}

export const NO_USUAL_TIMES: UsualTimes = { since: null, all: null, types: [] };

/**
 * Computes how long items are usually out. Items that are still out count with the time observed so far. The method is
 * the product-limit (Kaplan–Meier) estimator with delayed entry (docs/decisions/0029).
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

/**
 * The usual time, from two curves. The first curve assumes that each return happened at its earliest possible moment,
 * the second at its latest.
 */
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

/**
 * Turns a time out into a subject. Its entry is the age at which a refresh first saw the item out. A time out that
 * ended at this age counts as 1 ms longer.
 */
function observed({ outAt, seenAt, isReturned }: TimeOut, endedAt: number): Observed {
  const entry = Math.max(0, seenAt - outAt);
  return { entry, exit: Math.max(endedAt - outAt, entry + 1), isEvent: isReturned };
}

function bounds(quantiles: readonly Quantile[]): UsualBounds {
  const ages = quantiles.map(({ age }) => age);
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  return { least, most: quantiles.every(({ isReached }) => isReached) ? most : null };
}
