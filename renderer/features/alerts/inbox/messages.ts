import { MAX_RULE_NAME, type Alert, type AlertState } from "../../../../shared/features/alerts/alerts.ts";
import { reasonOf } from "../../../../shared/features/alerts/alert-words.ts";
import { texts } from "../../../../shared/base/text/texts.ts";
import { formatAge, formatDateTime } from "../../../base/format.ts";
import type { ListedRule } from "../alert-queries.ts";
import type { Part } from "./alerts-search.ts";
import type { Units } from "../../../../shared/inventory/units.ts";
import {
  describeFields,
  type FieldChange,
  type NameOf,
  summarise,
} from "../../../inventory/changes/messages.ts";
import { adviseOn } from "../../../ui/error-advice.ts";

export const SCREEN = texts("alerts.screen", {
  title: "Alerts",
  parts: "Show",
  firstPull: "Rules are evaluated once the first pull is complete.",
  suspended: "Suspended: the data is {age} old. Rules go on with the next complete refresh.",
  offline: "The service cannot be reached. Rules are evaluated after the next refresh.",
});
export const PART_LABELS: Readonly<Record<Part, string>> = texts("alerts.screen.parts", {
  active: "Active",
  all: "All",
  rules: "Rules",
});

/** The reasons why the inbox is empty. */
export const EMPTY = {
  active: texts("alerts.inbox.noneActive", {
    title: "Nothing needs you",
    text: "Alerts appear here when a rule fires after a refresh.",
  }),
  all: texts("alerts.inbox.none", {
    title: "No alert yet",
    text: "Alerts that have ended stay in this list for 90 days.",
  }),
  noRules: texts("alerts.inbox.noRules", {
    title: "No rule yet",
    text: "A rule says what to watch: a saved view, low stock, items out longer than usual, one record. Rules are evaluated on this machine.",
  }),
};

export const INBOX = texts("alerts.inbox", {
  label: "Alerts",
  unread: "Unread:",
  count: "{total, plural, one {# alert} other {# alerts}}, {unread, number} unread",
  select: "Select {name}",
  selected: "{count, plural, one {# alert} other {# alerts}} selected",
  selectAll: "Select all on this page",
  markAll: "Mark all as read",
  allRead: "All alerts marked as read",
  acknowledge: "Acknowledge",
  acknowledged: "{count, plural, one {# alert} other {# alerts}} acknowledged",
  snooze: "Snooze",
  snoozed: "{count, plural, one {# alert} other {# alerts}} snoozed until {time}",
  unsnooze: "Unsnooze",
  unsnoozed: "{count, plural, one {# alert} other {# alerts}} no longer snoozed",
  openRecord: "Open the record",
  openRows: "Show the rows",
  actions: "Actions on alerts",
});
export const snoozed = (count: number, until: string): string =>
  INBOX.snoozed({ count, time: formatDateTime(until) });

export const SNOOZES = texts("alerts.snoozes", {
  hour: "For 1 hour",
  tomorrow: "Until tomorrow, 8:00",
  week: "For 1 week",
  date: "Until a date…",
});
export const SNOOZE_DIALOG = texts("alerts.snoozes.dialog", {
  title: "Snooze until a date",
  date: "Until 8:00 on",
  past: "Choose a day after today.",
  save: "Snooze",
});

export const STATE_WORDS: Readonly<Record<AlertState, string>> = texts("alerts.states", {
  pending: "Pending",
  firing: "Firing",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
});
const TIMES = texts("alerts.times", {
  snoozed: "Snoozed until {time}",
  justNow: "just now",
  ago: "{age} ago",
});
/** The state of an alert, with its end if it has an end: "Snoozed until Jun 2, 8:00 AM". */
export function stateText({ state, snoozedUntil }: Pick<Alert, "state" | "snoozedUntil">): string {
  const until = state === "snoozed" && snoozedUntil !== null;
  return until ? TIMES.snoozed({ time: formatDateTime(snoozedUntil) }) : STATE_WORDS[state];
}
/** The age of an alert, exact to the minute. */
export const sinceText = (iso: string, now: number): string =>
  now - Date.parse(iso) < 60_000 ? TIMES.justNow : TIMES.ago({ age: formatAge(iso, now) });

export const FACTS = texts("alerts.facts", {
  why: "Why",
  changes: "Changed",
  change: "{field}: {old} → {fresh}",
  noValue: "none",
  rule: "Rule",
  since: "Since",
  fired: "Fired",
  ended: "Ended",
  missed: "Missed while the computer slept",
});

export const RULES = texts("alerts.rules", {
  add: "New rule…",
  label: "Rules",
  pause: "Pause",
  pauseLabel: "Pause {name}",
  edit: "Edit…",
  delete: "Delete",
  deleted: "Rule deleted: {name}",
  team: "Team",
  share: "Share with the team",
  shared: "Rule shared with the team: {name}",
  duplicate: "Duplicate",
  copy: "{name} copy",
  deleteForAll: "Delete for all",
  deletedForAll: "Rule deleted for all: {name}",
  action: "{action}: {name}",
  after: "after {refreshes, plural, one {# refresh} other {# refreshes}}",
  noNotification: "no notification",
  active: "{count, number} active",
  noneActive: "No active alert",
});
export const actionLabel = (action: string, name: string): string =>
  RULES.action({ action: action.replace("…", ""), name });
/** The name for a copy of a rule. */
export function copyName(name: string): string {
  const added = RULES.copy({ name: "" }).length;
  return RULES.copy({ name: name.slice(0, MAX_RULE_NAME - added) });
}
export const activeCount = (count: number): string =>
  count === 0 ? RULES.noneActive : RULES.active({ count });

export const RULE_STATUS: Readonly<Record<ListedRule["status"], string>> = texts("alerts.rules.status", {
  active: "Watching",
  paused: "Paused",
  suspended: "Suspended: the data is stale",
  noView: "Its view was deleted",
});

/** The change of one field: "Location: Hall 2 → Hall 3". */
export const fieldChange = (field: string, old: string | null, fresh: string | null): string =>
  FACTS.change({ field, old: old ?? FACTS.noValue, fresh: fresh ?? FACTS.noValue });

/** The names and units that the text of a reason uses. */
export interface ReasonNames {
  readonly nameOf: NameOf;
  readonly units: Units;
}

/** The reason why an alert fired, in words. */
export const reasonText = (alert: Alert, { nameOf, units }: ReasonNames): string =>
  reasonOf(alert, {
    units,
    moment: (iso) => formatDateTime(iso),
    errorTitle: (kind) => adviseOn({ kind, message: "" }).title,
    changes: summarise(fieldChanges(alert, nameOf)),
  });

/** The changed fields with their old and new values; empty if no record changed. */
export function fieldChanges(
  { resource, firedAt, since, detail }: Alert,
  nameOf: NameOf,
): readonly FieldChange[] {
  if (detail.kind !== "changed" || resource === null) return [];
  return describeFields({ resource, fields: detail.fields, observedBefore: firedAt ?? since }, nameOf);
}
