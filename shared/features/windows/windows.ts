import { z } from "zod";
import { COMMAND_NAMES } from "../../contract/commands.ts";
import { MAX_ROUTE, MAX_WINDOWS } from "./window-names.ts";

/** The number that identifies a window while it is open and after a restart. */
export const windowNumberSchema = z.int().min(1).max(MAX_WINDOWS);

/** A page's route: its address behind the `#`, percent-encoded. A longer one is not one of our screens. */
export const routeSchema = z
  .string()
  .max(MAX_ROUTE)
  .regex(/^\/[\x21-\x7e]*$/);

/** The calls of a page about windows. */
export const WINDOW_CALLS = {
  /** The asking window's focus; whether any has it decides how often passes run. */
  reportFocus: { input: z.strictObject({ focused: z.boolean() }), output: z.undefined() },
  /** Another window at that route, whose tables begin as those of the caller. In a browser the page opens its tab. */
  openWindow: {
    input: z.strictObject({ route: routeSchema }),
    output: z.strictObject({ opened: windowNumberSchema }),
  },
} as const;

/** The pushes to one window. */
export const WINDOW_PUSHES = {
  /** A command of the application menu. `viewLink` means that a link waits to be taken. */
  command: z.strictObject({ name: z.enum([...COMMAND_NAMES, "viewLink"]) }),
  /** The route that the window must show, such as the route of an alert's rows. */
  goTo: z.strictObject({ route: routeSchema }),
} as const;
