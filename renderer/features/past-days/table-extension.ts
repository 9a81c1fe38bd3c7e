import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension } from "../../table/extensions.ts";

/** Adds the button that shows a table as of a past day. */
export const PAST_DAYS_EXTENSION: TableExtension = {
  ToolbarButton: lazyPart(() => import("./past-day-button.tsx"), "PastDayButton"),
};
