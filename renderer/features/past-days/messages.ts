import { startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { PastDay } from "../../../shared/features/past-days/past-day-calls.ts";
import type { PastDifferences } from "../../../shared/features/past-days/past-day-calls.ts";
import type { ViewChange } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { dateFormat, formatCount, formatDateTime, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

const longDay = dateFormat({ dateStyle: "full" });

/** A day in words: "Sunday, 1 November 2026". @param day an ISO 8601 date. */
export const dayLabel = (day: string): string => longDay().format(startOfLocalDay(day));

export const AS_OF = { button: "As of a day…", title: "Rows as of a day", day: "Day", show: "Show that day" };

export const explanation = (since: string): string =>
  `Rows as they were at the end of that day, rebuilt from observed changes. Observed since ${formatDateTime(since)}.`;
export const NOTHING_OBSERVED = "Nothing is observed yet: the first pull is not complete.";
export const NO_PAST_DAY = "No day has ended since the first refresh. Come back tomorrow.";
export const LOADING = "Waiting until the rows are read…";

/** "12,000 of 200,000 changes undone". */
export const progressLabel = (done: number, total: number): string =>
  `${formatCount(done)} of ${plural(total, "change")} undone`;

export const bannerTitle = ({ day }: PastDay): string => `As of the end of ${dayLabel(day)}.`;

/** Names the refresh that the rows are from. */
export function refreshSentence({ day, refreshedAt }: PastDay): string {
  const moment = formatDateTime(refreshedAt);
  return Date.parse(refreshedAt) < startOfLocalDay(day).getTime()
    ? `Nothing was refreshed on that day: the rows are those of the refresh before it, ${moment}.`
    : `Last refresh before it: ${moment}.`;
}

export const BACK = "Back to now";
export const ANOTHER_DAY = "Another day…";
export const COMPARE = "Compare with now…";
export const OFF_NOTE =
  "Nothing can be edited, watched or verified here. Values, data problems, stock levels and “Out longer than usual” have no history and are empty.";

/** "12 items may have changed by then". */
export const inGapLabel = (resource: Resource, count: number): string => {
  const { one, many } = RESOURCE_LABELS[resource];
  return `${plural(count, one, many)} may have changed before the end of that day`;
};
export const IN_GAP_HINT =
  "A refresh after the end of that day saw their change, so it may have been made before. They are shown as they were before it.";

export const DIFFERENCES = {
  title: "Compared with now",
  none: "Nothing differs between that day and now.",
  export: "Export to Excel…",
  file: "Compared with now",
  list: "Differences",
};

const HEADINGS: Readonly<Record<ViewChange["what"], string>> = {
  entered: "Entered since",
  left: "Left since",
  changed: "Changed since",
};
/** "Entered since · 12". */
export const headingOf = (what: ViewChange["what"], counts: PastDifferences): string =>
  `${HEADINGS[what]} · ${formatCount(counts[what])}`;
export const sheetName = (what: ViewChange["what"], part: number): string =>
  part === 0 ? HEADINGS[what] : `${HEADINGS[what]} ${formatCount(part + 1)}`;

/** The scope of a comparison: the rows of the table's filters. */
export const comparedRows = (resource: Resource, { day }: PastDay): string =>
  `${RESOURCE_LABELS[resource].title} of this view, from the end of ${dayLabel(day)} to now.`;

export const firstListed = (listed: number, total: number): string =>
  `The first ${formatCount(listed)} of ${formatCount(total)} are listed. The export has more.`;
export const tooManyForFile = (written: number, total: number): string =>
  `The file has the first ${formatCount(written)} of ${formatCount(total)} differences.`;
export const saved = (file: string): string => `${file} saved`;

export const COLUMNS = {
  name: "Name",
  id: "Id",
  field: "Field",
  before: "Then",
  now: "Now",
  notBefore: "Changed, not before",
  notAfter: "Changed, not after",
};
export const ENTERED_WITHOUT_FIELDS = "Returned again, or in this view again";
export const LEFT_WITHOUT_FIELDS = "No longer returned, or in this view no longer";
