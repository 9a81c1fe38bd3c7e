import { MAX_RULE_NAME, type Alert, type AlertState } from "../../../../shared/features/alerts/alerts.ts";
import { reasonOf } from "../../../../shared/features/alerts/alert-words.ts";
import { formatAge, formatDateTime, formatNumber, plural, formatCount } from "../../../base/format.ts";
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

export const SCREEN = { title: "Alerts", parts: "Show" };
export const PART_LABELS: Readonly<Record<Part, string>> = {
  active: "Active",
  all: "All",
  rules: "Rules",
};

export const FIRST_PULL = "Rules are evaluated once the first pull is complete.";
export const suspended = (age: string): string =>
  `Suspended: the data is ${age} old. Rules go on with the next complete refresh.`;
export const OFFLINE = "The service cannot be reached. Rules are evaluated after the next refresh.";

/** Why the inbox is empty. */
export const EMPTY = {
  active: { title: "Nothing needs you", text: "Alerts appear here when a rule fires after a refresh." },
  all: { title: "No alert yet", text: "Alerts that have ended stay in this list for 90 days." },
  noRules: {
    title: "No rule yet",
    text: "A rule says what to watch: a saved view, low stock, items out longer than usual, one record. Rules are evaluated on this machine.",
  },
};

export const INBOX = {
  label: "Alerts",
  unread: "Unread:",
  selected: (count: number): string => `${plural(count, "alert")} selected`,
  selectAll: "Select all on this page",
  markAll: "Mark all as read",
  acknowledge: "Acknowledge",
  snooze: "Snooze",
  unsnooze: "Unsnooze",
  openRecord: "Open the record",
  openRows: "Show the rows",
  actions: "Actions on alerts",
};
export const selectLabel = (name: string): string => `Select ${name}`;
/** "3 alerts, 1 unread". */
export const inboxCount = (total: number, unread: number): string =>
  `${plural(total, "alert")}, ${formatCount(unread)} unread`;

export const SNOOZES = {
  hour: "For 1 hour",
  tomorrow: "Until tomorrow, 8:00",
  week: "For 1 week",
  date: "Until a date…",
};
export const SNOOZE_DIALOG = {
  title: "Snooze until a date",
  date: "Until 8:00 on",
  past: "Choose a day after today.",
  save: "Snooze",
};
export const snoozed = (count: number, until: string): string =>
  `${plural(count, "alert")} snoozed until ${formatDateTime(until)}`;
export const acknowledged = (count: number): string => `${plural(count, "alert")} acknowledged`;
export const unsnoozed = (count: number): string => `${plural(count, "alert")} no longer snoozed`;
export const ALL_READ = "All alerts marked as read";

export const STATE_WORDS: Readonly<Record<AlertState, string>> = {
  pending: "Pending",
  firing: "Firing",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
};
/** A state with its end, if it has one: "Snoozed until Jun 2, 8:00 AM". */
export function stateText({ state, snoozedUntil }: Pick<Alert, "state" | "snoozedUntil">): string {
  const until = state === "snoozed" && snoozedUntil !== null;
  return until ? `${STATE_WORDS.snoozed} until ${formatDateTime(snoozedUntil)}` : STATE_WORDS[state];
}
/** The age of an alert, to the minute. */
export const sinceText = (iso: string, now: number): string =>
  now - Date.parse(iso) < 60_000 ? "just now" : `${formatAge(iso, now)} ago`;

export const FACTS = {
  why: "Why",
  changes: "Changed",
  rule: "Rule",
  since: "Since",
  fired: "Fired",
  ended: "Ended",
  state: "State",
  missed: "Missed while the computer slept",
};

export const RULES = {
  add: "New rule…",
  label: "Rules",
  pause: "Pause",
  edit: "Edit…",
  delete: "Delete",
  team: "Team",
  share: "Share with the team",
  duplicate: "Duplicate",
  deleteForAll: "Delete for all",
  after: (refreshes: number): string => `after ${plural(refreshes, "refresh", "refreshes")}`,
  noNotification: "no notification",
};
export const pauseLabel = (name: string): string => `Pause ${name}`;
export const actionLabel = (action: string, name: string): string => `${action.replace("…", "")}: ${name}`;
export const ruleDeleted = (name: string): string => `Rule deleted: ${name}`;
export const ruleDeletedForAll = (name: string): string => `Rule deleted for all: ${name}`;
export const ruleShared = (name: string): string => `Rule shared with the team: ${name}`;
/** The name of a copy of a rule. */
export const copyName = (name: string): string => `${name.slice(0, MAX_RULE_NAME - COPY.length)}${COPY}`;
const COPY = " copy";
export const activeCount = (count: number): string =>
  count === 0 ? "No active alert" : `${formatNumber(count)} active`;

export const RULE_STATUS: Readonly<Record<ListedRule["status"], string>> = {
  active: "Watching",
  paused: "Paused",
  suspended: "Suspended: the data is stale",
  noView: "Its view was deleted",
};

/** "Location: Hall 2 → Hall 3". */
export const fieldChange = (label: string, old: string | null, fresh: string | null): string =>
  `${label}: ${old ?? "none"} → ${fresh ?? "none"}`;

/** The names and units for the text of a reason. */
export interface ReasonNames {
  readonly nameOf: NameOf;
  readonly units: Units;
}

/** The reason why an alert fired. */
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
