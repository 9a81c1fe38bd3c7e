import { MAX_HOURS, type Timing } from "../../../shared/delivery/planned.ts";

/** The first suggestion: on working days, after working hours. */
export const FIRST_DAYS = { kind: "days", days: [1, 2, 3, 4, 5], time: "18:00" } as const;
/** The suggested interval in hours: four runs a day. */
const FIRST_HOURS = 6;
type Days = Extract<Timing, { kind: "days" }>;
type Hours = Extract<Timing, { kind: "hours" }>;

export interface TimingDraft {
  readonly kind: Timing["kind"];
  readonly days: readonly number[];
  readonly time: string;
  readonly every: number | null;
}

/** The draft of a timing. It also has the suggested values for the other kind of timing. */
export function draftOf(timing: Timing): TimingDraft {
  return { ...FIRST_DAYS, every: FIRST_HOURS, ...timing };
}

/** The timing of a draft; null while it is incomplete. */
export function timingOf({ kind, days, time, every }: TimingDraft): Timing | null {
  if (kind === "days") {
    const chosen: Days = { kind, days: days.toSorted((a, b) => a - b), time };
    return days.length === 0 || time === "" ? null : chosen;
  }
  const hours: Hours | null = every !== null ? { kind, every } : null;
  return hours && Number.isInteger(hours.every) && hours.every >= 1 && hours.every <= MAX_HOURS
    ? hours
    : null;
}
