import { queryOptions } from "@tanstack/react-query";
import type { ActivityStep } from "../../../shared/features/history/history.ts";
import type { Dimension } from "../../../shared/inventory/stock.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { BreakdownRequest } from "../../../shared/query/totals.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_HISTORY, LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

/** The query for a result in groups, each divided into parts. */
export const breakdownQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  breakdown: BreakdownRequest,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "breakdown", query, breakdown],
    queryFn: () => unwrap(host.queryBreakdown({ connectionId, resource, query, breakdown })),
  });

/** The query for the first rows of a result, as many as a card lists. */
export const topRowsQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "top rows", query, limit],
    queryFn: () => unwrap(host.queryPage({ connectionId, resource, query, offset: 0, limit })),
  });

/** The query for the amount of kept history. */
export const keptHistoryQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "kept"],
    queryFn: () => unwrap(host.queryKeptHistory({ connectionId })),
  });

/** The query for the stock of the last `days` days. @param id the id of a type or location; null for all items. */
export const stockHistoryQuery = (
  { host, connectionId }: ConnectionApi,
  dimension: Dimension,
  id: string | null,
  days: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "stock", dimension, id, days],
    queryFn: () => unwrap(host.queryStockHistory({ connectionId, dimension, id, days })),
  });

/** The query for the used amount of each material type within the last `days` days. */
export const consumptionQuery = ({ host, connectionId }: ConnectionApi, days: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "consumption", days],
    queryFn: () => unwrap(host.queryConsumption({ connectionId, days })),
  });

/** The query for the numbers of changes in the last `spans` hours or days. */
export const activityQuery = ({ host, connectionId }: ConnectionApi, step: ActivityStep, spans: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "activity", step, spans],
    queryFn: () => unwrap(host.queryActivity({ connectionId, step, spans })),
  });
