/** One subject: under observation after the age `entry`, up to the age `exit`. */
export interface Observed {
  readonly entry: number;
  /** Greater than `entry`. */
  readonly exit: number;
  /** Whether it ended at `exit`. False: it was observed no longer. */
  readonly isEvent: boolean;
}

/** The age by which a part has ended; if the curve does not come that far, the last age that it knows. */
export interface Quantile {
  readonly age: number;
  readonly isReached: boolean;
}

export interface SurvivalCurve {
  /** Ages at which subjects ended, ascending, with the part that lasts longer. */
  readonly steps: readonly { readonly age: number; readonly lasting: number }[];
  /** The last age at which a subject was observed without a gap. */
  readonly end: number;
  /** @param part from 0 to 1 of those that have ended. */
  quantile(part: number): Quantile;
}

/** Products of fractions are inexact: nine tenths of ten ends are nine tenths. */
const TOLERANCE = 1e-9;

/**
 * The product-limit (Kaplan–Meier) estimator with delayed entry. At each age it counts the subjects under
 * observation at that age. So subjects that have not ended, or were first seen late, do not distort it.
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
  // Subjects that enter after its end have lasted longer: that the last of the others ended there says little of all.
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

/** The first age after which at least `minAtRisk` subjects are under observation; null if there is none. */
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

/** The first age after the beginning at which the last subject leaves before another enters. */
function endOf(entries: Float64Array, exits: Float64Array, begin: number): number {
  let entered = 0;
  for (let left = 0; left < exits.length; left += 1) {
    const age = exits[left] ?? 0;
    while ((entries[entered] ?? Infinity) < age) entered += 1;
    // An entry at this very age continues the curve.
    if (age > begin && entered === left + 1 && (entries[entered] ?? Infinity) > age) return age;
  }
  return exits.at(-1) ?? begin;
}
