import type { Timing } from "./schedules.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Minutes of the longest gap in a local clock: a whole day was skipped at a date line change. */
const LONGEST_GAP = 24 * 60;
/** Days in which every timing is due at least once. One day before is checked, too: its time may lie in a gap. */
const DAYS_AHEAD = 8;

/**
 * The first moment after `after` at which a schedule is due. It uses this process's local clock and zone. A time in
 * a gap of the clock is due when the gap ends. A time that occurs twice is due the first time.
 * @param anchor when the schedule was set, from which hours are counted. All are ms since the epoch.
 */
export function nextDue(timing: Timing, anchor: number, after: number): number {
  if (timing.kind === "hours") {
    const step = timing.every * HOUR;
    return anchor + Math.max(1, Math.floor((after - anchor) / step) + 1) * step;
  }
  const [hours = 0, minutes = 0] = timing.time.split(":").map(Number);
  const from = new Date(after);
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const due: number[] = [];
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
    const weekday = new Date(Date.UTC(year, month, day + ahead)).getUTCDay() || 7;
    if (!timing.days.includes(weekday)) continue;
    const at = localMoment(year, month, day + ahead, hours, minutes);
    if (at > after) due.push(at);
  }
  return Math.min(...due);
}

/** A time of a local day; the end of the gap if the clock leaves it out. */
function localMoment(year: number, month: number, day: number, hours: number, minutes: number): number {
  const at = new Date(year, month, day, hours, minutes);
  const wanted = Date.UTC(year, month, day, hours, minutes);
  if (localAsUtc(at.getTime()) === wanted) return at.getTime();
  // JavaScript lands past the gap's end. The offset changed at that end, so step back to it.
  const offset = at.getTimezoneOffset();
  let end = at.getTime();
  for (let back = 0; back < LONGEST_GAP; back += 1) {
    if (new Date(end - MINUTE).getTimezoneOffset() !== offset) break;
    end -= MINUTE;
  }
  return end;
}

/** The local clock's reading at a moment, as if it were UTC; ms. */
function localAsUtc(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());
}
