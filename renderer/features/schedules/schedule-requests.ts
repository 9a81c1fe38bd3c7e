import type { Schedule, SchedulePlan } from "../../../shared/features/schedules/schedules.ts";
import { Emitter } from "../../base/emitter.ts";

export interface ScheduleRequest {
  readonly schedule: Pick<Schedule, "id" | "folder"> | null;
  readonly plan: SchedulePlan;
  /** Whether the table has unsaved changes, which no schedule can export. */
  readonly unsaved: boolean;
}

/** The first suggestion: working days, after work. */
export const FIRST_DAYS = { kind: "days", days: [1, 2, 3, 4, 5], time: "18:00" } as const;
/** The suggestion in hours: four times a day. */
export const FIRST_HOURS = 6;
/** Files that a new schedule keeps unless the user changes it: more than a month of working days. */
export const FIRST_KEEP = 30;

export const scheduleDialogs = new Emitter<ScheduleRequest>();
