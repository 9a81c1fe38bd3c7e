import { queryOptions, useQuery, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type { DocumentName, RecordOf } from "../../shared/contract/documents.ts";
import type { Result } from "../../shared/base/errors.ts";
import { SINGLE_RECORD } from "../../shared/contract/declarations.ts";
import { useConnectionApi, useHost, useHostServices, type ConnectionApi } from "./host-context.ts";
import { DOCUMENTS_KEY, LOCAL_DATA } from "./query-client.ts";
import { unwrap } from "../base/unwrap.ts";
import { notifications } from "@mantine/notifications";
import type { Settings } from "../../shared/inventory/settings.ts";
import { useMutationCall } from "../base/use-mutation-call.ts";
import { SETTINGS } from "./messages.ts";

type Records<N extends DocumentName> = ReadonlyMap<string, RecordOf<N>>;
/**
 * A change of a record. An editor that stays open also passes the value that it showed first; null if there was no
 * value.
 */
type RecordChange<N extends DocumentName> = Readonly<{
  id: string;
  value: RecordOf<N> | null;
  seen?: RecordOf<N> | null;
}>;

const NO_RECORDS: ReadonlyMap<string, never> = new Map<string, never>();

/** The query for the records of one document of a connection, by id. */
export const recordsQuery = <N extends DocumentName>({ host, connectionId }: ConnectionApi, document: N) =>
  queryOptions({
    queryKey: [LOCAL_DATA, DOCUMENTS_KEY, connectionId, document],
    queryFn: async (): Promise<Records<N>> => {
      const records = await unwrap(host.readRecords({ connectionId, document }));
      // The core has checked each value against the schema of its document.
      return new Map(records.map(({ id, value }) => [id, value as RecordOf<N>]));
    },
  });

/** The records of a document of the open connection, by id; empty until they are loaded. */
export function useRecords<N extends DocumentName>(document: N): Records<N> {
  return useQuery(recordsQuery(useConnectionApi(), document)).data ?? NO_RECORDS;
}

/** The record of a document that is a single value. Undefined until it is loaded, or if the user set no value. */
export function useSingleRecord<N extends DocumentName>(document: N): RecordOf<N> | undefined {
  return useRecords(document).get(SINGLE_RECORD);
}

/**
 * Saves records of the open connection, and deletes the records that are null. The page shows the new records at once.
 * If saving fails, the page shows the former records again.
 */
export function useSaveRecords<N extends DocumentName>(
  document: N,
): (records: readonly RecordChange<N>[]) => Promise<Result<undefined>> {
  const api = useConnectionApi();
  const client = useQueryClient();
  return async (records) => {
    const { queryKey } = recordsQuery(api, document);
    client.setQueryData(queryKey, (before?: Records<N>) => before && withChanges(before, records));
    const saved = await api.host.saveRecords({
      connectionId: api.connectionId,
      document,
      records: [...records],
    });
    await client.invalidateQueries({ queryKey });
    return saved;
  };
}

function withChanges<N extends DocumentName>(
  before: Records<N>,
  changes: readonly RecordChange<N>[],
): Records<N> {
  const after = new Map(before);
  for (const { id, value } of changes)
    if (value === null) after.delete(id);
    else after.set(id, value);
  return after;
}

/** Saves all settings, and then shows them as the core accepted them. */
export function useSaveSettings(): UseMutationResult<Settings, unknown, Settings> {
  const host = useHost();
  const { live } = useHostServices();
  return useMutationCall(host.saveSettings, (settings) => {
    live.patch({ settings });
    notifications.show({ message: SETTINGS.saved });
  });
}
