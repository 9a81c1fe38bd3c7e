import { useQuery } from "@tanstack/react-query";
import { useFollowed } from "../../base/use-followed.ts";
import type { AppError } from "../../../shared/base/errors.ts";
import { hasMissingRows } from "../../../shared/query/filter-names.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { chunkQuery, type Chunk, type Counted, type TableQuery } from "./result-queries.ts";

export type Counts = Pick<QueryResult, "total" | "all">;

/** The result of a query, as the grid shows it. */
export interface QueryResult {
  /** The shown query. It is the old query until the first rows of the new query are loaded. */
  readonly tableQuery: TableQuery;
  readonly shown: Query;
  /** True until the rows of the new query are loaded. */
  readonly pending: boolean;
  readonly total: number;
  /** The number of display rows. Unless the table is grouped, it equals the number of rows. */
  readonly lines: number;
  /** False before the first answer, and while `total` counts only the rows of this answer. */
  readonly counted: boolean;
  /** The newer revision of two: of the numbers and of the first rows. -1 before either is loaded. */
  readonly revision: number;
  /**
   * The number of rows without any filter. Null until it is counted, and for a query of rows that are no longer
   * returned.
   */
  readonly all: number | null;
  readonly error: AppError | null;
  readonly retry: () => void;
}

/**
 * The number of all rows. Null for a query of rows that are no longer returned, because the number does not include
 * such rows.
 */
export const countedInAll = (query: Query, all: number | null): number | null =>
  hasMissingRows(query) ? null : all;

/** Whether an answer has both numbers of rows. An answer with groups never has both. */
function isCounted(rows: Chunk | undefined): boolean {
  return rows !== undefined && rows.known?.revision === rows.revision;
}

/** The newer of two pairs of numbers. While a table is being reindexed, answers have no numbers. */
function newest(one: Counted | null, other: Counted | null): Counted | null {
  return (one?.revision ?? -1) < (other?.revision ?? -1) ? other : one;
}

/** Follows a query. The former rows stay on screen until the new rows are loaded. */
export function useResult(resource: Resource, wanted: TableQuery): QueryResult {
  const api = useConnectionApi();
  const first = useQuery(chunkQuery(api, resource, wanted, 0));
  const settled = first.data !== undefined || first.isError;
  const [shown] = useFollowed(wanted, (last) => (settled ? wanted : last));
  const firstShown = useQuery(chunkQuery(api, resource, shown, 0));
  const { data } = firstShown;
  // If this answer has numbers of rows, the next answers will have them too.
  useQuery({ ...countQuery(api, resource, wanted.query), enabled: !isCounted(first.data ?? data) });
  const countShown = useQuery({ ...countQuery(api, resource, shown.query), enabled: !isCounted(data) });

  const here = data?.lines.length ?? 0;
  const counts = newest(data?.known ?? null, countShown.data ?? null);
  const rowsHere = data && shown.groups ? null : (data?.total ?? null);
  const counted = counts?.total ?? rowsHere;
  const total = counted ?? (shown.groups ? 0 : here);
  const all = countedInAll(shown.query, counts?.all ?? null);

  return {
    tableQuery: shown,
    shown: shown.query,
    pending: !settled,
    total,
    lines: (shown.groups ? data?.total : counted) ?? here,
    counted: counted !== null || (data !== undefined && !shown.groups && here < CHUNK_ROWS),
    revision: Math.max(data?.revision ?? -1, countShown.data?.revision ?? -1),
    all,
    error: errorOf(firstShown.error),
    retry: () => void firstShown.refetch(),
  };
}
