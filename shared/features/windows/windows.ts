import { z } from "zod";
import { MAX_ROUTE, MAX_WINDOWS } from "./window-names.ts";

/** A window's number, which names it for as long as it is open, and over restarts. */
export const windowNumberSchema = z.int().min(1).max(MAX_WINDOWS);

/** Where a page stands: its address behind the `#`, percent-encoded. A longer one is no screen of ours. */
export const routeSchema = z
  .string()
  .max(MAX_ROUTE)
  .regex(/^\/[\x21-\x7e]*$/);

/** The call that opens a window, part of the contract. */
export const WINDOW_CALLS = {
  /** Another window at that route, whose tables begin as those of the caller. In a browser the page opens its tab. */
  openWindow: {
    input: z.strictObject({ route: routeSchema }),
    output: z.strictObject({ opened: windowNumberSchema }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
