import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that makes or changes a scheduled export. */
export const scheduleDialog = defineDialog(lazyPart(() => import("./schedule-dialog.tsx"), "ScheduleDialog"));
