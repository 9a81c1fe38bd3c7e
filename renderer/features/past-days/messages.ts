import { startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import type { PastDay } from "../../../shared/features/past-days/past-day-calls.ts";
import type { PastDifferences } from "../../../shared/features/past-days/past-day-calls.ts";
import type { ViewChange } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { dateFormat, formatCount, formatDateTime } from "../../base/format.ts";
import { joinFacts } from "../../ui/messages.ts";

const longDay = dateFormat({ dateStyle: "full" });

/** A day in words: "Sunday, 1 November 2026". @param day an ISO 8601 date. */
export const dayLabel = (day: string): string => longDay().format(startOfLocalDay(day));

export const AS_OF = texts("pastDays", {
  button: "As of a day…",
  title: "Rows as of a day",
  day: "Day",
  show: "Show that day",
  explanation:
    "Rows as they were at the end of that day, rebuilt from observed changes. Observed since {time}.",
  nothingObserved: "Nothing is observed yet: the first pull is not complete.",
  noDay: "No day has ended since the first refresh. Come back tomorrow.",
  loading: "Waiting until the rows are read…",
  /** "12,000 of 200,000 changes undone". */
  progress: "{done, number} of {total, plural, one {# change} other {# changes}} undone",
});

export const explanation = (since: string): string => AS_OF.explanation({ time: formatDateTime(since) });

export const BANNER = texts("pastDays.banner", {
  title: "As of the end of {day}.",
  refreshBefore: "Nothing was refreshed on that day: the rows are those of the refresh before it, {moment}.",
  lastRefresh: "Last refresh before it: {moment}.",
  back: "Back to now",
  anotherDay: "Another day…",
  compare: "Compare with now…",
  off: "Nothing can be edited, watched or verified here. Values, data problems, stock levels and “Out longer than usual” have no history and are empty.",
});

export const bannerTitle = ({ day }: PastDay): string => BANNER.title({ day: dayLabel(day) });

/** Names the refresh that saw the rows. */
export function refreshSentence({ day, refreshedAt }: PastDay): string {
  const moment = formatDateTime(refreshedAt);
  return Date.parse(refreshedAt) < startOfLocalDay(day).getTime()
    ? BANNER.refreshBefore({ moment })
    : BANNER.lastRefresh({ moment });
}

export const GAP = texts("pastDays.gap", {
  /** "12 items may have changed by then". */
  label:
    "{resource, select, items {{rows, plural, one {# item} other {# items}}} types {{rows, plural, one {# material type} other {# material types}}} other {{rows, plural, one {# location} other {# locations}}}} may have changed before the end of that day",
  hint: "A refresh after the end of that day saw their change, so it may have been made before. They are shown as they were before it.",
});

export const DIFFERENCES = texts("pastDays.differences", {
  title: "Compared with now",
  /** The scope of a comparison: the rows of the table's filters. */
  scope:
    "{resource, select, items {Items} types {Material types} other {Locations}} of this view, from the end of {day} to now.",
  none: "Nothing differs between that day and now.",
  export: "Export to Excel…",
  file: "Compared with now",
  list: "Differences",
  cut: "The first {listed, number} of {total, number} are listed. The export has more.",
  fileCut: "The file has the first {written, number} of {total, number} differences.",
  sheetPart: "{heading} {part, number}",
  enteredWithoutFields: "Returned again, or in this view again",
  leftWithoutFields: "No longer returned, or in this view no longer",
});

const HEADINGS: Readonly<Record<ViewChange["what"], string>> = texts("pastDays.differences.headings", {
  entered: "Entered since",
  left: "Left since",
  changed: "Changed since",
});
/** The heading of a list of differences: "Entered since · 12". */
export const headingOf = (what: ViewChange["what"], counts: PastDifferences): string =>
  joinFacts(HEADINGS[what], formatCount(counts[what]));
export const sheetName = (what: ViewChange["what"], part: number): string =>
  part === 0 ? HEADINGS[what] : DIFFERENCES.sheetPart({ heading: HEADINGS[what], part: part + 1 });

export const comparedRows = (resource: Resource, { day }: PastDay): string =>
  DIFFERENCES.scope({ resource, day: dayLabel(day) });

export const COLUMNS = texts("pastDays.differences.columns", {
  name: "Name",
  id: "Id",
  field: "Field",
  before: "Then",
  now: "Now",
  notBefore: "Changed, not before",
  notAfter: "Changed, not after",
});
