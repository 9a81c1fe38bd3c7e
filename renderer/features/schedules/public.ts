// What other features use of scheduled exports.
export { scheduleDialog } from "./open-schedule.ts";
export { FIRST_KEEP } from "./schedule-draft.ts";
