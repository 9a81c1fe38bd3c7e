import { ALERT_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { alertDetailSchema, sharedWatchSchema, WATCH_KINDS, watchSchema } from "./alert-kinds.ts";

export type { AlertDetail, Watch, WatchKind } from "./alert-kinds.ts";

/** The most characters of a rule's name. */
export const MAX_RULE_NAME = 80;
/** The most rules of a connection. A team may have as many. */
export const MAX_RULES = 200;
/** The most rules in one shared view. */
export const MAX_SHARED_RULES = 20;
/** The most refreshes for which a rule may require its condition to hold. */
export const MAX_AFTER_REFRESHES = 20;

/** The states of a rule of alerts. */
export const RULE_STATUSES = [
  "active",
  "paused",
  "suspended", // the data are stale, so the rule is not evaluated
  "noView", // the view of the rule was deleted
] as const;

/** The states of an alert that users see. */
export const SHOWN_STATES = ["firing", "acknowledged", "snoozed", "resolved"] as const;
/** The states of an alert. A subject without an alert is in the state "normal", which is not in this list. */
const ALERT_STATES = ["pending", ...SHOWN_STATES] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const ruleShape = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_RULE_NAME)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u),
  /**
   * The number of refreshes for which the condition must hold before the rule fires. A rule about an event fires at
   * once.
   */
  afterRefreshes: z.int().min(1).max(MAX_AFTER_REFRESHES).default(1),
  /** Whether the rule shows a system notification, if the settings allow notifications. */
  notify: z.boolean(),
} as const;

/** A rule: the condition for which the user wants alerts. */
export const alertRuleSchema = z.strictObject({
  id: z.uuid(),
  ...ruleShape,
  paused: z.boolean(),
  watch: watchSchema,
});
export type AlertRule = Readonly<z.infer<typeof alertRuleSchema>>;

/** The alert rules of a connection, in the order of their creation. */
export const ALERT_RULES = {
  name: "alertRules",
  id: alertRuleSchema.shape.id,
  record: alertRuleSchema.omit({ id: true }),
  maxRecords: MAX_RULES,
  tooMany: ALERT_LIMITS.tooMany({ most: String(MAX_RULES) }),
} as const satisfies ConnectionDocument;

/** A rule that is shared together with the view it watches, without its ids. */
const sharedRuleSchema = z.strictObject({
  ...ruleShape,
  watch: sharedWatchSchema,
});

/** The rules in a shared view. */
export const sharedRulesSchema = z.array(sharedRuleSchema).max(MAX_SHARED_RULES);

const instant = z.string();

/** One alert of a rule about a record or an amount. Instants are ISO 8601. */
export const alertSchema = z.strictObject({
  id: z.int(),
  ruleId: z.string(),
  ruleName: z.string(),
  kind: z.enum(WATCH_KINDS),
  /** The resource of the record; null if the alert concerns no record. */
  resource: z.enum(RESOURCES).nullable(),
  /** The record's id; empty if the alert concerns the whole stock. */
  subjectId: z.string(),
  subjectName: z.string(),
  state: z.enum(ALERT_STATES),
  /** The time from which the condition holds. */
  since: instant,
  firedAt: instant.nullable(),
  readAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  resolvedAt: instant.nullable(),
  /** True if the alert fired while the computer slept. */
  missed: z.boolean(),
  detail: alertDetailSchema,
});
export type Alert = Readonly<z.infer<typeof alertSchema>>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Weekdays from 0 (Sunday) to 6 (Saturday). */
const weekdays = z.array(z.int().min(0).max(6)).max(7).readonly();

/** The name of the entry in which the notification settings are stored. */
export const ALERT_SETTINGS = "alertSettings";

/** The settings of notifications and quiet times. Notifications are off until the user turns them on. */
export const alertSettingsSchema = z.strictObject({
  notifications: z.boolean().default(false),
  /** Local times, "22:00"; `to` may be on the next day. `days` are the weekdays on which quiet hours begin. */
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay, days: weekdays }).nullable().default(null),
  /** Weekdays that are quiet from midnight to midnight. */
  quietDays: weekdays.default([]),
});
export type AlertSettings = Readonly<z.infer<typeof alertSettingsSchema>>;

export const DEFAULT_ALERT_SETTINGS: AlertSettings = alertSettingsSchema.parse({});
