import { findField } from "../../../shared/domain/fields.ts";
import { assertNever } from "../../../shared/text/assert-never.ts";
import { lastDayOf, type DateStep } from "../../../shared/time/date-steps.ts";
import type { GroupLevel, GroupValue } from "../../../shared/query/group-levels.ts";
import { startOfLocalDay } from "../../../shared/time/local-day.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { valueLabel } from "../labels/labels.ts";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });
const year = new Intl.DateTimeFormat(undefined, { year: "numeric" });

export const STEP_LABELS: Readonly<Record<DateStep, string>> = {
  day: "day",
  week: "week",
  month: "month",
  quarter: "quarter",
  year: "year",
};

/** What a level is by: "Status", "Updated by month". */
export function levelLabel(resource: Resource, { field: name, step }: GroupLevel): string {
  const label = findField(resource, name)?.label ?? name;
  return step === undefined ? label : `${label} by ${STEP_LABELS[step]}`;
}

/** What a group's rows have in common, as people read it. @param name what a reference stands for; null for none. */
export function groupLabel({ field, step }: GroupLevel, value: GroupValue, name: string | null): string {
  if (value === null) return "(empty)";
  if (step !== undefined) return spanLabel(step, value);
  return name ?? (value === "" ? "(empty text)" : valueLabel(field, value));
}

function spanLabel(step: DateStep, first: string): string {
  const begin = startOfLocalDay(first);
  switch (step) {
    case "day":
      return day.format(begin);
    case "week":
      return day.formatRange(begin, startOfLocalDay(lastDayOf("week", first)));
    case "month":
      return month.format(begin);
    case "quarter":
      return `Q${Math.floor(begin.getMonth() / 3) + 1} ${year.format(begin)}`;
    case "year":
      return year.format(begin);
    default:
      return assertNever(step, "unknown span of the calendar");
  }
}

export const TOO_MANY_OPEN = "Too many groups are open one by one. Open or close all of them instead.";
