import { useEffect, useState } from "react";
import { serviceTime } from "../../shared/domain/service-time.ts";
import { useLive } from "./host-context.tsx";

/** The present moment in ms since the epoch, renewed every `interval` ms. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** The same by the service's clock: what the ages of its own stamps are counted from (design 7). */
export function useServiceNow(interval: number): number {
  return useServiceTime(useNow(interval));
}

/** A moment of the local clock by the service's, as far as that told; both in ms since the epoch. */
export function useServiceTime(now: number): number {
  const clockSkewMs = useLive(({ status }) => status.clockSkewMs);
  return serviceTime({ clockSkewMs }, now);
}
