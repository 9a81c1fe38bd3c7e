import type { ChipFilter, FieldFilter } from "../../../shared/query/field-filter.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { valueFilter } from "../navigation/use-show-items.ts";

/** A span of time for which an item has been out. */
export interface AgeBand {
  readonly key: string;
  readonly label: string;
  /** The filters, besides the status, that its items pass. */
  readonly filters: readonly ChipFilter[];
}

export const CHECKED_OUT: FieldFilter = valueFilter("status", "checked_out");
/** The filter for items in stock, in whatever status. */
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
/** Items whose check-out has a possible date. Ages and averages count only these. */
export const DATED: ChipFilter = { kind: "group", match: "any", parts: POSSIBLE };
const UNDATED: ChipFilter = { kind: "group", match: "none", parts: POSSIBLE };

/** How long items have been out, the shortest first; the last band has those without a possible date. @param today ISO 8601 date. */
export function ageBands(today: string): readonly AgeBand[] {
  const yesterday = localDay(startOfLocalDay(today, -1));
  return [
    { key: "today", label: "Today", filters: [{ kind: "today", field: FIELD }, within("P2D")] },
    {
      key: "week",
      label: "Up to 7 days",
      filters: [{ kind: "days", field: FIELD, from: null, to: yesterday }, within("P7D")],
    },
    { key: "month", label: "8 to 30 days", filters: [older("P7D"), within("P30D")] },
    { key: "quarter", label: "31 to 90 days", filters: [older("P30D"), within("P90D")] },
    { key: "longer", label: "Over 90 days", filters: [older("P90D")] },
    { key: "unknown", label: "No valid date", filters: [UNDATED] },
  ];
}
