import { z } from "zod";

/**
 * An administrator's policy for this computer (docs/administration.md). Every part may be left out. An unknown name
 * is refused, so that a spelling mistake never leaves something open.
 */
export const policySchema = z.strictObject({
  /** The only service that connections may go to. */
  baseUrl: z.string().optional(),
  /** The only relay of events; without it, with `baseUrl`, a relay must have the origin of the service. */
  relayUrl: z.string().optional(),
  updates: z
    .strictObject({ allowed: z.boolean().optional(), channel: z.enum(["latest", "beta"]).optional() })
    .optional(),
  /** The only folders, with those in them, that files may be exported to. */
  exportFolders: z.array(z.string().min(1)).min(1).optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** Nothing is set. */
export const NO_POLICY: Policy = {};

/** Why a browser saves no file while the folders of exports are set. */
export const NO_DOWNLOADS =
  "Your administrator has set which folders files may be exported to. A browser chooses the folder of its downloads itself, so nothing can be exported from here. Use the Stockdeck app.";
