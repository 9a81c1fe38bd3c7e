import { z } from "zod";
import { profileIdSchema } from "../../inventory/profiles.ts";
import { unitProposalSchema } from "./unit-proposal.ts";

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls of the units. */
export const UNIT_CALLS = {
  /** The units that fit the rows of the open connection. */
  proposeUnits: { input: z.strictObject(ofProfile), output: unitProposalSchema },
} as const;
