import { DateSpans, type DateStep } from "../../../shared/base/time/date-steps.ts";
import type { TableIndex } from "./table-index.ts";

/** Which span of the calendar each slot's date falls into, by number; 0 for no date. */
export interface SpanCodes {
  readonly codes: Uint32Array;
  /** How many numbers there are. */
  readonly count: number;
  /** The first local day of a span, as an ISO 8601 date; null for 0. */
  readonly valueOf: (code: number) => string | null;
  /** The rank of each span in time; span 0 is last. */
  readonly ranks: (direction: "asc" | "desc") => Uint32Array;
}

/** The spans of an index's dates, each computed once. */
export class SpanColumns {
  readonly #index: TableIndex;
  readonly #columns = new Map<string, SpanCodes>();

  constructor(index: TableIndex) {
    this.#index = index;
  }

  /** The spans of a date field's values. */
  of(field: string, step: DateStep): SpanCodes {
    const key = `${field}:${step}`;
    const known = this.#columns.get(key);
    if (known) return known;
    const dates = this.#index.numbers(field)?.values(this.#index.length) ?? new Float64Array();
    const made = spansOf(dates, step);
    this.#columns.set(key, made);
    return made;
  }
}

/** @param dates instants by slot, NaN for no date. */
function spansOf(dates: Float64Array, step: DateStep): SpanCodes {
  const spans = new DateSpans(step);
  const codes = new Uint32Array(dates.length);
  for (let slot = 0; slot < codes.length; slot += 1) {
    const date = dates[slot] ?? Number.NaN;
    if (!Number.isNaN(date)) codes[slot] = spans.codeOf(date) + 1;
  }
  return {
    codes,
    count: spans.inOrder().length + 1,
    valueOf: (code) => (code === 0 ? null : spans.firstOf(code - 1)),
    ranks: (direction) => {
      const inTime = spans.inOrder();
      const ordered = direction === "asc" ? inTime : inTime.toReversed();
      const ranks = new Uint32Array(ordered.length + 1).fill(ordered.length);
      for (const [rank, code] of ordered.entries()) ranks[code + 1] = rank;
      return ranks;
    },
  };
}
