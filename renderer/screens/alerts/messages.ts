import type { Alert, AlertDetail, AlertState, RULE_STATUSES } from "../../../shared/domain/alerts.ts";
import { findField } from "../../../shared/domain/fields.ts";
import { assertNever } from "../../../shared/text/assert-never.ts";
import { formatCount, formatDateTime, formatNumber, plural } from "../../base/format.ts";
import { describeFields, summarise, type NameOf } from "../../inventory/changes/messages.ts";

export const TITLE = "Alerts";
export const INTRO = "Alerts are kept on this computer. Nothing leaves it.";
export const PARTS = { label: "Part", inbox: "Inbox", rules: "Rules" };
export const SHOWN = { label: "Alerts", active: "Active", all: "All" };

export const STATE_LABELS: Readonly<Record<AlertState, string>> = {
  pending: "Pending",
  firing: "Firing",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
};
export const snoozedUntil = (iso: string): string => `Snoozed until ${formatDateTime(iso)}`;

export const INBOX = {
  list: "Alerts",
  unread: "Unread",
  missed: "While the computer slept",
  acknowledge: "Acknowledge",
  snooze: "Snooze",
  unsnooze: "End the snooze",
  hour: "For an hour",
  tomorrow: "Until tomorrow, 8:00",
  week: "For a week",
  open: "Open",
  markAllRead: "Mark all as read",
  empty: "Nothing to attend to",
  emptyText: "Alerts appear here after the refresh that brings them.",
  noneYet: "No alerts yet",
};
export const acknowledgeThis = (subject: string): string => `Acknowledge: ${subject}`;
export const snoozeThis = (subject: string): string => `Snooze: ${subject}`;
export const unsnoozeThis = (subject: string): string => `End the snooze: ${subject}`;
export const counted = (total: number, unread: number): string =>
  unread === 0 ? plural(total, "alert") : `${plural(total, "alert")}, ${formatCount(unread)} unread`;
export const since = (iso: string): string => `since ${formatDateTime(iso)}`;

export const SUSPENDED =
  "The data are stale, so rules are not evaluated. They go on after the next whole refresh.";

const MEASURES = { items: "items", length: "length", weight: "weight" } as const;

/** Why an alert fired: "available 12, below 20", "Location Hall 2 → Hall 5". */
export function reason({ detail, resource, since: begun }: Alert, nameOf: NameOf): string {
  return detailText(detail, resource, begun, nameOf);
}

function detailText(detail: AlertDetail, resource: Alert["resource"], begun: string, nameOf: NameOf): string {
  switch (detail.kind) {
    case "changed": {
      if (detail.presence === "gone") return "No longer returned by the service";
      if (detail.presence === "back") return "Returned again by the service";
      const fields =
        resource === null
          ? []
          : describeFields({ resource, fields: detail.fields, observedBefore: begun }, nameOf);
      return summarise(fields);
    }
    case "amount": {
      const { measure, direction, before, now, threshold } = detail;
      const what = measure === "count" ? "Rows" : `Sum of ${label(resource, measure.sum)}`;
      const former = before === null ? "" : `${formatNumber(before)} → `;
      return `${what} ${former}${formatNumber(now)}, ${direction} ${formatNumber(threshold)}`;
    }
    case "out": {
      const { days, limit, why } = detail;
      const whose = why.for === "type" ? "this type" : why.kind === "fixed" ? "all types" : "all items";
      return why.kind === "fixed"
        ? `Out for ${plural(days, "day")}; the limit for ${whose} is ${formatCount(limit)}`
        : `Out for ${plural(days, "day")}; 90 % of ${whose} return within ${formatCount(limit)}`;
    }
    case "stock": {
      const { available, below, measure } = detail;
      const stock = available === null ? "Stock" : `${formatNumber(available)} ${MEASURES[measure]}`;
      return `${stock} available, below ${formatNumber(below)}`;
    }
    case "stale":
      return detail.since === null
        ? "Nothing was ever refreshed whole"
        : `Complete as of ${formatDateTime(detail.since)}`;
    case "key":
      return KEY_PROBLEMS[detail.error] ?? "The service refuses the key";
    case "count":
      return `${COUNT_REASONS[detail.reason]}: ${formatCount(detail.count)}`;
    default:
      return assertNever(detail, "unknown reason");
  }
}

const label = (resource: Alert["resource"], field: string): string =>
  (resource && findField(resource, field)?.label) ?? field;

const KEY_PROBLEMS: Readonly<Record<string, string>> = {
  unauthorized: "The service does not accept the key",
  forbidden: "The service denies access with this key",
  no_key: "There is no key any more",
};

const COUNT_REASONS = {
  began: "Matched when the rule began",
  full: "Matched after a full check",
  gap: "Matched after a gap in the observed changes",
} as const;

/** What an alert is about: a record's name, or the rule's where it is about the whole. */
export function subjectOf({ subjectName, subjectId, ruleName }: Alert): string {
  return subjectName || subjectId || ruleName;
}

export const RULES = {
  table: "Alert rules",
  name: "Rule",
  status: "Status",
  active: "Active alerts",
  add: "New rule…",
  edit: "Edit…",
  delete: "Delete",
  on: "On",
  none: "No rules yet",
  noneText:
    "A rule says what to watch: a saved view, low stock, items that are out longer than usual, the age of the data.",
};
export const RULE_STATUS_LABELS: Readonly<Record<(typeof RULE_STATUSES)[number], string>> = {
  active: "On",
  paused: "Paused",
  suspended: "Suspended: the data are stale",
  noView: "Its view was deleted",
  tooMany: "Too many rows to follow",
};
export const editRule = (name: string): string => `Edit “${name}”`;
export const deleteRule = (name: string): string => `Delete “${name}”`;
export const switchRule = (name: string): string => `Rule “${name}” is on`;
export const ruleDeleted = (name: string): string => `Alert rule “${name}” deleted`;
