import { PLAN_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { MAX_PIECES } from "./cut-types.ts";

/** The most characters of a name or an id in a plan. */
export const MAX_TEXT = 500;
const MAX_PLAN_NAME = 120;

const length = z.number().positive();
const pieces = z.array(length).max(MAX_PIECES);
const text = z.string().max(MAX_TEXT);

/** A roll of a saved plan, as it was when the plan was made. */
const savedRollSchema = z.strictObject({
  id: text.min(1),
  name: text,
  locationId: text.nullable(),
  locationName: text.nullable(),
  length,
  /** The lengths of the pieces, the longest first. */
  pieces: pieces.min(1),
});
export type SavedRoll = z.infer<typeof savedRollSchema>;

/** A plan that the user saved in Stockdeck; the service does not have it. */
export const savedCutPlanSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(MAX_PLAN_NAME),
  /** The time at which the plan was made, ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  typeId: text.min(1),
  typeName: text,
  /** The unit of the plan's lengths; null if no unit was known. */
  unit: z.string().max(10).nullable(),
  cuts: z
    .array(z.strictObject({ length, count: z.int().min(1).max(MAX_PIECES) }))
    .min(1)
    .max(MAX_PIECES),
  oneLocation: z.boolean(),
  rolls: z.array(savedRollSchema).max(MAX_PIECES),
  /** Pieces that fitted on no remaining roll. */
  unplaced: pieces,
  lowerBound: z.number().nonnegative(),
});
export type SavedCutPlan = z.infer<typeof savedCutPlanSchema>;

const MAX_CUT_PLANS = 200;

/** The saved plans of a connection, by their ids. */
export const CUT_PLANS = {
  name: "cutPlans",
  record: savedCutPlanSchema,
  maxRecords: MAX_CUT_PLANS,
  tooMany: PLAN_LIMITS.tooMany({ most: String(MAX_CUT_PLANS) }),
} as const satisfies ConnectionDocument;
