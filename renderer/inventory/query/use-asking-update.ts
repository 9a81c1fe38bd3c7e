import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useInventory } from "../inventory-context.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import type { UpdateView } from "../views/use-view.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, dividedChunkQuery, type Chunk } from "./result-queries.ts";
import { amongAll } from "./use-result.ts";

/**
 * Changes a table's view and asks for its first rows in the same moment: the store finds them before the page renders
 * anything. Whoever then shows them finds them asked for, after another search or order even answered.
 * @param day that relative filters are meant from, as the table compiles its query.
 */
export function useAskingUpdate(resource: Resource, day: string): UpdateView {
  const { views, glance } = useInventory();
  const copy = useLocalCopy();
  const client = useQueryClient();
  return useCallback(
    (change) =>
      views.update(copy.profileId, resource, change, (before, after) => {
        const { search, chips, sort, grouping } = after;
        // Which groups are open is the table's own.
        if (grouping) return null;
        const isOther = search !== before.search || sort !== before.sort;
        if (!isOther && chips === before.chips) return null;
        const query = compileQuery({ search, chips, sort }, day);
        const chunkOf = (of: Query) => chunkQuery(copy, resource, { query: of, groups: null }, 0);
        const asked = chunkOf(query);
        // A filter's editor shows what is typed into it from the view.
        if (!isOther || chips !== before.chips) {
          void client.prefetchQuery(asked);
          return null;
        }
        const counted = client.getQueryData(chunkOf(compileQuery(before, day)).queryKey)?.total ?? null;
        const rows = new Promise<void>((resolve) => {
          const part = (first: Chunk): void => {
            client.setQueryData(asked.queryKey, first);
            resolve();
          };
          // Where nothing is counted yet, nothing is shown before the page renders it.
          const divides = glance.rows > 0 && glance.rows < CHUNK_ROWS && counted !== null;
          const all = divides
            ? client.prefetchQuery(dividedChunkQuery(copy, resource, query, glance.rows, part))
            : client.prefetchQuery(asked);
          void all.then(resolve);
        });
        return rows.then(() => {
          const first = client.getQueryData(asked.queryKey);
          const isWanted = views.get(copy.profileId, resource) === after;
          if (!isWanted || !first || first.total === null) return null;
          const all = amongAll(query, first.all);
          const found = { resource, query, lines: first.lines, total: first.total, all };
          return (render) => glance.show(found, render);
        });
      }),
    [resource, views, glance, day, copy, client],
  );
}
