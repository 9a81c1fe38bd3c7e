import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { useHost, useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import { ALERT_SETTINGS_KEY, ALERTS_KEY, LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

/** A rule with how it is doing. */
export type ListedRule = CallOutput<"listAlertRules">[number];

const NO_RULES: readonly ListedRule[] = [];

/** Which alerts the inbox shows. */
export type AlertFilter = "active" | "all";

/** Alerts `offset` to `offset + limit`, those that fired last first. */
export const alertsQuery = (
  { host, profileId }: ConnectionApi,
  filter: AlertFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, profileId, "inbox", filter, offset, limit],
    queryFn: () => unwrap(host.listAlerts({ profileId, filter, offset, limit })),
    placeholderData: keepPreviousData,
  });

const rulesQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, ALERTS_KEY, profileId, "rules"],
    queryFn: () => unwrap(host.listAlertRules({ profileId })),
  });

/** The rules of the open connection, and whether they have been read. */
export function useAlertRules(): { readonly rules: readonly ListedRule[]; readonly isReady: boolean } {
  const { data, isSuccess } = useQuery(rulesQuery(useConnectionApi()));
  return { rules: data ?? NO_RULES, isReady: isSuccess };
}

/** How many active alerts are unread; null while that is not known. */
export function useUnreadAlerts(): number | null {
  return useQuery(alertsQuery(useConnectionApi(), "active", 0, 1)).data?.unread ?? null;
}

/** When alerts are notified of. */
export const alertSettingsQuery = (host: HostApi) =>
  queryOptions({
    queryKey: ALERT_SETTINGS_KEY,
    queryFn: () => unwrap(host.getAlertSettings()),
  });

/** When alerts are notified of, and whether this host shows notifications; undefined while that is not known. */
export function useAlertSettings(): CallOutput<"getAlertSettings"> | undefined {
  return useQuery(alertSettingsQuery(useHost())).data;
}
