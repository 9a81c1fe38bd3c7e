import { localDay, startOfLocalDay, midnight } from "./local-day.ts";
import { assertNever } from "../errors.ts";
import { formatInstant, fromMilliseconds, type Instant } from "./instant.ts";

/** The units of the local calendar by which dates are grouped. */
export const DATE_STEPS = ["day", "week", "month", "quarter", "year"] as const;
export type DateStep = (typeof DATE_STEPS)[number];

/**
 * A span of the calendar: its first local day as an ISO 8601 date, and its bounds as instants. `until` is not part of
 * the span.
 */
interface Span {
  readonly first: string;
  readonly from: Instant;
  readonly until: Instant;
}

/** The last local day of a span. @param first the span's first day. Both are ISO 8601 dates. */
export function lastDayOf(step: DateStep, first: string): string {
  return localDay(startOfLocalDay(localDay(nextBegin(step, startOfLocalDay(first))), -1));
}

/**
 * Assigns numbers to the calendar spans of instants. There are few spans and many instants, so the calendar is computed
 * once for each span.
 */
export class DateSpans {
  readonly #step: DateStep;
  /** The spans in order of time. */
  readonly #spans: { readonly span: Span; readonly code: number }[] = [];
  readonly #firsts: string[] = [];
  #latest: { readonly span: Span; readonly code: number } | undefined;

  constructor(step: DateStep) {
    this.#step = step;
  }

  /** The number of an instant's span. Spans are numbered from 0 in the order in which this object first sees them. */
  codeOf(instant: Instant): number {
    const latest = this.#latest;
    if (latest && instant >= latest.span.from && instant < latest.span.until) return latest.code;
    const at = this.#firstNotAfter(instant);
    const known = this.#spans[at];
    if (known && instant < known.span.until) {
      this.#latest = known;
      return known.code;
    }
    const met = { span: spanOf(this.#step, instant), code: this.#firsts.length };
    this.#spans.splice(at + 1, 0, met);
    this.#firsts.push(met.span.first);
    this.#latest = met;
    return met.code;
  }

  /** The first local day of a span as an ISO 8601 date. @param code the number of the span. */
  firstOf(code: number): string {
    const first = this.#firsts[code];
    if (first === undefined) throw new Error(`no span has the number ${code}`);
    return first;
  }

  /** The numbers of the spans in order of time. */
  inOrder(): readonly number[] {
    return this.#spans.map(({ code }) => code);
  }

  /** The index of the last span that begins at or before an instant; -1 if there is no such span. */
  #firstNotAfter(instant: Instant): number {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#spans[middle]?.span.from ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function spanOf(step: DateStep, instant: Instant): Span {
  const begin = beginOf(step, new Date(formatInstant(instant)));
  const from = fromMilliseconds(begin.getTime());
  return { first: localDay(begin), from, until: fromMilliseconds(nextBegin(step, begin).getTime()) };
}

/** The midnight at which a moment's span begins. Weeks begin on Mondays (ISO 8601). */
function beginOf(step: DateStep, moment: Date): Date {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth(), moment.getDate()];
  switch (step) {
    case "day":
      return midnight(year, month, day);
    case "week":
      return midnight(year, month, day - ((moment.getDay() + 6) % 7));
    case "month":
      return midnight(year, month, 1);
    case "quarter":
      return midnight(year, month - (month % 3), 1);
    case "year":
      return midnight(year, 0, 1);
    default:
      return assertNever(step, "unknown span of the calendar");
  }
}

/** The midnight at which the next span begins. */
function nextBegin(step: DateStep, begin: Date): Date {
  const [days, months] = LENGTHS[step];
  return midnight(begin.getFullYear(), begin.getMonth() + months, begin.getDate() + days);
}

const LENGTHS: Readonly<Record<DateStep, readonly [days: number, months: number]>> = {
  day: [1, 0],
  week: [7, 0],
  month: [0, 1],
  quarter: [0, 3],
  year: [0, 12],
};
