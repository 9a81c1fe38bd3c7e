import type { AppError } from "../../../shared/errors.ts";
import type { Settings } from "../../../shared/settings.ts";

/** Milliseconds between probes after a 403 (design 3). */
const FORBIDDEN_PROBE = 60 * 60_000;

/** What decides when the next pass begins. */
export interface Situation {
  readonly settings: Pick<Settings, "pollFocusedSeconds" | "pollUnfocusedSeconds">;
  readonly focused: boolean;
  /** How the last pass failed; null where it succeeded. */
  readonly error: AppError | null;
  /** Ms since the epoch. */
  readonly now: number;
}

/**
 * Milliseconds from the end of a pass to the start of the next; null where polling stops until the user acts.
 * A 401 stops it (it needs a key), a 403 leaves an hourly probe, a rate limit says itself when it ends.
 */
export function delayToNextPass({ settings, focused, error, now }: Situation): number | null {
  const usual = 1_000 * (focused ? settings.pollFocusedSeconds : settings.pollUnfocusedSeconds);
  switch (error?.kind) {
    case "unauthorized":
    case "no_key":
      return null;
    case "forbidden":
      return FORBIDDEN_PROBE;
    case "rate_limited":
      return Math.max(error.retryAt === undefined ? usual : Date.parse(error.retryAt) - now, 1_000);
    default:
      return usual;
  }
}
