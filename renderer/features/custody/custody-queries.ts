import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  limitRecords,
  limitsOf,
  NO_LIMITS,
  outLimitsOf,
  type Limits,
  type OutLimits,
} from "../../../shared/features/custody/out-limits.ts";
import { NO_USUAL_TIMES } from "../../../shared/features/custody/usual-times.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { recordsQuery, useRecords, useSaveRecords } from "../../host/documents.ts";
import { LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { succeeds } from "../../ui/notify.tsx";

const usualTimesQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, profileId, "usual times"],
    queryFn: () => unwrap(host.queryUsualTimes({ profileId })),
  });

export interface UsualLimits {
  /** True once usual times and limits have been read. */
  readonly isReady: boolean;
  /** True once usual times and limits have been read, or could not be. */
  readonly isSettled: boolean;
  readonly usual: UsualTimes;
  /** The limits that the user set. */
  readonly fixed: OutLimits;
  /** The limits that apply, from usual times and the user's own. */
  readonly limits: Limits;
}

/** The limits after which items of the open connection are out longer than usual. */
export function useUsualLimits(): UsualLimits {
  const copy = useConnectionApi();
  const times = useEarlyQuery(usualTimesQuery(copy));
  const own = useEarlyQuery(recordsQuery(copy, "limits"));
  const usual = times.data ?? NO_USUAL_TIMES;
  const fixed = useMemo(() => (own.data ? outLimitsOf(own.data) : NO_LIMITS), [own.data]);
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
export function useSaveLimits(): (limits: OutLimits) => Promise<boolean> {
  const before = useRecords("limits");
  const save = useSaveRecords("limits");
  return (limits) => {
    const after = limitRecords(limits);
    const changed = [...after].filter(([id, days]) => before.get(id) !== days);
    const removed = [...before.keys()].filter((id) => !after.has(id));
    return succeeds(
      save([...changed.map(([id, value]) => ({ id, value })), ...removed.map((id) => ({ id, value: null }))]),
    );
  };
}
