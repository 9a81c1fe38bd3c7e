import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import type { ObservedBounds } from "../../../shared/features/custody/custody.ts";
import type { LimitReason } from "../../../shared/features/custody/out-limits.ts";
import type { UsualBounds } from "../../../shared/features/custody/usual-times-schema.ts";
import { formatCount, formatDateTime, formatDay, plural } from "../../base/format.ts";

const DAY = 86_400_000;

/** "2 days", "under 1 day"; "–" if the start is unknown. @param milliseconds since the check-out. */
export function daysOut(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  const days = Math.floor(milliseconds / DAY);
  return days < 1 ? "under 1 day" : plural(days, "day");
}

/**
 * "12 days", or "12 to 13 days" if the return lies between two refreshes. "more than 40 days" if observation ended
 * before it. Partial days count as whole.
 */
export function boundedDays({ least, most }: UsualBounds): string {
  if (most === null) return `more than ${plural(Math.floor(least / DAY), "day")}`;
  const [from, to] = [least, most].map((time) => Math.max(1, Math.ceil(time / DAY)));
  return from === to || from === undefined
    ? plural(to ?? 1, "day")
    : `${formatCount(from)} to ${plural(to ?? 1, "day")}`;
}

/** "12" or "12 to 13". */
const withinDays = (time: UsualBounds): string => boundedDays(time).replace(/ days?$/, "");

/** Why an item is marked: "41 days; 90 % of this type return within 12". */
export function lateReason(milliseconds: number, days: number, why: LimitReason): string {
  return `${daysOut(milliseconds)}; ${limitReason(days, why)}`;
}

function limitReason(days: number, why: LimitReason): string {
  if (why.kind === "fixed")
    return `the limit for ${why.for === "type" ? "this type" : "all types"} is ${formatCount(days)}`;
  const { basis, time } = why;
  return `90 % of ${basis === "type" ? "this type" : "all items"} return within ${withinDays(time.p90)}`;
}

export const historyOf = (label: string): string => `History: ${label}`;
export const observedSince = (since: string | null): string =>
  since === null
    ? "Nothing was observed yet."
    : `Observed since ${formatDay(since)}. Check-outs before that day are not listed, even if the item is still out. What went out and came back between two refreshes is not known.`;
export const historyCut = (read: number, all: number): string =>
  `From the last ${formatCount(read)} of ${formatCount(all)} changes. Activity lists the others.`;
export const HISTORY = {
  show: "History…",
  item: "Item",
  holder: "Holder",
  out: "Checked out",
  end: "Ended",
  time: "Time out",
  none: "No check-out or return was observed since then.",
  nobody: "No holder",
  unknown: "before that",
  still: "Still out",
  returned: "Returned",
  handedOn: "Handed on",
  archived: "Archived",
  noLongerReturned: "No longer returned",
};
/** "between Jun 1, 10:00 AM and Jun 1, 10:05 AM", or "by Jun 1, 10:05 AM" without a lower bound. */
export function boundsText({ after, before }: ObservedBounds): string {
  return after === null || after === before
    ? `by ${formatDateTime(before)}`
    : `between ${formatDateTime(after)} and ${formatDateTime(before)}`;
}

export const noteOn = (item: string): string => `Note on ${item}`;
export const NOTE = {
  text: "Note",
  example: "back on Friday",
  askedOn: "Asked on",
  save: "Save",
  cancel: "Cancel",
  delete: "Delete",
  former: "Former notes",
  until: (day: string): string => `until ${day}`,
};
/** A note with the day on which the user asked the holder: "back on Friday (asked on Jun 1, 2026)". */
export function noteText({ text, askedOn }: Pick<ItemNote, "text" | "askedOn">): string {
  // Without a time, a day would be read as UTC.
  return askedOn === null ? text : `${text} (asked on ${formatDay(`${askedOn}T00:00:00`)})`;
}

export const historyLabel = (label: string): string => `History of ${label}`;
