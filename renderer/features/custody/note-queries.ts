import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
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
  return useMemo(() => new Map(data?.map((note) => [note.itemId, note])), [data]);
}

/** Finds the ids of items whose note contains each term of a search; empty without a search. */
export function itemsWithNote(notes: ReadonlyMap<string, ItemNote>, search: string): readonly string[] {
  const terms = searchTerms(search).map(fold);
  if (terms.length === 0) return [];
  return [...notes.values()]
    .filter(({ text }) => terms.every((term) => fold(text).includes(term)))
    .map(({ itemId }) => itemId);
}
