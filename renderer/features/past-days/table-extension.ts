import type { TableExtension } from "../../table/extensions.ts";
import { PastDayButton } from "./past-day-button.tsx";

/** Adds the button that shows a table as of a past day. */
export const PAST_DAYS_EXTENSION: TableExtension = { ToolbarButton: PastDayButton };
