// The exports of schedules that other features use.
export { scheduleDialog } from "./open-schedule.ts";
export { FIRST_KEEP } from "./schedule-draft.ts";
