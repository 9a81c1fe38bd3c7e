import { texts } from "../../../shared/base/text/texts.ts";
import { MAX_RULE_NAME } from "../../../shared/features/alerts/alerts.ts";

export const BADGE = texts("alerts.badge", {
  unread: "{count, plural, one {# unread alert} other {# unread alerts}}",
});

/** Texts about the alert rules of an imported view. */
export const SHARED_RULES = texts("alerts.sharedRules", {
  label: "Its alert rules",
  add: "Add its {rules, plural, one {# alert rule} other {# alert rules}}",
  line: "{name}: {condition}",
});

/** Items of menus that make a rule. */
export const WATCH = texts("alerts.watch", {
  record: "Alert me when this changes…",
  low: "Alert me when it is low…",
});

export const RULE_DIALOG = texts("alerts.rule", {
  add: "New alert rule",
  edit: "Edit the alert rule",
  name: "Name",
  kind: "Watch",
  view: "Saved view",
  noViews: "No view is saved yet. Save one in a table first.",
  event: "Alert when a row",
  measure: "Measure",
  count: "Number of rows",
  currency: "Currency",
  direction: "Alert when it is",
  threshold: "Threshold",
  clearAt: "Clears at",
  clearHint: "“Clears at” is optional. With a distance, a number at the edge does not fire again and again.",
  type: "Material type",
  anyType: "Any with a threshold",
  clearType: "Any material type",
  noType: "No such material type",
  record: "Record",
  hours: "Hours without a refresh",
  afterRefreshes: "Fire after (refreshes)",
  afterHint: "How many refreshes in a row must find it so.",
  notify: "Show a system notification",
  notifyOff: "Notifications are off in Settings. Alerts come to the inbox all the same.",
  notifyHere: "A browser shows none; only the installed app does. Alerts come to the inbox all the same.",
  create: "Add rule",
  save: "Save",
});
export const RULE_EVENTS = texts("alerts.rule.events", {
  enters: "Enters the view",
  leaves: "Leaves the view",
});
export const RULE_DIRECTIONS = texts("alerts.rule.directions", { above: "Above", below: "Below" });

export const SUMS = texts("alerts.rule.sums", {
  sum: "Sum of “{field}”",
  /** For a sum over several material types that have no confirmed unit. */
  withoutUnit:
    "The rule adds “{field}” of different material types without a unit. Use a view of one material type, or confirm the units in Settings.",
  asSent: "The rule adds numbers as the service sends them, in {unit}.",
  severalUnits:
    "Rows of several units have no sum, so the rule does not fire for them. Use a view whose rows have one unit; the rule adds numbers as the service sends them.",
});
/**
 * Explains which numbers a sum adds, if the table shows other numbers. @param unit the unit of the added numbers; "" if
 * there are several units.
 */
export const addedAsSent = (unit: string): string => (unit ? SUMS.asSent({ unit }) : SUMS.severalUnits);

export const PROBLEMS = texts("alerts.rule.problems", {
  name: "Enter a name of at most {most, number} characters.",
  view: "Choose a saved view.",
  number: "Enter a number.",
  record: "Choose a record: open it and use its menu.",
  hours: "Enter hours above 0, at most a year.",
  afterRefreshes: "Enter a whole number from 1 to {most, number}.",
});
export const CLEAR_AT_PROBLEMS = texts("alerts.rule.problems.clearAt", {
  above: "Must not be above the threshold.",
  below: "Must not be below the threshold.",
});

/** The suggested name of a rule: its sentence, cut to the length limit of names. */
export const suggestedName = (sentence: string): string =>
  sentence.length <= MAX_RULE_NAME ? sentence : `${sentence.slice(0, MAX_RULE_NAME - 1)}…`;

export const ALERTS = texts("alerts.section", {
  title: "Alerts",
  intro:
    "The rules of the open connection are evaluated on this computer after each refresh. A collector evaluates those of its team.",
  open: "Open the rules",
  notifications: "Show system notifications",
  hint: "One for each rule and refresh. A click on it opens the rows.",
  unavailable: "Only the installed app shows notifications; a browser shows none.",
  test: "Test",
  works: "The system showed the notification.",
  quiet: "Quiet hours",
  quietHint: "No notification is shown then. Alerts come to the inbox all the same.",
  from: "From",
  to: "To",
  toNextDay: "To (the next day)",
  days: "Beginning on",
  noDay: "Choose a day, or no quiet hours begin.",
  same: "Choose two different times.",
  wholeDays: "Quiet all day on",
});

/** "To (the next day)" if quiet hours pass midnight. */
export const quietEnd = (isNextDay: boolean): string => (isNextDay ? ALERTS.toNextDay : ALERTS.to);
