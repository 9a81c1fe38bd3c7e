import { useEffect, useState } from "react";
import { clock, type Timer } from "../base/clock.ts";
import { serviceTime } from "../../shared/inventory/service-time.ts";
import { useLive } from "./host-context.ts";
import { usePastDay } from "./past-day.ts";

/**
 * The least time between two updates while the window is in the background, in ms. Each update wakes several processes
 * of Chromium.
 */
const BACKGROUND_INTERVAL_MS = 15_000;

/** The current time in ms since the epoch. It is updated every `interval` ms, or less often in the background. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(clock.now);
  useEffect(() => {
    const tick = (): void => setNow(clock.now());
    let timer: Timer | null = null;
    const follow = (): void => {
      timer?.stop();
      timer = clock.every(document.hasFocus() ? interval : Math.max(interval, BACKGROUND_INTERVAL_MS), tick);
    };
    const changeFocus = (): void => {
      tick();
      follow();
    };
    follow();
    window.addEventListener("focus", changeFocus);
    window.addEventListener("blur", changeFocus);
    return () => {
      timer?.stop();
      window.removeEventListener("focus", changeFocus);
      window.removeEventListener("blur", changeFocus);
    };
  }, [interval]);
  return now;
}

/** The time by the service's clock, for the ages of the service's timestamps. */
export function useServiceNow(interval: number): number {
  return useServiceTime(useNow(interval));
}

/**
 * Converts a local time to the service's time, if the clock skew is known; both are ms since the epoch. On a past day,
 * ages are measured to the end of that day.
 */
export function useServiceTime(now: number): number {
  const clockSkewMs = useLive(({ status }) => status.clockSkewMs);
  const past = usePastDay();
  return past ? Date.parse(past.asOf) : serviceTime({ clockSkewMs }, now);
}
