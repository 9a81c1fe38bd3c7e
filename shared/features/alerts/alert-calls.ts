import { z } from "zod";
import { RULE_STATUSES, alertRuleSchema, alertSchema, alertSettingsSchema } from "./alerts.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { MAX_SELECTED, windowShape } from "../../query/query-calls.ts";

const ofRule = z.strictObject({ ...ofConnection, id: z.uuid() });
const ids = z.array(z.int().min(1)).min(1).max(MAX_SELECTED);
const ofAlerts = z.strictObject({ ...ofConnection, ids });

/** A rule with its current state. */
const listedRuleSchema = z.strictObject({
  rule: alertRuleSchema,
  status: z.enum(RULE_STATUSES),
  /** The number of the rule's alerts that have not ended: firing, acknowledged or snoozed. */
  active: z.int(),
  /** True for a rule of the team. The collector evaluates it. */
  isTeams: z.boolean(),
});

/**
 * The calls of alerts. The rules of a connection can be read and changed while the connection is closed. Its alerts are
 * stored in its copy, so a closed connection has no alerts.
 */
export const ALERT_CALLS = {
  /** Lists a connection's rules in the order of their creation, then the team's rules. */
  listAlertRules: { input: z.strictObject(ofConnection), output: z.array(listedRuleSchema) },
  /** Adds a rule, or replaces the rule with the same id. A new rule gets an id. */
  saveAlertRule: {
    input: z.strictObject({ ...ofConnection, rule: alertRuleSchema.extend({ id: z.uuid().optional() }) }),
    output: alertRuleSchema,
  },
  /** Deletes a rule; `restoreAlertRule` restores it until the app ends. */
  deleteAlertRule: { input: ofRule, output: z.undefined() },
  restoreAlertRule: { input: ofRule, output: z.undefined() },
  /** Turns a rule of the user into a rule of the team. The view that the rule watches is shared with the team too. */
  shareAlertRule: { input: ofRule, output: z.undefined() },
  /** Deletes a rule of the team for all workstations. */
  deleteTeamRule: { input: ofRule, output: z.undefined() },
  /**
   * Returns `limit` alerts from `offset` on; the alert that fired last is the first. "active" leaves out resolved
   * alerts. `total` is the number of alerts in the list, `unread` the number of unread active alerts.
   */
  listAlerts: {
    input: z.strictObject({ ...ofConnection, filter: z.enum(["active", "all"]), ...windowShape }),
    output: z.strictObject({ alerts: z.array(alertSchema), total: z.int(), unread: z.int() }),
  },
  markAlertsRead: {
    input: z.strictObject({ ...ofConnection, ids: z.union([ids, z.literal("all")]) }),
    output: z.undefined(),
  },
  /**
   * Acknowledges alerts. An alert of the team is acknowledged for all workstations. An acknowledged alert stays quiet
   * while its condition holds; an alert about an event is resolved.
   */
  acknowledgeAlerts: { input: ofAlerts, output: z.undefined() },
  /** Snoozes alerts. A snoozed alert fires again if its condition still holds at the first refresh after `until`. */
  snoozeAlerts: {
    input: z.strictObject({ ...ofConnection, ids, until: z.iso.datetime() }),
    output: z.undefined(),
  },
  /** Ends the snooze of alerts. They fire again at once, without a notification. */
  unsnoozeAlerts: { input: ofAlerts, output: z.undefined() },
  /**
   * The settings of notifications and quiet hours, for all connections. `available` is true if this host shows
   * notifications.
   */
  getAlertSettings: {
    input: z.undefined(),
    output: z.strictObject({ settings: alertSettingsSchema, available: z.boolean() }),
  },
  saveAlertSettings: { input: alertSettingsSchema, output: z.undefined() },
  /**
   * Shows a notification now, even in quiet hours. `problem` is a sentence if the system did not show the notification.
   */
  testNotification: {
    input: z.undefined(),
    output: z.strictObject({ problem: z.string().nullable() }),
  },
} as const;

/** The pushes of alerts. */
export const ALERT_PUSHES = {
  /**
   * Pushed after the alerts of the open connection changed. `unread` is the number of unread active alerts, `firing`
   * the number of firing alerts.
   */
  alerts: z.strictObject({ ...ofConnection, unread: z.int(), firing: z.int() }),
  /** Pushed after a connection's rules or their states changed in any window. */
  alertRules: z.strictObject(ofConnection),
  alertSettings: alertSettingsSchema,
} as const;
