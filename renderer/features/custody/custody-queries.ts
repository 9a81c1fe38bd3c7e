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
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { succeeds } from "../../ui/notify.tsx";

const usualTimesQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "usual times"],
    queryFn: () => unwrap(host.queryUsualTimes({ connectionId })),
  });

export interface UsualLimits {
  /** True once the usual times and the limits are loaded. */
  readonly isReady: boolean;
  /** True once the usual times and the limits are loaded, or their loading failed. */
  readonly isSettled: boolean;
  readonly usual: UsualTimes;
  /** The user's own limits. */
  readonly fixed: OutLimits;
  /** The limits that apply: the user's own limits, else limits from the usual times. */
  readonly limits: Limits;
}

/** The limits for items of the open connection. Items beyond them are out longer than usual. */
export function useUsualLimits(): UsualLimits {
  const api = useConnectionApi();
  const times = useEarlyQuery(usualTimesQuery(api));
  const own = useEarlyQuery(recordsQuery(api, "limits"));
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

/**
 * Saves the limits that the user has changed. The page shows the new limits at once.
 * @param former the limits at the opening of the dialog. Limits that other users set since then stay unchanged.
 */
export function useSaveLimits(): (limits: OutLimits, former: OutLimits) => Promise<boolean> {
  const save = useSaveRecords("limits");
  return (limits, former) => {
    const [before, after] = [limitRecords(former), limitRecords(limits)];
    const ids = [...new Set([...before.keys(), ...after.keys()])];
    const valueOf = (records: typeof after, id: string): number | null => records.get(id) ?? null;
    const changed = ids.filter((id) => valueOf(before, id) !== valueOf(after, id));
    return succeeds(
      save(changed.map((id) => ({ id, value: valueOf(after, id), seen: valueOf(before, id) }))),
    );
  };
}
