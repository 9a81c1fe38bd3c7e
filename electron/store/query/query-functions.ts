import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { fold } from "../../../shared/base/text/fold.ts";
import { naturalKey } from "../../../shared/base/text/natural-order.ts";
import { DateSpans, type DateStep } from "../../../shared/base/time/date-steps.ts";
import type { Database } from "../database/open-database.ts";

/**
 * Gives a connection the SQL functions of compiled queries: `fold(text)`, `natural_key(text)` and `date_span(instant, step)`,
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

/** Gives a connection the SQL functions `fold(text)` and `natural_key(text)` (shared/base/text). */
export function defineTextFunctions(database: DatabaseSyncInstance): void {
  const define = (name: string, of: (text: string) => string): void =>
    database.function(name, { deterministic: true }, (text: unknown) =>
      typeof text === "string" ? of(text) : null,
    );
  define("fold", fold);
  define("natural_key", naturalKey);
}
