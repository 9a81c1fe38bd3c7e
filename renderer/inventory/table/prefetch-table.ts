import type { QueryClient } from "@tanstack/react-query";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { LocalCopy } from "../../host/profile-context.tsx";
import { chunkQuery, countQuery } from "../query/result-queries.ts";
import type { EarlyRows } from "../early-paint/early-rows.ts";
import { ALL_CLOSED } from "../grouping/folds.ts";
import { tableQueryOf } from "../grouping/table-query.ts";
import type { ViewStore } from "../views/view-store.ts";

/**
 * Fetches the first rows of the table that the page opens with, before it renders: the core reads them meanwhile. The
 * table's own request then finds them in the cache.
 * @param resource null if the page opens with another screen.
 * @param early rows that were requested before; they are used if they are the same ones.
 */
export function prefetchTable(
  client: QueryClient,
  copy: LocalCopy,
  views: ViewStore,
  resource: Resource | null,
  early: EarlyRows | null,
): void {
  if (resource === null) return;
  const view = views.get(copy.profileId, resource);
  const tableQuery = tableQueryOf(resource, compileQuery(view), view.grouping, ALL_CLOSED);
  const answer = early?.take(copy.profileId, resource, tableQuery);
  const host = answer ? { ...copy.host, queryWindow: () => answer } : copy.host;
  void client.prefetchQuery(chunkQuery({ ...copy, host }, resource, tableQuery, 0));
  void client.prefetchQuery(countQuery(copy, resource, tableQuery.query));
}
