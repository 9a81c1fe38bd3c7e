import { z } from "zod";

/** Whether the system starts Stockdeck when the user logs in. */
const autostartStateSchema = z.enum([
  "on",
  "off",
  "needsApproval", // registered, but macOS waits for the user's approval
  "unavailable", // the page runs in a browser
]);
export type AutostartState = z.infer<typeof autostartStateSchema>;

/**
 * The calls for starting Stockdeck when the user logs in. The entry in the system is the setting itself, so no file of
 * Stockdeck repeats it.
 */
export const AUTOSTART_CALLS = {
  getAutostart: { input: z.undefined(), output: autostartStateSchema },
  /** Adds or removes the entry in the system, and returns the state after the change. Refused in a browser. */
  setAutostart: { input: z.strictObject({ on: z.boolean() }), output: autostartStateSchema },
} as const;
