import { DateSpans, type DateStep } from "../../../shared/base/time/date-steps.ts";
import type { Database } from "../database/open-database.ts";
import { defineTextFunctions } from "../database/text-functions.ts";

/**
 * Gives a connection the SQL functions of compiled queries: `fold(text)` (text-functions.ts), and `date_span(instant, step)`,
 * the first local day of the span of the calendar that an instant falls into.
 */
export function defineQueryFunctions(database: Database): void {
  defineTextFunctions(database);
  const spans = new Map<DateStep, DateSpans>();
  database.function("date_span", { deterministic: true }, (instant: unknown, step: unknown) => {
    if (typeof instant !== "number") return null;
    const known = spans.get(step as DateStep) ?? new DateSpans(step as DateStep);
    spans.set(step as DateStep, known);
    return known.firstOf(known.codeOf(instant));
  });
}
