import { useQuery } from "@tanstack/react-query";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { ITEM_STATUSES, type Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { facetsQuery } from "../query/result-queries.ts";
import { ALL_VIEW } from "../../../shared/views/built-in-views.ts";

const STATUSES: ReadonlySet<string> = new Set(ITEM_STATUSES);

/** How many items the views by status and "All" have, by one cheap query: counting every view would delay its rows. */
export function useStatusCounts(resource: Resource): (viewId: string) => string | undefined {
  const copy = useLocalCopy();
  const facets = useQuery({
    ...facetsQuery(copy, "items", EVERYTHING, "status", { search: "", limit: 20 }),
    enabled: resource === "items",
  });
  return (viewId) => {
    if (resource !== "items" || !facets.data) return undefined;
    const { values, empty } = facets.data;
    if (viewId === ALL_VIEW.id) return formatCount(values.reduce((sum, { count }) => sum + count, empty));
    if (!STATUSES.has(viewId)) return undefined;
    return formatCount(values.find(({ value }) => value === viewId)?.count ?? 0);
  };
}
