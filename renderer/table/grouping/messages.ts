import { findField } from "../../../shared/inventory/fields.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { lastDayOf, type DateStep } from "../../../shared/base/time/date-steps.ts";
import { startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { GroupLevel, GroupValue } from "../../../shared/query/group-levels.ts";
import type { GroupOrder } from "../../../shared/query/grouping.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { valueLabel, LABELS } from "../../inventory/labels/messages.ts";
import { formatDays, formatMonth, formatYear } from "../../base/format-calendar.ts";
import { formatDay } from "../../base/format.ts";

/** The names of a level of groups, and of its buttons. */
export const LEVEL = texts("table.groups.level", {
  byStep: "{field} by {step, select, day {day} week {week} month {month} quarter {quarter} other {year}}",
  label: "Grouped by {level}",
  outwards: "Group by {level} first",
  otherSpan: "{level}: by another span of time",
  remove: "Do not group by {level}",
  by: "{field} by",
  step: "By {step, select, day {day} week {week} month {month} quarter {quarter} other {year}}",
  noStep: "By",
});

/** The label of a level: "Status", "Updated by month". */
export function levelLabel(resource: Resource, { field: name, step }: GroupLevel): string {
  const field = findField(resource, name)?.label ?? name;
  return step === undefined ? field : LEVEL.byStep({ field, step });
}

const GROUP = texts("table.groups.labels", { empty: "(empty)", quarter: "Q{quarter, number} {year}" });

/** The label of a group. @param name the name of the referenced record; null if no name is known. */
export function groupLabel({ field, step }: GroupLevel, value: GroupValue, name: string | null): string {
  if (value === null) return GROUP.empty;
  if (step !== undefined) return spanLabel(step, value);
  return name ?? (value === "" ? LABELS.emptyText : valueLabel(field, value));
}

function spanLabel(step: DateStep, first: string): string {
  const begin = startOfLocalDay(first);
  switch (step) {
    case "day":
      return formatDay(begin.toISOString());
    case "week":
      return formatDays(begin, startOfLocalDay(lastDayOf("week", first)));
    case "month":
      return formatMonth(begin);
    case "quarter":
      return GROUP.quarter({ quarter: Math.floor(begin.getMonth() / 3) + 1, year: formatYear(begin) });
    case "year":
      return formatYear(begin);
    default:
      return assertNever(step, "unknown span of the calendar");
  }
}

export const ORDER = texts("table.groups.order", {
  title: "Order groups by",
  name: "Name",
  count: "Number of rows",
  sum: "Sum of {field}",
  byName: "Order: {by}",
  chosen: "Order: {by}, {direction, select, desc {largest first} other {smallest first}}",
});
export const ORDER_DIRECTIONS = texts("table.groups.order.directions", {
  desc: "Largest first",
  asc: "Smallest first",
});

/** The label of a group order: "Name", "Number of rows", "Sum of Weight". */
export function orderLabel(resource: Resource, order: GroupOrder | undefined): string {
  if (order === undefined) return ORDER.name;
  if (order.by === "count") return ORDER.count;
  return ORDER.sum({ field: findField(resource, order.field)?.label ?? order.field });
}

/** The label of the button that opens the choice of an order: "Order: Number of rows, largest first". */
export function orderButtonLabel(resource: Resource, order: GroupOrder | undefined): string {
  const by = orderLabel(resource, order);
  return order ? ORDER.chosen({ by, direction: order.direction }) : ORDER.byName({ by });
}

export const GROUPS = texts("table.groups", {
  label: "Groups",
  openAll: "Open all",
  closeAll: "Close all",
  outwards: "One level outwards",
  otherSpan: "By another span of time",
  remove: "Do not group by this",
  add: "Group",
  addHint: "Group rows by what they have in common",
  by: "Group by",
  chosen: "chosen",
  tooManyOpen: "Too many groups are open one by one. Open or close all of them instead.",
});
/** The label of a choice of step: "By month", or "By" for a level without steps. */
export const byStep = (step: DateStep | undefined): string => (step ? LEVEL.step({ step }) : LEVEL.noStep);
