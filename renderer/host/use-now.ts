import { useEffect, useState } from "react";
import { serviceTime } from "../../shared/inventory/service-time.ts";
import { useLive } from "./host-context.ts";

/** Ms between two updates at least while another window has the focus: each wakes up half of Chromium. */
const BACKGROUND = 15_000;

/** The current time in ms since the epoch. Updated every `interval` ms, or less often in the background. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = (): void => setNow(Date.now());
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = (): void => {
      clearInterval(timer);
      timer = setInterval(tick, document.hasFocus() ? interval : Math.max(interval, BACKGROUND));
    };
    const changeFocus = (): void => {
      tick();
      follow();
    };
    follow();
    window.addEventListener("focus", changeFocus);
    window.addEventListener("blur", changeFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", changeFocus);
      window.removeEventListener("blur", changeFocus);
    };
  }, [interval]);
  return now;
}

/** The time by the service's clock, for the ages of the service's timestamps (design 7). */
export function useServiceNow(interval: number): number {
  return useServiceTime(useNow(interval));
}

/** Converts local time to the service's, as far as its clock is known; both in ms since the epoch. */
export function useServiceTime(now: number): number {
  const clockSkewMs = useLive(({ status }) => status.clockSkewMs);
  return serviceTime({ clockSkewMs }, now);
}
