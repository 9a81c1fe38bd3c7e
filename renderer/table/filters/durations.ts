import { parseDuration } from "../../../shared/base/time/duration.ts";

/** The units that a span of time is given in, the smallest first. */
export const SPAN_UNITS = ["hours", "days", "weeks", "months", "years"] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

interface Span {
  readonly amount: number;
  readonly unit: SpanUnit;
}

/** More of any unit than this reaches back before any stock was counted. */
export const MOST_OF_SPAN = 9_999;

/** One ISO 8601 part of a single unit. */
const DESIGNATORS = { hours: "H", days: "D", weeks: "W", months: "M", years: "Y" } as const;
const SINGLE = /^P(?:T(?<hours>\d+)H|(?<days>\d+)D|(?<weeks>\d+)W|(?<months>\d+)M|(?<years>\d+)Y)$/;
const HOUR = 3_600_000;

/** The ISO 8601 duration of a span. */
export function durationOf(amount: number, unit: SpanUnit): string {
  return `P${unit === "hours" ? "T" : ""}${amount}${DESIGNATORS[unit]}`;
}

/** A duration that is a number of one unit; null for one of several parts. */
export function singleSpanOf(duration: string): Span | null {
  const groups = SINGLE.exec(duration)?.groups;
  const unit = SPAN_UNITS.find((name) => groups?.[name] !== undefined);
  return unit ? { amount: Number(groups?.[unit]), unit } : null;
}

/** A duration as a number of one unit; one of several parts, as a handwritten query may have, in its largest unit. */
export function spanOf(duration: string): Span {
  const single = singleSpanOf(duration);
  if (single) return single;
  const { months, milliseconds } = parseDuration(duration) ?? { months: 0, milliseconds: 0 };
  if (months > 0) return { amount: months, unit: "months" };
  const hours = Math.max(1, Math.round(milliseconds / HOUR));
  return hours % 24 === 0 ? { amount: hours / 24, unit: "days" } : { amount: hours, unit: "hours" };
}

/** A share as per cent, without the last digits of a binary fraction. */
export function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}
