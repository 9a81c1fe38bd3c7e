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
 * Asks for the first lines of the table that the page opens with, before anything is drawn: the core reads them while
 * the page renders its frame. What is asked for is what the table will ask for itself, from the cache.
 * @param resource null where it opens with another screen, which asks for nothing.
 * @param asked what was asked for before; rows that are the same ones are not asked for again.
 */
export function prefetchTable(
  client: QueryClient,
  copy: LocalCopy,
  views: ViewStore,
  resource: Resource | null,
  asked: EarlyRows | null,
): void {
  if (resource === null) return;
  const view = views.get(copy.profileId, resource);
  const tableQuery = tableQueryOf(resource, compileQuery(view), view.grouping, ALL_CLOSED);
  const answer = asked?.take(copy.profileId, resource, tableQuery);
  const host = answer ? { ...copy.host, queryWindow: () => answer } : copy.host;
  void client.prefetchQuery(chunkQuery({ ...copy, host }, resource, tableQuery, 0));
  void client.prefetchQuery(countQuery(copy, resource, tableQuery.query));
}
