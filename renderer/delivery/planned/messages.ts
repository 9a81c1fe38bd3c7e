import { texts } from "../../../shared/base/text/texts.ts";

const WEEK = texts("delivery.planned.days", {
  monday: "Mon",
  tuesday: "Tue",
  wednesday: "Wed",
  thursday: "Thu",
  friday: "Fri",
  saturday: "Sat",
  sunday: "Sun",
});
/** The days of the week, from Monday as in ISO 8601. */
export const DAYS = [
  WEEK.monday,
  WEEK.tuesday,
  WEEK.wednesday,
  WEEK.thursday,
  WEEK.friday,
  WEEK.saturday,
  WEEK.sunday,
] as const;

/** A planned message of a connection. */
export const PLANNED_MAIL = texts("delivery.planned.mail", {
  notReady: "To send it, set up a mail server under Mail first.",
  save: "Save",
  send: "Send now",
  next: "Next",
  last: "Last message",
  none: "Not yet",
  running: "Being made…",
  waitsForCopy: "It is due, and waits until the first pull of this connection has ended.",
  waitsForSave: "It has been waiting since a backup was restored. Save it to send it from this computer.",
});

/** The fields for the times at which a message or file is made. */
export const TIMING = texts("delivery.planned.timing", {
  when: "When",
  onDays: "On days, at a time",
  days: "Days",
  time: "Time",
  everyHours: "Every few hours",
  hours: "Hours from one export to the next",
});
