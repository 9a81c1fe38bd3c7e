import { queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Difference, DifferenceFilter } from "../../../shared/exports/differences.ts";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { unwrap } from "../../host/unwrap.ts";

/** Differences come in aligned chunks of this many. */
const CHUNK = 100;

/** The open comparison, finished or not; undefined until known, null if there is none. */
export function useComparison(): Comparison | null | undefined {
  const { host, profileId } = useLocalCopy();
  const client = useQueryClient();
  const queryKey = ["comparison", "open", profileId];
  const { data } = useQuery({
    queryKey,
    queryFn: () => unwrap(host.getComparison({ profileId })),
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(
    () =>
      host.onComparison((next) => {
        if (next.profileId !== profileId) return;
        const key = ["comparison", "open", profileId];
        // A pending answer is older than this event.
        void client.cancelQueries({ queryKey: key });
        client.setQueryData(key, next);
      }),
    [host, client, profileId],
  );
  return data;
}

/** Differences `offset` to `offset + limit` of those wanted; what was found does not change any more. */
export const differencesQuery = (
  { host, profileId }: LocalCopy,
  id: string,
  filter: DifferenceFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: ["comparison", "differences", profileId, id, filter, offset, limit],
    queryFn: () => unwrap(host.queryDifferences({ id, filter, offset, limit })),
  });

/** The list of differences on screen: the wanted one as soon as its first are here, the last one until then. */
export interface DifferenceList {
  readonly shown: DifferenceFilter;
  readonly total: number;
  readonly pending: boolean;
}

/** Follows a filter, and keeps what was shown before until the new list can replace it. */
export function useDifferenceList(id: string, wanted: DifferenceFilter): DifferenceList {
  const copy = useLocalCopy();
  const first = useQuery(differencesQuery(copy, id, wanted, 0, CHUNK));
  const settled = first.data !== undefined || first.isError;
  const [shown] = useFollowed(wanted, (last) => (settled ? wanted : last));
  const firstShown = useQuery(differencesQuery(copy, id, shown, 0, CHUNK));
  return { shown, total: firstShown.data?.total ?? 0, pending: !settled };
}

/** Fetches the chunks behind the rows in sight. @returns the difference at an index; undefined until it is loaded. */
export function useDifferences(
  id: string,
  filter: DifferenceFilter,
  firstIndex: number,
  lastIndex: number,
): (index: number) => Difference | undefined {
  const copy = useLocalCopy();
  const [first, last] = [Math.floor(firstIndex / CHUNK), Math.floor(lastIndex / CHUNK)];
  const chunks = Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => first + n);
  const windows = useQueries({
    queries: chunks.map((chunk) => differencesQuery(copy, id, filter, chunk * CHUNK, CHUNK)),
  });
  return (index) => windows[Math.floor(index / CHUNK) - first]?.data?.differences[index % CHUNK];
}
