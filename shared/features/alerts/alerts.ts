import { z } from "zod";
import { ERROR_KINDS } from "../../base/error-kinds.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { LOW_MEASURES } from "../../inventory/stock.ts";

const MAX_ID = 500;
const MAX_HOURS = 24 * 365;
/** The most characters of a rule's name. */
export const MAX_RULE_NAME = 80;
/** The most rules of a connection, and of a team. */
export const MAX_RULES = 200;
/** The most rules in a shared view. */
export const MAX_SHARED_RULES = 20;
/** The most refreshes that a rule may require. */
export const MAX_AFTER_REFRESHES = 20;

/** The kinds of conditions that a rule can watch. */
export const WATCH_KINDS = ["view", "amount", "outLonger", "low", "record", "stale", "key", "mail"] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** The states of a rule. */
export const RULE_STATUSES = [
  "active",
  "paused",
  "suspended", // the data are stale
  "noView", // its view was deleted
] as const;

/** The states of an alert that users see. */
export const SHOWN_STATES = ["firing", "acknowledged", "snoozed", "resolved"] as const;
/** The states of an alert. A subject without an alert is normal. */
const ALERT_STATES = ["pending", ...SHOWN_STATES] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The amount of a view's rows that a rule compares: their count, or a field's sum. */
const measureSchema = z.union([
  z.literal("count"),
  z
    .strictObject({
      sum: z.string().min(1).max(200),
      /** The currency of the amounts to add; without it, amounts of several currencies have no sum. */
      currency: z.string().min(1).max(200).optional(),
    })
    .readonly(),
]);

const ofView = { kind: z.literal("view"), event: z.enum(["enters", "leaves"]) } as const;
const ofAmount = {
  kind: z.literal("amount"),
  measure: measureSchema,
  direction: z.enum(["above", "below"]),
  /** The rule fires beyond this number. */
  threshold: z.number(),
  /** The alert ends only at or beyond this number on the other side; null for the threshold itself. */
  clearAt: z.number().nullable(),
} as const;

interface Hysteresis {
  readonly direction: "above" | "below";
  readonly threshold: number;
  readonly clearAt: number | null;
}
/** True if the clearing number is not before the number at which the rule fires. */
const clearsBehind = ({ direction, threshold, clearAt }: Hysteresis): boolean =>
  clearAt === null || (direction === "above" ? clearAt <= threshold : clearAt >= threshold);
const CLEARS_BEHIND = "the clearing threshold lies beyond the threshold";

/** The condition that a rule watches. `viewId` is the id of a saved view. */
export const watchSchema = z.union([
  z.strictObject({ ...ofView, viewId: z.uuid() }),
  z.strictObject({ ...ofAmount, viewId: z.uuid() }).refine(clearsBehind, CLEARS_BEHIND),
  z.strictObject({ kind: z.literal("outLonger") }),
  /** Null for any material type with a low-stock threshold. */
  z.strictObject({ kind: z.literal("low"), typeId: z.string().min(1).max(MAX_ID).nullable() }),
  z.strictObject({
    kind: z.literal("record"),
    resource: z.enum(RESOURCES),
    id: z.string().min(1).max(MAX_ID),
  }),
  z.strictObject({ kind: z.literal("stale"), hours: z.number().positive().max(MAX_HOURS) }),
  z.strictObject({ kind: z.literal("key") }),
  /** Messages of schedules that were not sent. */
  z.strictObject({ kind: z.literal("mail") }),
]);
export type Watch = Readonly<z.infer<typeof watchSchema>>;

const ruleShape = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_RULE_NAME)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u),
  /** Refreshes for which the condition must hold before the rule fires. An event fires at once. */
  afterRefreshes: z.int().min(1).max(MAX_AFTER_REFRESHES).default(1),
  /** Whether a system notification is shown, if the settings allow it. */
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

/** A rule that is shared with the view it watches, without its ids. */
const sharedRuleSchema = z.strictObject({
  ...ruleShape,
  watch: z.union([z.strictObject(ofView), z.strictObject(ofAmount).refine(clearsBehind, CLEARS_BEHIND)]),
});

/** The rules in a shared view. */
export const sharedRulesSchema = z.array(sharedRuleSchema).max(MAX_SHARED_RULES);

/** The reason why an alert fired. */
export const alertDetailSchema = z.union([
  /** The changes that caused it, under the API's names; empty if only time passed. */
  z.strictObject({
    kind: z.literal("changed"),
    fields: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
    presence: z.enum(["gone", "back"]).nullable(),
  }),
  z.strictObject({
    kind: z.literal("amount"),
    measure: measureSchema,
    direction: z.enum(["above", "below"]),
    /** Null if it was unknown. */
    before: z.number().nullable(),
    now: z.number(),
    threshold: z.number(),
  }),
  z.strictObject({
    kind: z.literal("out"),
    days: z.number(),
    limit: z.number(),
    /** The limit's origin: set by the user or the usual time, for the item's type or for all types. */
    why: z.strictObject({ kind: z.enum(["fixed", "usual"]), for: z.enum(["type", "all"]) }),
  }),
  z.strictObject({
    kind: z.literal("stock"),
    /** The available amount in the measure; null if unknown. */
    available: z.number().nullable(),
    below: z.number(),
    measure: z.enum(LOW_MEASURES),
  }),
  z.strictObject({ kind: z.literal("stale"), since: z.string().nullable() }),
  z.strictObject({ kind: z.literal("key"), error: z.enum(ERROR_KINDS) }),
  /** The number of schedules whose last message was not sent, or may not have been. */
  z.strictObject({ kind: z.literal("mail"), unsent: z.int() }),
  /** The number of matches when the rule began, or in a full check; one line stands for all of them. */
  z.strictObject({
    kind: z.literal("count"),
    reason: z.enum(["began", "full", "gap"]),
    count: z.int(),
  }),
]);
export type AlertDetail = Readonly<z.infer<typeof alertDetailSchema>>;

const instant = z.string();

/** One alert of a rule for a record or amount. Instants are ISO 8601. */
export const alertSchema = z.strictObject({
  id: z.int(),
  ruleId: z.string(),
  ruleName: z.string(),
  kind: z.enum(WATCH_KINDS),
  /** Null if the alert concerns no record. */
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
  /** The alert fired while the computer slept. */
  missed: z.boolean(),
  detail: alertDetailSchema,
});
export type Alert = Readonly<z.infer<typeof alertSchema>>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Days are 0 (Sunday) to 6. */
const weekdays = z.array(z.int().min(0).max(6)).max(7).readonly();

/** The name of the entry with the settings of notifications. */
export const ALERT_SETTINGS = "alertSettings";

/** The settings of notifications, and quiet times. Notifications are off until the user turns them on. */
export const alertSettingsSchema = z.strictObject({
  notifications: z.boolean().default(false),
  /** Local times, "22:00"; `to` may be on the next day. `days` are the days on which quiet hours begin. */
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay, days: weekdays }).nullable().default(null),
  /** Days that are quiet as a whole. */
  quietDays: weekdays.default([]),
});
export type AlertSettings = Readonly<z.infer<typeof alertSettingsSchema>>;

export const DEFAULT_ALERT_SETTINGS: AlertSettings = alertSettingsSchema.parse({});
