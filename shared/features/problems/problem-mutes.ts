import { MUTE_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { PROBLEM_RULES, type ProblemRule } from "./problems.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";

/** The most characters of a reason. */
export const MAX_MUTE_REASON = 500;

const rules: readonly ProblemRule[] = [...new Set(Object.values(PROBLEM_RULES).flat())];

const muteSchema = z
  .strictObject({
    resource: z.enum(RESOURCES),
    rule: z.enum(rules),
    /** The id of the muted record; null if the rule is muted for the whole resource. */
    id: z.string().min(1).max(500).nullable(),
    reason: z.string().trim().min(1).max(MAX_MUTE_REASON),
    /** The time of muting, ISO 8601. */
    mutedAt: z.iso.datetime(),
  })
  .refine(({ resource, rule }) => (PROBLEM_RULES[resource] as readonly ProblemRule[]).includes(rule));
/** A rule of data problems that is muted, for one record or a whole resource. */
export type ProblemMute = Readonly<z.infer<typeof muteSchema>>;

const MAX_MUTES = 5_000;

/** The muted data problems of a connection, by `muteId`. */
export const PROBLEM_MUTES = {
  name: "mutes",
  record: muteSchema,
  maxRecords: MAX_MUTES,
  tooMany: MUTE_LIMITS.tooMany({ most: String(MAX_MUTES) }),
} as const satisfies ConnectionDocument;
