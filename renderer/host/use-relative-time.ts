import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { TIME_STEP_MS } from "../../shared/query/relative-time.ts";
import { refetchRelative } from "./query-client.ts";

/** Keeps relative results on screen current, such as "within the last hour". A hidden window catches up once shown. */
export function useRelativeTime(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetchIfVisible = (): void => {
      if (document.visibilityState === "visible") void refetchRelative(client);
    };
    const timer = setInterval(refetchIfVisible, TIME_STEP_MS);
    document.addEventListener("visibilitychange", refetchIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refetchIfVisible);
    };
  }, [client]);
}
