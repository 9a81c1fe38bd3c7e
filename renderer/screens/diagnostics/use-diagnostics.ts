import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { unwrap } from "../../host/unwrap.ts";

/** Ms between two updates: a pass reports ten times a second, which is faster than anyone reads. */
const REFRESH_INTERVAL = 500;

/** The data of the diagnostics screen: fetched when it opens, and again after status events. */
export function useDiagnostics(): UseQueryResult<Diagnostics> {
  const { host, profileId } = useLocalCopy();
  const query = useQuery({
    // `dropProfile` expects the profile in this place.
    queryKey: ["diagnostics", "all", profileId],
    queryFn: () => unwrap(host.diagnostics({ profileId })),
    staleTime: 0,
  });
  const { refetch } = query;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stopListening = host.onStatus(() => {
      if (timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        void refetch();
      }, REFRESH_INTERVAL);
    });
    return () => {
      stopListening();
      if (timer) clearTimeout(timer);
    };
  }, [host, refetch]);

  return query;
}
