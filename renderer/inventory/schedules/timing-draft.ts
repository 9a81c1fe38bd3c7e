import { MAX_HOURS, type Timing } from "../../../shared/exports/schedules.ts";
import { FIRST_DAYS, FIRST_HOURS } from "./schedule-requests.ts";

type Days = Extract<Timing, { kind: "days" }>;
type Hours = Extract<Timing, { kind: "hours" }>;

/** What the fields hold: a number may be half typed, and no day chosen. */
export interface TimingDraft {
  readonly kind: Timing["kind"];
  readonly days: readonly number[];
  readonly time: string;
  readonly every: number | string;
}

/** The draft of a timing, with the suggestion of the other kind. */
export function draftOf(timing: Timing): TimingDraft {
  return { ...FIRST_DAYS, every: FIRST_HOURS, ...timing };
}

/** The timing of a draft; null while something is missing. */
export function timingOf({ kind, days, time, every }: TimingDraft): Timing | null {
  if (kind === "days") {
    const chosen: Days = { kind, days: days.toSorted((a, b) => a - b), time };
    return days.length === 0 || time === "" ? null : chosen;
  }
  const hours: Hours | null = typeof every === "number" ? { kind, every } : null;
  return hours && Number.isInteger(hours.every) && hours.every >= 1 && hours.every <= MAX_HOURS
    ? hours
    : null;
}
