import type { ViewChange, UnseenChanges } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { formatCount, plural } from "../../base/format.ts";
import { CHANGE, describeFields, summarise, type NameOf } from "../../inventory/changes/messages.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

/** The outcomes for a record of a view, in the order of display. */
export const OUTCOMES = ["entered", "left", "changed"] as const satisfies readonly ViewChange["what"][];

const OUTCOME_WORDS: Readonly<Record<ViewChange["what"], string>> = {
  entered: "entered",
  left: "left",
  changed: "changed",
};

type Counts = Pick<UnseenChanges, "entered" | "left" | "changed">;

/** Shown during a new view's first second, before it is marked as seen. */
export const FIRST_LOOK_NOTE = "Changes from now on are listed here";

/** The number of records of a view with unseen changes. */
export function unseenTotal({ entered, left, changed }: Counts): number {
  return entered + left + changed;
}

/** "3 entered, 1 left, 12 changed", leaving out zeros; empty if all are zero. */
export function countsLabel(counts: Counts): string {
  return OUTCOMES.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${OUTCOME_WORDS[outcome]}`)
    .join(", ");
}

/** The rows that a view's unseen changes cover, compared with those of its table. */
export interface UnseenScope {
  /** Whether the view has filters, so that rows outside it may have unseen changes. */
  readonly narrowed: boolean;
  /** The search that is part of the view; "" if it has none. */
  readonly own: string;
  /** The search in the table's search box, which does not limit the unseen changes. */
  readonly typed: string;
}

/** The unseen changes of a view and the rows that they cover, in one line. */
export function unseenSummary(unseen: UnseenChanges, scope: UnseenScope): string {
  const looked = `you last looked${scopeLabel(scope)}`;
  const counts = countsLabel(unseen);
  if (counts === "") {
    return unseen.cutOff
      ? `Since ${looked}: nothing new in the changes that are still kept`
      : `Nothing new since ${looked}`;
  }
  return `Since ${looked}: ${unseen.more || unseen.cutOff ? "at least " : ""}${counts}`;
}

function scopeLabel({ narrowed, own, typed }: UnseenScope): string {
  const where = narrowed ? " at this view" : "";
  if (own.trim() === typed.trim()) return where;
  return own.trim() === "" ? `${where} (ignoring the search)` : `${where} (with its search “${own.trim()}”)`;
}

/** Describes the outcome for one record of a view: old → new over all changes in between. */
export function describeRecord(resource: Resource, record: ViewChange, nameOf: NameOf): string {
  if (Object.keys(record.fields).length === 0) {
    return record.what === "entered"
      ? "Returned again by the service"
      : "No longer returned by the service; the last copy is kept";
  }
  // A new record has no old name.
  const isNew = record.what === "entered" && record.fields["name"]?.old === null;
  const fields = describeFields({ ...record, resource }, nameOf, isNew ? ["name", "createdAt"] : []);
  if (isNew) return ["First seen", summarise(fields, true)].filter((part) => part !== "").join("; ");
  return summarise(fields) || CHANGE.onlyTouched;
}

export const UNSEEN = { label: "Since you last looked", list: "What is new", seen: "Seen" };
export const HEADINGS: Readonly<Record<ViewChange["what"], string>> = {
  entered: "Entered this view",
  left: "Left this view",
  changed: "Changed",
};

export const NOTHING_KEPT = "Nothing new in the changes that are still kept.";
export const MORE_THAN_COUNTED = "There are more changes than were counted: the numbers are minimums.";
export const OLDER_NOT_KEPT = "Older changes are no longer kept (see Settings), and not counted.";
export const TIME_NOT_COUNTED = "Records that entered or left only because time passed are not counted.";

export const latestListed = (resource: Resource, listed: number, total: number): string => {
  const { one, many } = RESOURCE_LABELS[resource];
  return `The latest ${formatCount(listed)} of ${plural(total, one, many)} are listed.`;
};

/** The badge's description for a screen reader, which follows the screen's name. */
export const badgeDescription = (total: number, isAtLeast: boolean, isNarrowed: boolean): string =>
  `, ${isAtLeast ? "at least " : ""}${formatCount(total)} new ${isNarrowed ? "in its view " : ""}since you last looked`;
