import { z } from "zod";
import { COMMAND_NAMES } from "../../contract/commands.ts";
import { MAX_ROUTE, MAX_WINDOWS } from "./window-names.ts";

/** The number that identifies a window while it is open and after a restart. */
export const windowNumberSchema = z.int().min(1).max(MAX_WINDOWS);

/** A page's route: its address after the `#`, percent-encoded. No screen has a longer route. */
export const routeSchema = z
  .string()
  .max(MAX_ROUTE)
  .regex(/^\/[\x21-\x7e]*$/);

/** The calls of a page that concern windows. */
export const WINDOW_CALLS = {
  /** Reports whether the calling window has the focus. Passes run more often while any window has the focus. */
  reportFocus: { input: z.strictObject({ focused: z.boolean() }), output: z.undefined() },
  /**
   * Opens another window at a route. Its tables begin with the state of the caller's tables. In a browser, the page
   * itself opens a tab.
   */
  openWindow: {
    input: z.strictObject({ route: routeSchema }),
    output: z.strictObject({ opened: windowNumberSchema }),
  },
} as const;

/** The pushes to a single window. */
export const WINDOW_PUSHES = {
  /**
   * A command that the user chose in the application menu. "viewLink" means that a link is waiting for `takeViewLink`.
   */
  command: z.strictObject({ name: z.enum([...COMMAND_NAMES, "viewLink"]) }),
  /** The route that the window must show, such as the route of an alert's rows. */
  goTo: z.strictObject({ route: routeSchema }),
} as const;
