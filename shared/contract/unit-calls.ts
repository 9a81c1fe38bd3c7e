import { z } from "zod";
import { profileIdSchema } from "../domain/profiles.ts";
import { unitProposalSchema } from "../domain/unit-proposal.ts";
import { unitsSchema } from "../domain/unit-schema.ts";

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls of the units. They belong to a connection, which need not be open. */
export const UNIT_CALLS = {
  getUnits: { input: z.strictObject(ofProfile), output: unitsSchema },
  saveUnits: { input: z.strictObject({ ...ofProfile, units: unitsSchema }), output: z.undefined() },
  /** What the rows of the open connection say about their units. */
  proposeUnits: { input: z.strictObject(ofProfile), output: unitProposalSchema },
} as const;
