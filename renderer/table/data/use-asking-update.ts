import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { compileQuery } from "../../../shared/compile-view.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useLocalCopy } from "../../app/profile-context.tsx";
import type { UpdateView } from "../use-view.ts";
import { chunkQuery } from "./result-queries.ts";

/**
 * Changes a table's view and asks for its first rows in the same moment: the store finds them while the page still
 * renders what was typed or clicked. Whoever then shows them finds them asked for.
 * @param day that relative filters are meant from, as the table compiles its query.
 */
export function useAskingUpdate(resource: Resource, update: UpdateView, day: string): UpdateView {
  const copy = useLocalCopy();
  const client = useQueryClient();
  return useCallback(
    (change) =>
      update((before) => {
        const after = change(before);
        const { search, chips, sort, grouping } = after;
        // Which groups are open is the table's own.
        if (grouping) return after;
        if (search !== before.search || chips !== before.chips || sort !== before.sort) {
          const query = compileQuery({ search, chips, sort }, day);
          void client.prefetchQuery(chunkQuery(copy, resource, { query, groups: null }, 0));
        }
        return after;
      }),
    [resource, update, day, copy, client],
  );
}
