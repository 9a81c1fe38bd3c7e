import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangeFilter, ListedChange } from "../../../shared/changes.ts";
import type { AppError } from "../../../shared/errors.ts";
import { useLocalCopy, type LocalCopy } from "../../app/profile-context.tsx";
import { LOCAL_CHANGES, LOCAL_DATA } from "../../app/query-client.ts";
import { errorOf, unwrap } from "../../app/unwrap.ts";
import { recordQuery } from "../../table/data/result-queries.ts";
import { referencedIds, type NameOf } from "./change-words.ts";

/** Changes come in aligned chunks of this many. */
export const CHUNK_CHANGES = 100;

/** Observed changes `offset` to `offset + limit` of those wanted, the newest first. */
export const changesQuery = (
  { host, profileId }: LocalCopy,
  filter: ChangeFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_CHANGES, profileId, filter, offset, limit],
    queryFn: () => unwrap(host.queryChanges({ profileId, filter, offset, limit })),
  });

/** The list of changes that the screen shows. */
export interface ChangeList {
  /** The filter whose changes are shown: the wanted one as soon as its first are here, the last one until then. */
  readonly shown: ChangeFilter;
  readonly pending: boolean;
  readonly total: number;
  readonly error: AppError | null;
  readonly retry: () => void;
}

/** Follows a filter, and keeps the changes of the one before on screen until the new ones can replace them. */
export function useChangeList(wanted: ChangeFilter): ChangeList {
  const copy = useLocalCopy();
  const [shown, setShown] = useState(wanted);
  const first = useQuery(changesQuery(copy, wanted, 0, CHUNK_CHANGES));
  const firstShown = useQuery(changesQuery(copy, shown, 0, CHUNK_CHANGES));
  const settled = first.data !== undefined || first.isError;
  if (settled && shown !== wanted) setShown(wanted);
  return {
    shown,
    pending: !settled,
    total: firstShown.data?.total ?? 0,
    error: errorOf(firstShown.error),
    retry: () => void firstShown.refetch(),
  };
}

/** Fetches the chunks behind the rows in sight; answers the change at an index, undefined until it is here. */
export function useChanges(
  filter: ChangeFilter,
  firstIndex: number,
  lastIndex: number,
): (index: number) => ListedChange | undefined {
  const copy = useLocalCopy();
  // The row above the first in sight says whether that one begins a group.
  const firstChunk = Math.floor(Math.max(0, firstIndex - 1) / CHUNK_CHANGES);
  const lastChunk = Math.floor(lastIndex / CHUNK_CHANGES);
  const chunks = Array.from({ length: Math.max(1, lastChunk - firstChunk + 1) }, (_, n) => firstChunk + n);
  const windows = useQueries({
    queries: chunks.map((chunk) => changesQuery(copy, filter, chunk * CHUNK_CHANGES, CHUNK_CHANGES)),
  });
  return (index) =>
    windows[Math.floor(index / CHUNK_CHANGES) - firstChunk]?.data?.changes[index % CHUNK_CHANGES];
}

/** Names for the ids in these changes, from the local copy. */
export function useChangeNames(changes: readonly Pick<ListedChange, "resource" | "fields">[]): NameOf {
  const copy = useLocalCopy();
  const ids = referencedIds(changes);
  const wanted = (["types", "locations"] as const).flatMap((resource) =>
    ids[resource].map((id) => ({ resource, id })),
  );
  const records = useQueries({ queries: wanted.map(({ resource, id }) => recordQuery(copy, resource, id)) });
  const names = new Map<string, string>();
  wanted.forEach(({ resource, id }, at) => {
    const name = records[at]?.data?.row["name"];
    if (typeof name === "string" && name !== "") names.set(`${resource} ${id}`, name);
  });
  return (resource, id) => names.get(`${resource} ${id}`) ?? id;
}
