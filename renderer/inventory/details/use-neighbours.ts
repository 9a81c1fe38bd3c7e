import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { Groups } from "../../../shared/query/grouping.ts";
import { EVERYTHING, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { neighboursQuery } from "../query/result-queries.ts";

/** Where a record stands in its table, and the way to the ones beside it. */
export interface Neighbours extends CallOutput<"queryNeighbours"> {
  /** Whether that is known of this very record yet. */
  readonly known: boolean;
  readonly step: (where: "before" | "after") => void;
}

const NOWHERE = { place: null, line: null, total: 0, before: null, after: null } as const;

/**
 * The records before and after one in a query's result, however large; none without a query.
 * @param groups how the table shows the result in groups; null where it does not.
 * @param onStep called with the next record and its index in the table; null if its group is closed.
 */
export function useNeighbours(
  resource: Resource,
  query: Query | null,
  groups: Groups | null,
  id: string,
  onStep: (id: string, line: number | null) => void,
): Neighbours {
  const copy = useLocalCopy();
  const { data, isPlaceholderData } = useQuery({
    ...neighboursQuery(copy, resource, query ?? EVERYTHING, groups, id),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
  const place = data ?? NOWHERE;
  return {
    ...place,
    known: data !== undefined && !isPlaceholderData,
    step: (where) => {
      const next = place[where];
      // Placeholder data belongs to the former record.
      if (!isPlaceholderData && next !== null) onStep(next.id, next.line);
    },
  };
}
