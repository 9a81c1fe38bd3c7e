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
  /** Alerts of the rule that have not ended: firing, acknowledged or snoozed. */
  active: z.int(),
  /** True for a rule of the team, which the collector evaluates. */
  isTeams: z.boolean(),
});

/**
 * The calls of alerts. A connection's rules can be used while it is closed; its alerts are in its copy, so a closed
 * connection has none.
 */
export const ALERT_CALLS = {
  /** A connection's rules, in the order of their creation, and its team's after them. */
  listAlertRules: { input: z.strictObject(ofConnection), output: z.array(listedRuleSchema) },
  /** Adds a rule, or replaces the rule with the same id. A rule without an id gets one. */
  saveAlertRule: {
    input: z.strictObject({ ...ofConnection, rule: alertRuleSchema.extend({ id: z.uuid().optional() }) }),
    output: alertRuleSchema,
  },
  /** Deletes a rule; `restoreAlertRule` undoes that until the app ends. */
  deleteAlertRule: { input: ofRule, output: z.undefined() },
  restoreAlertRule: { input: ofRule, output: z.undefined() },
  /** Makes one of the user's rules the team's, with the view that it watches. */
  shareAlertRule: { input: ofRule, output: z.undefined() },
  /** Deletes a rule of the team for all workstations. */
  deleteTeamRule: { input: ofRule, output: z.undefined() },
  /**
   * Alerts `offset` to `offset + limit`, the last fired first. `active` leaves out resolved alerts. `total` counts all
   * of them, `unread` the active ones that are unread.
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
   * Acknowledges alerts; alerts of the team for all workstations. They stay quiet while their condition holds; an alert
   * about an event is resolved.
   */
  acknowledgeAlerts: { input: ofAlerts, output: z.undefined() },
  /** Snoozes alerts. They fire again if their condition still holds at the first refresh after `until`. */
  snoozeAlerts: {
    input: z.strictObject({ ...ofConnection, ids, until: z.iso.datetime() }),
    output: z.undefined(),
  },
  /** Ends a snooze. The alerts fire again at once, without a notification. */
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
  /** Shows a notification now, even in quiet hours. `problem` is a sentence if the system showed none. */
  testNotification: {
    input: z.undefined(),
    output: z.strictObject({ problem: z.string().nullable() }),
  },
} as const;

/** The pushes of alerts. */
export const ALERT_PUSHES = {
  /** The alerts of the open connection changed. `unread` counts the unread active alerts, `firing` the firing ones. */
  alerts: z.strictObject({ ...ofConnection, unread: z.int(), firing: z.int() }),
  /** A connection's rules or their state changed, in any window. */
  alertRules: z.strictObject(ofConnection),
  alertSettings: alertSettingsSchema,
} as const;
