import type { AppError } from "../../shared/base/errors.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import type { Counts } from "../../shared/inventory/status.ts";
import { VERIFY_BUDGET } from "../../shared/inventory/verification.ts";

/** Milliseconds between probes after a 403 (design 3). */
const FORBIDDEN_PROBE = 60 * 60_000;

/** A full check runs daily (design 4.8). */
const FULL_CHECK_EVERY = 24 * 60 * 60_000;
/** Intervals without a whole pass after which the rows are stale (design 7). */
const INTERVALS_TO_STALE = 3;

/** The inputs that decide when the next pass begins. */
export interface Situation {
  readonly settings: Pick<Settings, "pollFocusedSeconds" | "pollUnfocusedSeconds">;
  readonly focused: boolean;
  /** How the last pass failed; null if it succeeded. */
  readonly error: AppError | null;
  /** Ms since the epoch. */
  readonly now: number;
}

/** Milliseconds from the end of a pass to the start of the next; null if polling stops until the user acts. */
export function delayToNextPass({ settings, focused, error, now }: Situation): number | null {
  const usual = intervalOf(settings, focused);
  switch (error?.kind) {
    case "unauthorized":
    case "no_key":
    case "other_company":
      return null;
    case "forbidden":
      return FORBIDDEN_PROBE;
    default:
      return error?.retryAt === undefined ? usual : Math.max(Date.parse(error.retryAt) - now, 1_000);
  }
}

/**
 * Milliseconds from now to the start of the next pass; null if polling stops until the user acts.
 * @param ended the situation as the last pass ended.
 */
export function waitForNextPass(ended: Situation, now: number): number | null {
  const delay = delayToNextPass(ended);
  // A local clock that stepped back must not put the next pass hours away.
  const elapsed = Math.max(0, now - ended.now);
  return delay === null ? null : Math.max(0, delay - elapsed);
}

/**
 * Whether the daily full check is due.
 * @param last when the last one ended, ISO 8601 by the local clock; null for never.
 * @param now ms since the epoch. A local clock that has stepped back behind the last check makes one due.
 */
export function fullCheckDue(last: string | null, now: number): boolean {
  const elapsed = last === null ? Number.NaN : now - Date.parse(last);
  return !(elapsed >= 0 && elapsed < FULL_CHECK_EVERY);
}

/**
 * The time at which the rows become stale.
 * @param lastPassAt when the last whole pass ended, ISO 8601; null if there was none, which has no such time.
 */
export function staleAt(
  lastPassAt: string | null,
  settings: Situation["settings"],
  focused: boolean,
): string | null {
  if (lastPassAt === null) return null;
  return new Date(Date.parse(lastPassAt) + INTERVALS_TO_STALE * intervalOf(settings, focused)).toISOString();
}

/** The figures on which a pass's number of requests depends. */
export interface PassSize {
  readonly pageSize: number;
  readonly totals: Counts;
  readonly unverified: number;
  readonly everything: boolean;
  readonly withReferences: boolean;
}

/** The expected number of requests of a pass. It assumes about the present number of rows and few changes. */
export function costOfNextPass({
  pageSize,
  totals,
  unverified,
  everything,
  withReferences,
}: PassSize): number {
  const references = withReferences || everything ? referencesCost(pageSize, totals) : 0;
  return references + (everything ? pages(totals.items, pageSize) : 1) + Math.min(unverified, VERIFY_BUDGET);
}

/** Requests that listing types and locations takes. */
export function referencesCost(pageSize: number, totals: Counts): number {
  return pages(totals.locations, pageSize) + pages(totals.types, pageSize);
}

const pages = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize));

/** Ms between the end of a successful pass and the start of the next. */
function intervalOf(settings: Situation["settings"], focused: boolean): number {
  return 1_000 * (focused ? settings.pollFocusedSeconds : settings.pollUnfocusedSeconds);
}
