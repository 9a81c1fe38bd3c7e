import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { useHost, useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import { ALERT_SETTINGS_KEY, ALERTS_KEY, LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

/** A rule and its state. */
export type ListedRule = CallOutput<"listAlertRules">[number];

const NO_RULES: readonly ListedRule[] = [];

export type AlertFilter = "active" | "all";

/** The query for `limit` alerts from `offset` on, the latest first. */
export const alertsQuery = (
  { host, connectionId }: ConnectionApi,
  filter: AlertFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, connectionId, "inbox", filter, offset, limit],
    queryFn: () => unwrap(host.listAlerts({ connectionId, filter, offset, limit })),
    placeholderData: keepPreviousData,
  });

const rulesQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, connectionId, "rules"],
    queryFn: () => unwrap(host.listAlertRules({ connectionId })),
  });

/** The rules of the open connection, and whether they are loaded. */
export function useAlertRules(): { readonly rules: readonly ListedRule[]; readonly isReady: boolean } {
  const { data, isSuccess } = useQuery(rulesQuery(useConnectionApi()));
  return { rules: data ?? NO_RULES, isReady: isSuccess };
}

/** The number of unread active alerts; null until the number is loaded. */
export function useUnreadAlerts(): number | null {
  return useQuery(alertsQuery(useConnectionApi(), "active", 0, 1)).data?.unread ?? null;
}

/** The query for the settings of notifications. */
export const alertSettingsQuery = (host: HostApi) =>
  queryOptions({
    queryKey: ALERT_SETTINGS_KEY,
    queryFn: () => unwrap(host.getAlertSettings()),
  });

/** The settings of notifications, and whether this host can show notifications; undefined until loaded. */
export function useAlertSettings(): CallOutput<"getAlertSettings"> | undefined {
  return useQuery(alertSettingsQuery(useHost())).data;
}
