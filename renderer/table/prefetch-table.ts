import type { QueryClient } from "@tanstack/react-query";
import { compileQuery } from "../../shared/compile-view.ts";
import { RESOURCES } from "../../shared/resource-names.ts";
import type { LocalCopy } from "../app/profile-context.tsx";
import { chunkQuery, countQuery } from "./data/result-queries.ts";
import { ALL_CLOSED } from "./grouping/folds.ts";
import { listedOf } from "./grouping/listed.ts";
import type { ViewStore } from "./view-store.ts";

/**
 * Asks for the first lines of the table that the page opens with, before anything is drawn: the core reads them while
 * the page renders its frame. What is asked for is what the table will ask for itself, from the cache.
 * @param path the address behind the hash; another screen than a table asks for nothing.
 */
export function prefetchTable(client: QueryClient, copy: LocalCopy, views: ViewStore, path: string): void {
  const resource = RESOURCES.find((name) => path === `/${name}`) ?? (path === "/" ? "items" : undefined);
  if (resource === undefined) return;
  const view = views.get(copy.profileId, resource);
  const listed = listedOf(resource, compileQuery(view), view.grouping, ALL_CLOSED);
  void client.prefetchQuery(chunkQuery(copy, resource, listed, 0));
  void client.prefetchQuery(countQuery(copy, resource, listed.query));
}
