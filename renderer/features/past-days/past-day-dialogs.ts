import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that asks for a past day, and shows it. */
export const pastDayDialog = defineDialog(lazyPart(() => import("./past-day-dialog.tsx"), "PastDayDialog"));
