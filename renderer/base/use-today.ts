import { useEffect, useState } from "react";
import { clock, today } from "./clock.ts";

/** Ms between two checks of the day. A single timer until midnight would be late after the computer slept. */
const CHECK_INTERVAL_MS = 60_000;

/** The local calendar day as an ISO 8601 date, updated within a minute after midnight. */
export function useToday(): string {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const timer = clock.every(CHECK_INTERVAL_MS, () => setDay(today()));
    return () => timer.stop();
  }, []);
  return day;
}
