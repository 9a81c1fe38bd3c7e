import type { QueryClient } from "@tanstack/react-query";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { LocalCopy } from "../../host/host-context.ts";
import { chunkQuery, countQuery } from "../query/result-queries.ts";
import type { EarlyRows } from "../early-paint/early-rows.ts";
import { ALL_CLOSED } from "../grouping/folds.ts";
import { tableQueryOf } from "../grouping/table-query.ts";
import type { ViewStore } from "../views/view-store.ts";

/** Fetches the first rows of the table that the page opens with before it renders, or takes the early ones if the same. */
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
