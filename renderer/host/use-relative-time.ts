import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { clock } from "../base/clock.ts";
import { TIME_STEP_MS } from "../../shared/query/relative-time.ts";
import { refetchRelative } from "./query-client.ts";

/**
 * Keeps results on screen current that depend on the time, such as "within the last hour". A hidden window updates them
 * when it is shown again.
 */
export function useRelativeTime(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetchIfVisible = (): void => {
      if (document.visibilityState === "visible") void refetchRelative(client);
    };
    const timer = clock.every(TIME_STEP_MS, refetchIfVisible);
    document.addEventListener("visibilitychange", refetchIfVisible);
    return () => {
      timer.stop();
      document.removeEventListener("visibilitychange", refetchIfVisible);
    };
  }, [client]);
}
