import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useInventory } from "../inventory-context.ts";
import type { UpdateView } from "../views/use-views.ts";
import { chunkQuery } from "./result-queries.ts";

/** Changes a table's view and requests its first rows before the page renders. @param day that relative filters count from. */
export function usePrefetchingUpdate(resource: Resource, day: string): UpdateView {
  const { views } = useInventory();
  const copy = useConnectionApi();
  const client = useQueryClient();
  return useCallback(
    (change) =>
      views.update(copy.profileId, resource, change, (before, after) => {
        const { search, chips, sort, grouping } = after;
        // Which groups are open is known to the table only.
        if (grouping) return null;
        const isOther = search !== before.search || sort !== before.sort;
        if (!isOther && chips === before.chips) return null;
        const query = compileQuery({ search, chips, sort }, day);
        const rows = client.prefetchQuery(chunkQuery(copy, resource, { query, groups: null }, 0));
        // A filter's editor shows its input from the view, so the view must not wait.
        return isOther && chips === before.chips ? rows : null;
      }),
    [resource, views, day, copy, client],
  );
}
