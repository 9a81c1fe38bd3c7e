import type { Schedule, SchedulePlan } from "../../../shared/exports/schedules.ts";

/** What the dialog of a schedule begins with. */
export interface ScheduleRequest {
  /** The schedule that is changed; null for a new one. */
  readonly schedule: Pick<Schedule, "id" | "folder"> | null;
  readonly plan: SchedulePlan;
  /** Whether the table has changes that its view has not, which no schedule can export. */
  readonly unsaved: boolean;
}

/** Working days, after work: what is offered first. */
export const FIRST_DAYS = { kind: "days", days: [1, 2, 3, 4, 5], time: "18:00" } as const;
/** Four times a day, where somebody prefers hours. */
export const FIRST_HOURS = 6;
/** Files of a new schedule that are kept unless somebody says otherwise: more than a month of working days. */
export const FIRST_KEEP = 30;

const listeners = new Set<(asked: ScheduleRequest) => void>();

/** Opens the dialog of a schedule. */
export function openScheduleDialog(asked: ScheduleRequest): void {
  for (const listener of listeners) listener(asked);
}

/** Called where the dialog is; answers the removal. */
export function onScheduleDialog(listener: (asked: ScheduleRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
