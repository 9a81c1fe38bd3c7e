import type { Timing } from "./schedules.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Minutes that a gap of the local clock has at most: where the date line moved, a whole day was left out. */
const LONGEST_GAP = 24 * 60;
/** Every timing is due on one of so many days; one more before, whose time may lie in a gap. */
const DAYS_AHEAD = 8;

/**
 * The first moment after another one at which a schedule is due, by the local clock and zone of this process. A time
 * that the clock leaves out is due as soon as the clock goes on; one that comes twice is due the first time.
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
  // JavaScript goes past the gap by as much as the time lies within it; the clock goes on where its offset changed.
  const offset = at.getTimezoneOffset();
  let end = at.getTime();
  for (let back = 0; back < LONGEST_GAP; back += 1) {
    if (new Date(end - MINUTE).getTimezoneOffset() !== offset) break;
    end -= MINUTE;
  }
  return end;
}

/** What the local clock shows at a moment, read as if it were UTC. */
function localAsUtc(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());
}
