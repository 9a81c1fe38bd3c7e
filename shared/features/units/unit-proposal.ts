import { z } from "zod";
import { ofProfile } from "../../inventory/profiles.ts";
import { unitSetSchema } from "./unit-schema.ts";

/** Units for a connection's numbers, as far as its data show them. */
export const unitProposalSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fit"),
    /** Null for a quantity that the weights say nothing about. */
    units: unitSetSchema,
    /** Whether an item's weight has the spool in it. */
    withSpool: z.boolean(),
    items: z.int(),
    /** The median difference between computed and real weights, as a share of the real weight. */
    medianError: z.number(),
    /** Computed ÷ real weight of each item, the smallest first. */
    ratios: z.array(z.number()),
  }),
  /** Too few items have all that is needed. */
  z.strictObject({ kind: z.literal("tooFew"), items: z.int() }),
  /** No combination of units makes the weights agree; the error is that of the best one. */
  z.strictObject({ kind: z.literal("noFit"), items: z.int(), medianError: z.number() }),
]);
export type UnitProposal = z.infer<typeof unitProposalSchema>;

/** The calls of the units. */
export const UNIT_CALLS = {
  /** The units that fit the rows of the open connection. */
  proposeUnits: { input: z.strictObject(ofProfile), output: unitProposalSchema },
} as const;
