import { texts } from "../../../shared/base/text/texts.ts";
import { formatDateTime } from "../../base/format.ts";
import type { Period, Span } from "./activity-filter.ts";

export const SPAN_LABELS: Readonly<Record<Span, string>> = texts("activity.spans", {
  hour: "Last hour",
  day: "24 hours",
  week: "7 days",
  all: "All",
});
export const FILTERS = texts("activity.filters", {
  span: "Observed within",
  period: "{from} to {until}",
  removePeriod: "Remove the filter: {period}",
  search: "Search changes by name or id",
  kinds: "Kinds of change",
  everyKind: "Every change",
  kindCount: "{kinds, plural, one {# kind} other {# kinds}}",
});
export const periodLabel = ({ from, until }: Period): string =>
  FILTERS.period({ from: formatDateTime(from), until: formatDateTime(until) });

/** The label of the chosen kinds: "Every change", "Archived", "3 kinds". */
export function chosenKinds(kinds: readonly string[]): string {
  const [first] = kinds;
  if (first === undefined) return FILTERS.everyKind;
  return kinds.length === 1 ? first : FILTERS.kindCount({ kinds: kinds.length });
}

export const LOCATION_FILTER = texts("activity.filters.location", {
  label: "Location",
  all: "Every location",
  none: "No location matches.",
});
export const HOLDER_FILTER = texts("activity.filters.holder", {
  label: "Holder",
  all: "Every holder",
  none: "Nothing is checked out. Type any holder’s id.",
});

const COUNTS = texts("activity.counts", {
  found: "{total, plural, one {# change} other {# changes}} found",
  newestFound: "{total, plural, one {# change} other {# changes}} found, the newest {listed, number} listed",
  observed: "{total, plural, one {# change} other {# changes}} observed",
  newestObserved:
    "{total, plural, one {# change} other {# changes}} observed, the newest {listed, number} listed",
  inPass: "{count, plural, one {# change} other {# changes}}",
  atLeast: "at least {count, number} changes",
});
/** The number of changes: "12 changes found", "2,000,000 changes observed, the newest 400,000 listed". */
export function changeCount(total: number, listed: number, filtered: boolean): string {
  if (total <= listed) return filtered ? COUNTS.found({ total }) : COUNTS.observed({ total });
  return filtered ? COUNTS.newestFound({ total, listed }) : COUNTS.newestObserved({ total, listed });
}
/** The number of changes in one pass: "12 changes", or "at least 12 changes" if some are not loaded. */
export function groupCount(count: number, more: boolean): string {
  return more ? COUNTS.atLeast({ count }) : COUNTS.inPass({ count });
}

export const ACTIVITY = texts("activity.list", {
  title: "Activity",
  list: "Observed changes",
  newChanges: "{count, plural, one {# new change} other {# new changes}}",
  newChangesReason:
    "New changes wait while you point at the list, are in it or have scrolled, so that no row moves",
  observed: "Observed {facts}",
  facts: "{before}; {after}",
});

/** The tooltip of a change: its summary, the time of its observation, and its sources. */
export function rowTitle(summary: string, bounds: string, sources: readonly (string | null)[]): string {
  const facts = sources
    .filter((source) => source !== null)
    .reduce((before, after) => ACTIVITY.facts({ before, after }), bounds);
  return `${summary}\n${ACTIVITY.observed({ facts })}`;
}

export const NO_MATCH = texts("activity.noMatch", {
  title: "No change matches",
  text: "Clear the filters to see every observed change again.",
});
export const NOTHING_OBSERVED = texts("activity.nothingObserved", {
  title: "Nothing observed yet",
  text: "Stockdeck compares each refresh with the local copy and lists the differences here. The first pull has nothing to compare with.",
});
