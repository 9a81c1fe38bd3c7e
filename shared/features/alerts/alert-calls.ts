import { z } from "zod";
import { RULE_STATUSES, alertRuleSchema, alertSchema, alertSettingsSchema } from "./alerts.ts";
import { ofProfile } from "../../inventory/profiles.ts";
import { MAX_SELECTED, windowShape } from "../../query/query-calls.ts";

const ofRule = z.strictObject({ ...ofProfile, id: z.uuid() });
const ids = z.array(z.int().min(1)).min(1).max(MAX_SELECTED);
const ofAlerts = z.strictObject({ ...ofProfile, ids });

/** A rule with how it is doing. */
const listedRuleSchema = z.strictObject({
  rule: alertRuleSchema,
  status: z.enum(RULE_STATUSES),
  /** Alerts of it that have not ended: firing, acknowledged or snoozed. */
  active: z.int(),
});

/**
 * The calls of alerts. Rules belong to a connection, which need not be open; alerts are in its copy, so those of one that
 * is not open are none.
 */
export const ALERT_CALLS = {
  /** A connection's rules, in the order in which they were made. */
  listAlertRules: { input: z.strictObject(ofProfile), output: z.array(listedRuleSchema) },
  /** Adds a rule, or replaces the one of that id; without an id it gets one. */
  saveAlertRule: {
    input: z.strictObject({ ...ofProfile, rule: alertRuleSchema.extend({ id: z.uuid().optional() }) }),
    output: alertRuleSchema,
  },
  /** `restoreAlertRule` takes it back, until the app ends. */
  deleteAlertRule: { input: ofRule, output: z.undefined() },
  restoreAlertRule: { input: ofRule, output: z.undefined() },
  /**
   * Alerts `offset` to `offset + limit`, those that fired last first; `active` leaves out what is resolved. `total` is
   * how many there are, `unread` how many active ones are unread.
   */
  listAlerts: {
    input: z.strictObject({ ...ofProfile, filter: z.enum(["active", "all"]), ...windowShape }),
    output: z.strictObject({ alerts: z.array(alertSchema), total: z.int(), unread: z.int() }),
  },
  markAlertsRead: {
    input: z.strictObject({ ...ofProfile, ids: z.union([ids, z.literal("all")]) }),
    output: z.undefined(),
  },
  /** Acknowledged alerts stay quiet while their condition lasts; an alert about an event is resolved. */
  acknowledgeAlerts: { input: ofAlerts, output: z.undefined() },
  /** The alerts fire again if their condition still holds at the first refresh after `until`. */
  snoozeAlerts: {
    input: z.strictObject({ ...ofProfile, ids, until: z.iso.datetime() }),
    output: z.undefined(),
  },
  /** The alerts fire again at once, without a notification. */
  unsnoozeAlerts: { input: ofAlerts, output: z.undefined() },
  /** Notifications and quiet hours, for all connections; `available` says whether this host shows notifications. */
  getAlertSettings: {
    input: z.undefined(),
    output: z.strictObject({ settings: alertSettingsSchema, available: z.boolean() }),
  },
  saveAlertSettings: { input: alertSettingsSchema, output: z.undefined() },
  /** Shows a notification now, whatever the quiet hours are. `problem` is a sentence if the system showed none. */
  testNotification: {
    input: z.undefined(),
    output: z.strictObject({ problem: z.string().nullable() }),
  },
} as const;

/** The events of alerts. */
export const ALERT_PUSHES = {
  /** The alerts of the open profile were changed: how many active ones are unread, and how many fire. */
  alerts: z.strictObject({ ...ofProfile, unread: z.int(), firing: z.int() }),
  /** A profile's rules were changed in any window, or how they are doing was. */
  alertRules: z.strictObject(ofProfile),
  alertSettings: alertSettingsSchema,
} as const;
