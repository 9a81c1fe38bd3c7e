import { parseDuration } from "../../../shared/base/time/duration.ts";

/** The units of a span of time, the smallest first. */
export const SPAN_UNITS = ["hours", "days", "weeks", "months", "years"] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

interface Span {
  readonly amount: number;
  readonly unit: SpanUnit;
}

/** The largest number in front of a unit. Longer spans make no sense for stock. */
export const MOST_OF_SPAN = 9_999;

/** The letter of each unit in an ISO 8601 duration. */
const DESIGNATORS = { hours: "H", days: "D", weeks: "W", months: "M", years: "Y" } as const;
const SINGLE = /^P(?:T(?<hours>\d+)H|(?<days>\d+)D|(?<weeks>\d+)W|(?<months>\d+)M|(?<years>\d+)Y)$/;
const HOUR = 3_600_000;

export function durationOf(amount: number, unit: SpanUnit): string {
  return `P${unit === "hours" ? "T" : ""}${amount}${DESIGNATORS[unit]}`;
}

/** The number and the unit of a duration with a single part; null if the duration has several parts. */
export function singleSpanOf(duration: string): Span | null {
  const groups = SINGLE.exec(duration)?.groups;
  const unit = SPAN_UNITS.find((name) => groups?.[name] !== undefined);
  return unit ? { amount: Number(groups?.[unit]), unit } : null;
}

/**
 * The number and the unit of a duration. A duration with several parts, as in a handwritten query, is converted to its
 * largest unit.
 */
export function spanOf(duration: string): Span {
  const single = singleSpanOf(duration);
  if (single) return single;
  const { months, milliseconds } = parseDuration(duration) ?? { months: 0, milliseconds: 0 };
  if (months > 0) return { amount: months, unit: "months" };
  const hours = Math.max(1, Math.round(milliseconds / HOUR));
  return hours % 24 === 0 ? { amount: hours / 24, unit: "days" } : { amount: hours, unit: "hours" };
}

/** Converts a share to percent, without the rounding error of binary fractions. */
export function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}
