import { z } from "zod";
import { outLimitsSchema } from "../domain/out-limits.ts";
import { meantProfile, profileIdSchema } from "../domain/profiles.ts";
import { usualTimesSchema } from "../domain/usual-times.ts";

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls about checked-out items. Limits belong to a connection, which need not be open. */
export const CUSTODY_CALLS = {
  /** How long items of each type usually are out, by the returns that were observed. */
  queryUsualTimes: { input: z.strictObject(meantProfile), output: usualTimesSchema },
  getOutLimits: { input: z.strictObject(ofProfile), output: outLimitsSchema },
  saveOutLimits: {
    input: z.strictObject({ ...ofProfile, limits: outLimitsSchema }),
    output: z.undefined(),
  },
} as const;
