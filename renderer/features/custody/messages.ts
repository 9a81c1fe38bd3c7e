import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import type { Custody, ObservedBounds } from "../../../shared/features/custody/custody.ts";
import type { LimitReason } from "../../../shared/features/custody/out-limits.ts";
import type { UsualBounds } from "../../../shared/features/custody/usual-times-schema.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatCalendarDay, formatDateTime, formatDay } from "../../base/format.ts";

const DAY = 86_400_000;

const TIMES = texts("custody.times", {
  days: "{days, plural, one {# day} other {# days}}",
  underADay: "under 1 day",
  daysRange: "{from, number} to {to, plural, one {# day} other {# days}}",
  moreThanDays: "more than {days, plural, one {# day} other {# days}}",
});

/** A time in days: "2 days", "under 1 day"; "–" if the start is unknown. @param milliseconds since the check-out. */
export function daysOut(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  const days = Math.floor(milliseconds / DAY);
  return days < 1 ? TIMES.underADay : TIMES.days({ days });
}

/**
 * The lowest and the highest number of days. A part of a day counts as a whole day; `to` is null if no return was
 * observed.
 */
function dayBounds({ least, most }: UsualBounds): { readonly from: number; readonly to: number | null } {
  const whole = (time: number): number => Math.max(1, Math.ceil(time / DAY));
  return most === null
    ? { from: Math.floor(least / DAY), to: null }
    : { from: whole(least), to: whole(most) };
}

/**
 * A time in days with its bounds: "12 days", or "12 to 13 days" if the return lies between two refreshes. "more than 40
 * days" means that the observation ended before the return.
 */
export function boundedDays(time: UsualBounds): string {
  const { from, to } = dayBounds(time);
  if (to === null) return TIMES.moreThanDays({ days: from });
  return from === to ? TIMES.days({ days: to }) : TIMES.daysRange({ from, to });
}

const LATE_REASONS = texts("custody.late", {
  fixed: "{out}; the limit for {scope, select, type {this type} other {all types}} is {days, number}",
  usual: "{out}; 90 % of {scope, select, type {this type} other {all items}} return within {days, number}",
  usualRange:
    "{out}; 90 % of {scope, select, type {this type} other {all items}} return within {from, number} to {to, number}",
  usualMore:
    "{out}; 90 % of {scope, select, type {this type} other {all items}} return within more than {days, number}",
});

/** The reason why an item is marked: "41 days; 90 % of this type return within 12". */
export function lateReason(milliseconds: number, days: number, why: LimitReason): string {
  const out = daysOut(milliseconds);
  if (why.kind === "fixed") return LATE_REASONS.fixed({ out, scope: why.for, days });
  const { basis: scope, time } = why;
  const { from, to } = dayBounds(time.p90);
  if (to === null) return LATE_REASONS.usualMore({ out, scope, days: from });
  return from === to
    ? LATE_REASONS.usual({ out, scope, days: to })
    : LATE_REASONS.usualRange({ out, scope, from, to });
}

export const HISTORY = texts("custody.history", {
  title: "History: {label}",
  label: "History of {label}",
  observedSince:
    "Observed since {day}. Check-outs before that day are not listed, even if the item is still out. What went out and came back between two refreshes is not known.",
  nothingObserved: "Nothing was observed yet.",
  cut: "From the last {read, number} of {all, number} changes. Activity lists the others.",
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
});
export const observedSince = (since: string | null): string =>
  since === null ? HISTORY.nothingObserved : HISTORY.observedSince({ day: formatDay(since) });

const BOUNDS = texts("custody.bounds", {
  by: "by {time}",
  between: "between {from} and {to}",
  endedBy:
    "{how, select, returned {Returned} handedOn {Handed on} archived {Archived} other {No longer returned}} by {time}",
  endedBetween:
    "{how, select, returned {Returned} handedOn {Handed on} archived {Archived} other {No longer returned}} between {from} and {to}",
});
/**
 * The bounds of an observation: "between Jun 1, 10:00 AM and Jun 1, 10:05 AM", or "by Jun 1, 10:05 AM" without a lower
 * bound.
 */
export function boundsText({ after, before }: ObservedBounds): string {
  return after === null || after === before
    ? BOUNDS.by({ time: formatDateTime(before) })
    : BOUNDS.between({ from: formatDateTime(after), to: formatDateTime(before) });
}
/** The end of a custody: "Returned between Jun 1, 10:00 AM and Jun 1, 10:05 AM". */
export function endText({ how, after, before }: NonNullable<Custody["end"]>): string {
  return after === null || after === before
    ? BOUNDS.endedBy({ how, time: formatDateTime(before) })
    : BOUNDS.endedBetween({ how, from: formatDateTime(after), to: formatDateTime(before) });
}

export const NOTE = texts("custody.note", {
  title: "Note on {item}",
  text: "Note",
  edit: "Note…",
  example: "{isOut, select, true {back on Friday} other {box is damaged}}",
  end: "{isOut, select, true {The note is closed when the item is returned.} other {The note stays until you delete it.}}",
  full: "A note can have {most, number} characters.",
  askedOn: "Asked on",
  delete: "Delete",
  former: "Former notes",
  until: "until {day}",
  withDay: "{text} (asked on {day})",
});
/** A note with the day on which the user asked the holder: "back on Friday (asked on Jun 1, 2026)". */
export function noteText({ text, askedOn }: Pick<ItemNote, "text" | "askedOn">): string {
  return askedOn === null ? text : NOTE.withDay({ text, day: formatCalendarDay(askedOn) });
}
