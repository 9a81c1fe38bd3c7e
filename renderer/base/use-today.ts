import { useEffect, useState } from "react";
import { localDay } from "../../shared/base/time/local-day.ts";

/** Ms between two checks. One timer until midnight would be late after the computer slept. */
const CHECK_INTERVAL_MS = 60_000;

/** The local calendar day as an ISO 8601 date, updated within a minute after midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => localDay());
  useEffect(() => {
    const timer = setInterval(() => setDay(localDay()), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return day;
}
