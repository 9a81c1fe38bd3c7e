import type { AppCore } from "../core/app-core.ts";

/** Ms between two checks of the clock. */
const STEP = 1_000;
/**
 * Ms of delay after which a check means that the computer or this process slept. Even a busy machine is rarely that
 * late.
 */
const LATE_AFTER_MS = 10_000;

/**
 * Detects the computer's sleep without Electron's power events: a timer that is far too late by the local clock must
 * have slept. The running pass is then cancelled, and one pass catches up. A clock that was set forward has the same
 * effect, at the cost of one early refresh.
 */
export function followSleep(core: Pick<AppCore, "suspend" | "resume">): () => void {
  let last = Date.now();
  const check = (): void => {
    const now = Date.now();
    const slept = now - last >= STEP + LATE_AFTER_MS;
    last = now;
    // Cursors must not outlive the sleep, so the pass that has them ends first.
    if (slept) void core.suspend().then(() => core.resume());
  };
  const timer = setInterval(check, STEP);
  return () => clearInterval(timer);
}
