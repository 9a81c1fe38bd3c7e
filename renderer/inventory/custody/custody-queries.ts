import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { limitsOf, NO_LIMITS, type Limits, type OutLimits } from "../../../shared/domain/out-limits.ts";
import { NO_USUAL_TIMES, type UsualTimes } from "../../../shared/domain/usual-times.ts";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { CUSTODY_KEY, LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";
import { succeeds } from "../../ui/notify.tsx";

const usualTimesQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, profileId, "usual times"],
    queryFn: () => unwrap(host.queryUsualTimes({ profileId })),
  });

const limitsQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, CUSTODY_KEY, profileId, "limits"],
    queryFn: () => unwrap(host.getOutLimits({ profileId })),
  });

export interface UsualLimits {
  /** Whether usual times and limits are here. */
  readonly isReady: boolean;
  /** Whether they are here, or could not be read. */
  readonly isSettled: boolean;
  readonly usual: UsualTimes;
  /** What the user set. */
  readonly fixed: OutLimits;
  /** What both make. */
  readonly limits: Limits;
}

/** From when on items of the open connection are out longer than usual. */
export function useUsualLimits(): UsualLimits {
  const copy = useLocalCopy();
  const times = useQuery(usualTimesQuery(copy));
  const own = useQuery(limitsQuery(copy));
  const usual = times.data ?? NO_USUAL_TIMES;
  const fixed = own.data ?? NO_LIMITS;
  const limits = useMemo(() => limitsOf(usual, fixed), [usual, fixed]);
  return {
    isReady: times.isSuccess && own.isSuccess,
    isSettled: !times.isPending && !own.isPending,
    usual,
    fixed,
    limits,
  };
}

/** Saves the user's limits, which the page shows at once. */
export function useSaveLimits(): (limits: OutLimits) => Promise<void> {
  const copy = useLocalCopy();
  const client = useQueryClient();
  const { queryKey } = limitsQuery(copy);
  return async (limits) => {
    client.setQueryData(queryKey, limits);
    const saved = await succeeds(copy.host.saveOutLimits({ profileId: copy.profileId, limits }));
    if (!saved) await client.invalidateQueries({ queryKey });
  };
}
