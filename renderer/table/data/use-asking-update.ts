import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { compileQuery } from "../../../shared/compile-view.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useServices } from "../../app/app-context.tsx";
import { useLocalCopy } from "../../app/profile-context.tsx";
import type { UpdateView } from "../use-view.ts";
import { chunkQuery } from "./result-queries.ts";

/**
 * Changes a table's view and asks for its first rows in the same moment: the store finds them before the page renders
 * anything. Whoever then shows them finds them asked for, after another search or order even answered.
 * @param day that relative filters are meant from, as the table compiles its query.
 */
export function useAskingUpdate(resource: Resource, day: string): UpdateView {
  const { views, glance } = useServices();
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
        const asked = chunkQuery(copy, resource, { query, groups: null }, 0);
        const rows = client.prefetchQuery(asked);
        // A filter's editor shows what is typed into it from the view.
        if (!isOther || chips !== before.chips) return null;
        return rows.then(() => {
          const first = client.getQueryData(asked.queryKey);
          const isWanted = views.get(copy.profileId, resource) === after;
          if (!isWanted || !first || first.total === null) return null;
          const found = { resource, query, lines: first.lines, total: first.total };
          return (render) => glance.show(found, render);
        });
      }),
    [resource, views, glance, day, copy, client],
  );
}
