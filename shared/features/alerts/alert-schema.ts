import { z } from "zod";
import {
  ALERT_STATES,
  DEFAULT_ALERT_SETTINGS,
  MAX_AFTER_REFRESHES,
  WATCH_KINDS,
  type Alert,
  type AlertDetail,
  type AlertRule,
  type AlertSettings,
  type Watch,
} from "./alerts.ts";
import { ERROR_KINDS } from "../../base/error-kinds.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { LOW_MEASURES } from "../../inventory/stock.ts";

const MAX_ID = 500;
const MAX_HOURS = 24 * 365;
/** The most characters of a rule's name. */
export const MAX_RULE_NAME = 80;
/** The most rules that a shared view takes along. */
export const MAX_SHARED_RULES = 20;

const measureSchema = z.union([
  z.literal("count"),
  z.strictObject({ sum: z.string().min(1).max(200) }).readonly(),
]);

const ofView = { kind: z.literal("view"), event: z.enum(["enters", "leaves"]) } as const;
const ofAmount = {
  kind: z.literal("amount"),
  measure: measureSchema,
  direction: z.enum(["above", "below"]),
  threshold: z.number(),
  clearAt: z.number().nullable(),
} as const;

interface Hysteresis {
  readonly direction: "above" | "below";
  readonly threshold: number;
  readonly clearAt: number | null;
}
/** True if a rule never clears before the number at which it fires. */
const clearsBehind = ({ direction, threshold, clearAt }: Hysteresis): boolean =>
  clearAt === null || (direction === "above" ? clearAt <= threshold : clearAt >= threshold);
const CLEARS_BEHIND = "the clearing threshold lies beyond the threshold";

/** The schema of a rule's watch. */
export const watchSchema: z.ZodType<Watch> = z.union([
  z.strictObject({ ...ofView, viewId: z.uuid() }),
  z.strictObject({ ...ofAmount, viewId: z.uuid() }).refine(clearsBehind, CLEARS_BEHIND),
  z.strictObject({ kind: z.literal("outLonger") }),
  z.strictObject({ kind: z.literal("low"), typeId: z.string().min(1).max(MAX_ID).nullable() }),
  z.strictObject({
    kind: z.literal("record"),
    resource: z.enum(RESOURCES),
    id: z.string().min(1).max(MAX_ID),
  }),
  z.strictObject({ kind: z.literal("stale"), hours: z.number().positive().max(MAX_HOURS) }),
  z.strictObject({ kind: z.literal("key") }),
]);

const ruleNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_RULE_NAME)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

const ruleShape = {
  name: ruleNameSchema,
  afterRefreshes: z.int().min(1).max(MAX_AFTER_REFRESHES).default(1),
  notify: z.boolean(),
} as const;

/** A rule. */
export const alertRuleSchema = z.strictObject({
  id: z.uuid(),
  ...ruleShape,
  paused: z.boolean(),
  watch: watchSchema,
}) satisfies z.ZodType<AlertRule>;

/** A rule that travels with the view that it watches: without its ids. */
const sharedRuleSchema = z.strictObject({
  ...ruleShape,
  watch: z.union([z.strictObject(ofView), z.strictObject(ofAmount).refine(clearsBehind, CLEARS_BEHIND)]),
});

/** The rules that a shared view takes along. */
export const sharedRulesSchema = z.array(sharedRuleSchema).max(MAX_SHARED_RULES);

const fieldsSchema = z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() }));

/** Why an alert fired. */
export const alertDetailSchema: z.ZodType<AlertDetail> = z.union([
  z.strictObject({
    kind: z.literal("changed"),
    fields: fieldsSchema,
    presence: z.enum(["gone", "back"]).nullable(),
  }),
  z.strictObject({
    kind: z.literal("amount"),
    measure: measureSchema,
    direction: z.enum(["above", "below"]),
    before: z.number().nullable(),
    now: z.number(),
    threshold: z.number(),
  }),
  z.strictObject({
    kind: z.literal("out"),
    days: z.number(),
    limit: z.number(),
    why: z.strictObject({ kind: z.enum(["fixed", "usual"]), for: z.enum(["type", "all"]) }),
  }),
  z.strictObject({
    kind: z.literal("stock"),
    available: z.number().nullable(),
    below: z.number(),
    measure: z.enum(LOW_MEASURES),
  }),
  z.strictObject({ kind: z.literal("stale"), since: z.string().nullable() }),
  z.strictObject({ kind: z.literal("key"), error: z.enum(ERROR_KINDS) }),
  z.strictObject({
    kind: z.literal("count"),
    reason: z.enum(["began", "full", "gap"]),
    count: z.int(),
  }),
]);

const instant = z.string();

/** One alert. */
export const alertSchema: z.ZodType<Alert> = z.strictObject({
  id: z.int(),
  ruleId: z.string(),
  ruleName: z.string(),
  kind: z.enum(WATCH_KINDS),
  resource: z.enum(RESOURCES).nullable(),
  subjectId: z.string(),
  subjectName: z.string(),
  state: z.enum(ALERT_STATES),
  since: instant,
  firedAt: instant.nullable(),
  readAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  resolvedAt: instant.nullable(),
  missed: z.boolean(),
  detail: alertDetailSchema,
});

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const weekdays = z.array(z.int().min(0).max(6)).max(7);

/** Whether notifications are shown, and when not. */
export const alertSettingsSchema: z.ZodType<AlertSettings> = z.strictObject({
  notifications: z.boolean().default(DEFAULT_ALERT_SETTINGS.notifications),
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay, days: weekdays }).nullable().default(null),
  quietDays: weekdays.default([]),
});
