import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useFollowed } from "../../base/use-followed.ts";
import type { ChangeFilter, ListedChange } from "../../../shared/inventory/changes.ts";
import type { AppError } from "../../../shared/base/errors.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_CHANGES, LOCAL_DATA } from "../../host/query-client.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { recordQuery } from "../records/record-queries.ts";
import { nameIn, useNames } from "../names/name-queries.ts";
import { referencedIds, type NameOf } from "./messages.ts";

/** The number of changes in a chunk. */
export const CHUNK_CHANGES = 100;

/** The query for `limit` observed changes from `offset` on, the newest first. The changes match a filter. */
export const changesQuery = (
  { host, connectionId }: ConnectionApi,
  filter: ChangeFilter,
  offset: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_CHANGES, connectionId, filter, offset, limit],
    queryFn: () => unwrap(host.queryChanges({ connectionId, filter, offset, limit })),
  });

export interface ListedChanges {
  readonly filter: ChangeFilter;
  /** The number of the newest change; 0 if there is no change yet. */
  readonly upTo: number;
}

const chunkQuery = ({ host, connectionId }: ConnectionApi, { filter, upTo }: ListedChanges, chunk: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_CHANGES, connectionId, filter, "up to", upTo, chunk],
    queryFn: () => {
      const window = { offset: chunk * CHUNK_CHANGES, limit: CHUNK_CHANGES };
      return unwrap(host.queryChanges({ connectionId, filter, upTo, ...window }));
    },
    enabled: upTo > 0,
  });

export interface ChangeList {
  /** The shown changes. They belong to the old filter until the first changes of the new filter are loaded. */
  readonly shown: ListedChanges;
  readonly pending: boolean;
  readonly total: number;
  /** The number of new changes that wait while the user reads. */
  readonly newer: number;
  readonly showNewer: () => void;
  readonly error: AppError | null;
  readonly retry: () => void;
}

/**
 * Lists the changes that match a filter. The former list stays until the new list is loaded. New changes wait while the
 * user reads.
 */
export function useChangeList(wanted: ChangeFilter, reading: boolean): ChangeList {
  const api = useConnectionApi();
  const live = useQuery(changesQuery(api, wanted, 0, CHUNK_CHANGES));
  const settled = live.data !== undefined || live.isError;
  const newest = live.data?.changes[0]?.number ?? 0;
  const [shown, setShown] = useFollowed<ListedChanges>({ filter: wanted, upTo: 0 }, (last) => {
    const mayGrow = newest > last.upTo && (!reading || last.upTo === 0);
    return settled && (last.filter !== wanted || mayGrow) ? { filter: wanted, upTo: newest } : last;
  });
  const isWanted = shown.filter === wanted;
  // The chunk that was just fetched is also the beginning of the list.
  const isLive = isWanted && shown.upTo === newest;
  const beginning = isLive && live.data ? { initialData: live.data } : {};
  const first = useQuery({ ...chunkQuery(api, shown, 0), ...beginning });
  const total = first.data?.total ?? 0;
  return {
    shown,
    pending: !settled,
    total,
    newer: isWanted ? Math.max(0, (live.data?.total ?? 0) - total) : 0,
    showNewer: () => setShown({ filter: wanted, upTo: newest }),
    error: errorOf(live.error ?? first.error),
    retry: () => void Promise.all([live.refetch(), first.refetch()]),
  };
}

/** Fetches the chunks for the visible rows. @returns the change at an index; undefined until it is loaded. */
export function useChanges(
  listed: ListedChanges,
  firstIndex: number,
  lastIndex: number,
): (index: number) => ListedChange | undefined {
  const api = useConnectionApi();
  // The row above the first visible row is needed to decide whether a group starts there.
  const firstChunk = Math.floor(Math.max(0, firstIndex - 1) / CHUNK_CHANGES);
  const lastChunk = Math.floor(lastIndex / CHUNK_CHANGES);
  const chunks = Array.from({ length: Math.max(1, lastChunk - firstChunk + 1) }, (_, n) => firstChunk + n);
  const windows = useQueries({ queries: chunks.map((chunk) => chunkQuery(api, listed, chunk)) });
  return (index) =>
    windows[Math.floor(index / CHUNK_CHANGES) - firstChunk]?.data?.changes[index % CHUNK_CHANGES];
}

/** The names for the ids in these changes, from the copy and the name book. */
export function useChangeNames(changes: readonly Pick<ListedChange, "resource" | "fields">[]): NameOf {
  const api = useConnectionApi();
  const nameBook = useNames();
  const ids = referencedIds(changes);
  const wanted = (["types", "locations"] as const).flatMap((resource) =>
    ids[resource].map((id) => ({ resource, id })),
  );
  const records = useQueries({ queries: wanted.map(({ resource, id }) => recordQuery(api, resource, id)) });
  const names = new Map<string, string>();
  wanted.forEach(({ resource, id }, at) => {
    const name = records[at]?.data?.row["name"];
    if (typeof name === "string" && name !== "") names.set(`${resource} ${id}`, name);
  });
  return (of, id) => (of === "names" ? nameIn(nameBook, id) : names.get(`${of} ${id}`)) ?? id;
}
