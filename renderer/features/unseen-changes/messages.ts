import type { ViewChange, UnseenChanges } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { listOf } from "../../base/format.ts";
import {
  CHANGE,
  describeFields,
  firstSeen,
  summarise,
  type NameOf,
} from "../../inventory/changes/messages.ts";

/** The outcomes for a record of a view, in the order of display. */
export const OUTCOMES = ["entered", "left", "changed"] as const satisfies readonly ViewChange["what"][];

const COUNTS = texts("unseenChanges.counts", {
  entered: "{records, number} entered",
  left: "{records, number} left",
  changed: "{records, number} changed",
});

type Counts = Pick<UnseenChanges, "entered" | "left" | "changed">;

/** The number of records of a view with unseen changes. */
export function unseenTotal({ entered, left, changed }: Counts): number {
  return entered + left + changed;
}

/** The numbers in words: "3 entered, 1 left, 12 changed". Zeros are left out; empty if all numbers are zero. */
export const countsLabel = (counts: Counts): string =>
  listOf(
    OUTCOMES.flatMap((outcome) =>
      counts[outcome] > 0 ? [COUNTS[outcome]({ records: counts[outcome] })] : [],
    ),
  );

/** The rows that a view's unseen changes concern, in relation to the table's rows. */
export interface UnseenScope {
  /** Whether the view has filters. Then rows outside the view may have unseen changes too. */
  readonly narrowed: boolean;
  /** The search that is part of the view; "" if the view has none. */
  readonly own: string;
  /** The text in the table's search box. It does not limit the unseen changes. */
  readonly typed: string;
}

const SUMMARY = texts("unseenChanges.summary", {
  nothing:
    "Nothing new since you last looked{narrowed, select, yes { at this view} other {}}{search, select, same {} ignored { (ignoring the search)} other { (with its search “{own}”)}}",
  nothingKept:
    "Since you last looked{narrowed, select, yes { at this view} other {}}{search, select, same {} ignored { (ignoring the search)} other { (with its search “{own}”)}}: nothing new in the changes that are still kept",
  counts:
    "Since you last looked{narrowed, select, yes { at this view} other {}}{search, select, same {} ignored { (ignoring the search)} other { (with its search “{own}”)}}: {counts}",
  atLeast:
    "Since you last looked{narrowed, select, yes { at this view} other {}}{search, select, same {} ignored { (ignoring the search)} other { (with its search “{own}”)}}: at least {counts}",
});

/** The unseen changes of a view and the rows that they concern, in one line. */
export function unseenSummary(unseen: UnseenChanges, { narrowed, own, typed }: UnseenScope): string {
  const scope = {
    narrowed: narrowed ? "yes" : "no",
    search: own.trim() === typed.trim() ? "same" : own.trim() === "" ? "ignored" : "own",
    own: own.trim(),
  };
  const counts = countsLabel(unseen);
  if (counts === "") return unseen.cutOff ? SUMMARY.nothingKept(scope) : SUMMARY.nothing(scope);
  return unseen.more || unseen.cutOff
    ? SUMMARY.atLeast({ ...scope, counts })
    : SUMMARY.counts({ ...scope, counts });
}

/** Describes what happened to one record of a view: old → new over all unseen changes. */
export function describeRecord(resource: Resource, record: ViewChange, nameOf: NameOf): string {
  if (Object.keys(record.fields).length === 0)
    return record.what === "entered" ? CHANGE.returnedAgain : CHANGE.noLongerReturned;
  // A new record has no old name, so only its new values are listed.
  const isNew = record.what === "entered" && record.fields["name"]?.old === null;
  const fields = describeFields({ ...record, resource }, nameOf, isNew ? ["name", "createdAt"] : []);
  return isNew ? firstSeen(fields) : summarise(fields) || CHANGE.onlyTouched;
}

export const UNSEEN = texts("unseenChanges", {
  label: "Since you last looked",
  list: "What is new",
  seen: "Seen",
  /** Shown during a new view's first second, until it is marked as seen. */
  firstLook: "Changes from now on are listed here",
  nothingKept: "Nothing new in the changes that are still kept.",
  latest:
    "The latest {listed, number} of {resource, select, items {{total, plural, one {# item} other {# items}}} types {{total, plural, one {# material type} other {# material types}}} other {{total, plural, one {# location} other {# locations}}}} are listed.",
  moreThanCounted: "There are more changes than were counted: the numbers are minimums.",
  olderNotKept: "Older changes are no longer kept (see Settings), and not counted.",
  timeNotCounted: "Records that entered or left only because time passed are not counted.",
});
export const HEADINGS: Readonly<Record<ViewChange["what"], string>> = texts("unseenChanges.headings", {
  entered: "Entered this view",
  left: "Left this view",
  changed: "Changed",
});

const BADGE = texts("unseenChanges.badge", {
  all: ", {records, number} new since you last looked",
  allAtLeast: ", at least {records, number} new since you last looked",
  inView: ", {records, number} new in its view since you last looked",
  inViewAtLeast: ", at least {records, number} new in its view since you last looked",
});
/** The description of the badge for a screen reader. It follows the name of the screen. */
export function badgeDescription(records: number, isAtLeast: boolean, isNarrowed: boolean): string {
  if (isNarrowed) return isAtLeast ? BADGE.inViewAtLeast({ records }) : BADGE.inView({ records });
  return isAtLeast ? BADGE.allAtLeast({ records }) : BADGE.all({ records });
}
