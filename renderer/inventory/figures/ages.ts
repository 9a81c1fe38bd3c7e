import type { ChipFilter, FieldFilter } from "../../../shared/query/field-filter.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { valueFilter } from "../records/value-filter.ts";
import { AGE_LABELS } from "./messages.ts";

/** A band of ages: a span of time for which items have been out. */
export interface AgeBand {
  readonly key: keyof typeof AGE_LABELS;
  readonly label: string;
  /** The filters that the items of the band pass, besides the filter by status. */
  readonly filters: readonly ChipFilter[];
}

export const CHECKED_OUT: FieldFilter = valueFilter("status", "checked_out");
/** The filter for items in stock, with any status. */
export const NOT_ARCHIVED: FieldFilter = {
  kind: "choice",
  field: "status",
  negate: true,
  values: ["archived"],
  empty: false,
};

const FIELD = "checkedOutAt";
const older = (duration: string): FieldFilter => ({
  kind: "relative",
  field: FIELD,
  op: "olderThan",
  duration,
});
const within = (duration: string): FieldFilter => ({
  kind: "relative",
  field: FIELD,
  op: "withinLast",
  duration,
});

const POSSIBLE = [older("P0D"), within("P0D")];
/** The filter for items with a possible date of check-out. Only these items count for ages and averages. */
export const DATED: ChipFilter = { kind: "group", match: "any", parts: POSSIBLE };
const UNDATED: ChipFilter = { kind: "group", match: "none", parts: POSSIBLE };

/**
 * The age bands of checked-out items, the shortest time first. The last band has items without a possible date. @param
 * today ISO 8601 date.
 */
export function ageBands(today: string): readonly AgeBand[] {
  const yesterday = localDay(startOfLocalDay(today, -1));
  return [
    { key: "today", label: AGE_LABELS.today, filters: [{ kind: "today", field: FIELD }, within("P2D")] },
    {
      key: "week",
      label: AGE_LABELS.week,
      filters: [{ kind: "days", field: FIELD, from: null, to: yesterday }, within("P7D")],
    },
    { key: "month", label: AGE_LABELS.month, filters: [older("P7D"), within("P30D")] },
    { key: "quarter", label: AGE_LABELS.quarter, filters: [older("P30D"), within("P90D")] },
    { key: "longer", label: AGE_LABELS.longer, filters: [older("P90D")] },
    { key: "unknown", label: AGE_LABELS.unknown, filters: [UNDATED] },
  ];
}
