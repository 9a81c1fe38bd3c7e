import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { ALERTS_KEY, LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";

export type AlertFilter = "active" | "all";

/** Alerts `offset` to `offset + limit`, those that fired last first. */
export const alertsQuery = (
  { host, profileId }: LocalCopy,
  filter: AlertFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, profileId, "alerts", filter, offset, limit],
    queryFn: () => unwrap(host.listAlerts({ profileId, filter, offset, limit })),
    placeholderData: keepPreviousData,
  });

/** The rules of the connection, with how they are doing. */
export const alertRulesQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, profileId, "rules"],
    queryFn: () => unwrap(host.listAlertRules({ profileId })),
  });

/** How many active alerts are unread; 0 until that is known. */
export function useUnreadAlerts(): number {
  return useQuery(alertsQuery(useLocalCopy(), "active", 0, 1)).data?.unread ?? 0;
}
