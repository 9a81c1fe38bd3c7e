import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { DOCUMENTS_KEY, LOCAL_DATA, NOTES } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

const openNotesQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, DOCUMENTS_KEY, connectionId, NOTES],
    queryFn: () => unwrap(host.listItemNotes({ connectionId })),
  });

/** The query for all notes of an item, including former notes. */
export const itemNotesQuery = ({ host, connectionId }: ConnectionApi, itemId: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, DOCUMENTS_KEY, connectionId, NOTES, itemId],
    queryFn: () => unwrap(host.listItemNotes({ connectionId, itemId })),
  });

/** The open notes of the connection, by the id of their item; empty while they are loading. */
export function useOpenNotes(): ReadonlyMap<string, ItemNote> {
  const { data } = useQuery(openNotesQuery(useConnectionApi()));
  // The latest notes come first. If two workstations wrote a note on the same item, the later note counts.
  return useMemo(() => new Map(data?.toReversed().map((note) => [note.itemId, note])), [data]);
}
