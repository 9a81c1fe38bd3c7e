import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { unwrap } from "../../host/unwrap.ts";

/** A pass tells of itself ten times a second; nobody reads a table faster than this. Ms. */
const REFRESH_INTERVAL = 500;

/** What the diagnostics screen shows: asked for when it opens, and again after each status that the core tells of. */
export function useDiagnostics(): UseQueryResult<Diagnostics> {
  const { host, profileId } = useLocalCopy();
  const query = useQuery({
    // The profile stands where `dropProfile` looks for it.
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
