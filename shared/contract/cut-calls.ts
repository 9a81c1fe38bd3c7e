import { z } from "zod";
import { savedCutPlanSchema } from "../cutting/saved-plan.ts";
import { profileIdSchema } from "../domain/profiles.ts";

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls of saved cut plans. They belong to a connection, which need not be open. */
export const CUT_CALLS = {
  /** The latest first. */
  listCutPlans: { input: z.strictObject(ofProfile), output: z.array(savedCutPlanSchema) },
  /** Adds a plan, or replaces the one of the same id. */
  saveCutPlan: { input: z.strictObject({ ...ofProfile, plan: savedCutPlanSchema }), output: z.undefined() },
  deleteCutPlan: { input: z.strictObject({ ...ofProfile, id: z.uuid() }), output: z.undefined() },
} as const;
