import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppError } from "../../../shared/errors.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { errorOf } from "../../app/unwrap.ts";
import { CHUNK_ROWS, chunkQuery, countQuery } from "./result-queries.ts";

/** The result that the grid shows. */
export interface QueryResult {
  /** The query whose rows are shown: the wanted one as soon as its first rows are here, the last one until then. */
  readonly shown: Query;
  /** True while the rows of the wanted query are still on their way. */
  readonly pending: boolean;
  readonly total: number;
  /** False while `total` is no more than what the first window brought. */
  readonly counted: boolean;
  /** Rows without any filter; null until counted. */
  readonly all: number | null;
  readonly error: AppError | null;
  readonly retry: () => void;
}

/** Follows a query and keeps the rows of the one before on screen until the new ones can replace them. */
export function useResult(resource: Resource, wanted: Query): QueryResult {
  const copy = useLocalCopy();
  const [shown, setShown] = useState(wanted);
  const first = useQuery(chunkQuery(copy, resource, wanted, 0));
  useQuery(countQuery(copy, resource, wanted));
  const firstShown = useQuery(chunkQuery(copy, resource, shown, 0));
  const countShown = useQuery(countQuery(copy, resource, shown));

  const settled = first.data !== undefined || first.isError;
  if (settled && shown !== wanted) setShown(wanted);

  const total = countShown.data?.total ?? firstShown.data?.total ?? null;
  const firstRows = firstShown.data?.rows.length ?? 0;

  return {
    shown,
    pending: !settled,
    total: total ?? firstRows,
    counted: total !== null || firstRows < CHUNK_ROWS,
    all: countShown.data?.all ?? null,
    error: errorOf(firstShown.error),
    retry: () => void firstShown.refetch(),
  };
}
