import type { QueryClient } from "@tanstack/react-query";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { levelsOf } from "../../../shared/query/group-levels.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { chunkQuery, countQuery } from "../query/result-queries.ts";
import type { EarlyRows } from "../early-paint/early-rows.ts";
import { ALL_CLOSED } from "../grouping/folds.ts";
import { groupOrderOf } from "../grouping/group-order.ts";
import { tableQueryOf } from "../grouping/table-query.ts";
import type { ViewStore } from "../views/view-store.ts";

/** Fetches the first rows of the page's first table before it renders. Takes the early rows if they are the same. */
export function prefetchTable(
  client: QueryClient,
  copy: ConnectionApi,
  views: ViewStore,
  resource: Resource | null,
  early: EarlyRows | null,
): void {
  if (resource === null) return;
  const view = views.get(copy.profileId, resource);
  const query = compileQuery(view);
  // As the table first renders, which knows no units yet.
  const order = groupOrderOf(resource, view.groupOrder, levelsOf(resource, view.grouping), query, NO_UNITS);
  const tableQuery = tableQueryOf(resource, query, view.grouping, ALL_CLOSED, order);
  const answer = early?.take(copy.profileId, resource, tableQuery);
  const host = answer ? { ...copy.host, queryPage: () => answer } : copy.host;
  void client.prefetchQuery(chunkQuery({ ...copy, host }, resource, tableQuery, 0));
  void client.prefetchQuery(countQuery(copy, resource, tableQuery.query));
}
