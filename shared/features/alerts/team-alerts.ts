import { z } from "zod";
import { LAST_DATE_MS } from "../../base/time/instant.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { alertDetailSchema, WATCH_KINDS } from "./alert-kinds.ts";
import { alertRuleSchema, SHOWN_STATES } from "./alerts.ts";

/** The team's documents about alerts: the rules, the collector's alerts, and the users' actions on alerts. */
export const TEAM_RULES = "alertRules";
export const TEAM_ALERTS = "alerts";
export const TEAM_ALERT_ACTIONS = "alertActions";
export const TEAM_ALERT_DOCUMENTS: readonly string[] = [TEAM_RULES, TEAM_ALERTS, TEAM_ALERT_ACTIONS];

const momentSchema = z.int().min(0).max(LAST_DATE_MS);

/** Identifies one firing of an alert. Times are ms since the epoch. */
const firingShape = {
  ruleId: alertRuleSchema.shape.id,
  /** The record's id; empty if the alert concerns the whole stock. */
  subject: z.string().max(500),
  since: momentSchema,
  firedAt: momentSchema,
} as const;

/** An alert of a team's rule, as the collector publishes it for all workstations. */
export const teamAlertSchema = z.strictObject({
  ...firingShape,
  ruleName: z.string(),
  kind: z.enum(WATCH_KINDS),
  resource: z.enum(RESOURCES).nullable(),
  subjectName: z.string(),
  isEvent: z.boolean(),
  state: z.enum(SHOWN_STATES),
  snoozedUntil: momentSchema.nullable(),
  resolvedAt: momentSchema.nullable(),
  /** True if the alert needs no attention: another alert stands for it, or a user acted on it. */
  isRead: z.boolean(),
  detail: alertDetailSchema,
});
export type TeamAlert = Readonly<z.infer<typeof teamAlertSchema>>;

/** The last action of a user on an alert of the team. */
export const teamAlertActionSchema = z.strictObject({
  ...firingShape,
  action: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("acknowledge") }),
    z.strictObject({ type: z.literal("snooze"), until: momentSchema }),
    z.strictObject({ type: z.literal("unsnooze") }),
  ]),
});
export type TeamAlertAction = Readonly<z.infer<typeof teamAlertActionSchema>>;
