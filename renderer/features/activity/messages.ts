import { formatCount, formatDateTime, plural } from "../../base/format.ts";
import type { Period, Span } from "./activity-filter.ts";

export const TITLE = "Activity";

export const SPAN_LABELS: Readonly<Record<Span, string>> = {
  hour: "Last hour",
  day: "24 hours",
  week: "7 days",
  all: "All",
};
export const SPAN_FILTER = "Observed within";
export const periodLabel = ({ from, until }: Period): string =>
  `${formatDateTime(from)} to ${formatDateTime(until)}`;
export const removePeriod = (period: Period): string => `Remove the filter: ${periodLabel(period)}`;
export const SEARCH = "Search changes by name or id";
export const KIND_FILTER = "Kinds of change";
export const EVERY_KIND = "Every change";

/** The chosen kinds: "Every change", "Archived", "3 kinds". */
export function chosenKinds(kinds: readonly string[]): string {
  const [first] = kinds;
  if (first === undefined) return EVERY_KIND;
  return kinds.length === 1 ? first : plural(kinds.length, "kind");
}

export const LOCATION_FILTER = { label: "Location", all: "Every location", none: "No location matches." };
export const HOLDER_FILTER = {
  label: "Holder",
  all: "Every holder",
  none: "Nothing is checked out. Type any holder’s id.",
};

/** The number of changes: "12 changes found", "2,000,000 changes observed, the newest 400,000 listed". */
export function changeCount(total: number, listed: number, filtered: boolean): string {
  const count = `${plural(total, "change")} ${filtered ? "found" : "observed"}`;
  return total > listed ? `${count}, the newest ${formatCount(listed)} listed` : count;
}

export const LIST = "Observed changes";
export const newChanges = (count: number): string => plural(count, "new change");
export const NEW_CHANGES_REASON =
  "New changes wait while you point at the list, are in it or have scrolled, so that no row moves";

/** The tooltip of a change: its summary, when it was observed, and its sources. */
export function rowTitle(summary: string, bounds: string, sources: readonly (string | null)[]): string {
  const said = [bounds, ...sources].filter((one) => one !== null);
  return `${summary}\nObserved ${said.join("; ")}`;
}

/** The changes of one pass: "12 changes", or "at least 12 changes" if some are not loaded. */
export function groupCount(count: number, more: boolean): string {
  return more ? `at least ${formatCount(count)} changes` : plural(count, "change");
}

export const NO_MATCH = {
  title: "No change matches",
  text: "Clear the filters to see every observed change again.",
};
export const NOTHING_OBSERVED = {
  title: "Nothing observed yet",
  text: "Stockdeck compares each refresh with the local copy and lists the differences here. The first pull has nothing to compare with.",
};
