import { z } from "zod";
import { PROBLEM_RULES, type ProblemMute, type ProblemRule } from "./problems.ts";
import { profileIdSchema } from "./profiles.ts";
import { RESOURCES, type Resource } from "./resource-names.ts";

/** The most mutes of one connection. */
export const MAX_MUTES = 5_000;

/** The most characters of a reason. */
export const MAX_MUTE_REASON = 500;

const reasonSchema = z.string().trim().min(1).max(MAX_MUTE_REASON);

const rules: readonly ProblemRule[] = [...new Set(Object.values(PROBLEM_RULES).flat())];

const muted = {
  resource: z.enum(RESOURCES),
  rule: z.enum(rules),
  /** Of a record; null mutes the rule for all of the resource. */
  id: z.string().min(1).max(500).nullable(),
} as const;

const hasRule = ({ resource, rule }: { resource: Resource; rule: ProblemRule }): boolean =>
  (PROBLEM_RULES[resource] as readonly ProblemRule[]).includes(rule);

const muteSchema: z.ZodType<ProblemMute> = z
  .strictObject({ ...muted, reason: reasonSchema, mutedAt: z.iso.datetime() })
  .refine(hasRule);

/** The mutes of a connection. */
export const mutesSchema = z.array(muteSchema).max(MAX_MUTES);

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls of the data problems. Mutes belong to a connection, which need not be open. */
export const PROBLEM_CALLS = {
  getMutes: { input: z.strictObject(ofProfile), output: mutesSchema },
  /** Mutes a rule for one record or for all; another reason replaces the former one. */
  muteProblem: {
    input: z.strictObject({ ...ofProfile, ...muted, reason: reasonSchema }).refine(hasRule),
    output: z.undefined(),
  },
  /** Takes a mute back. */
  unmuteProblem: { input: z.strictObject({ ...ofProfile, ...muted }).refine(hasRule), output: z.undefined() },
} as const;
