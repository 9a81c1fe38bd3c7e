import { useEffect, useState } from "react";
import { localDay } from "../../shared/time/local-day.ts";

/** The longest that a timer is trusted: a computer that slept through midnight has late timers. */
const LOOK_AGAIN = 60_000;

/** The local calendar day as an ISO 8601 date; another one soon after midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => localDay());
  useEffect(() => {
    const timer = setInterval(() => setDay(localDay()), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, []);
  return day;
}
