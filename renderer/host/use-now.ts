import { useEffect, useState } from "react";
import { serviceTime } from "../../shared/domain/service-time.ts";
import { useLive } from "./host-context.ts";

/** The current time in ms since the epoch, updated every `interval` ms. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** The same by the service's clock, for the ages of the service's timestamps (design 7). */
export function useServiceNow(interval: number): number {
  return useServiceTime(useNow(interval));
}

/** Converts local time to the service's, as far as its clock is known; both in ms since the epoch. */
export function useServiceTime(now: number): number {
  const clockSkewMs = useLive(({ status }) => status.clockSkewMs);
  return serviceTime({ clockSkewMs }, now);
}
