import { z } from "zod";
import { MAX_ROUTE, MAX_WINDOWS } from "./window-names.ts";

/** The number that identifies a window while it is open and after a restart. */
export const windowNumberSchema = z.int().min(1).max(MAX_WINDOWS);

/** A page's route: its address behind the `#`, percent-encoded. A longer one is not one of our screens. */
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
