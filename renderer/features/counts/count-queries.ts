import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import type { Count } from "../../../shared/features/counts/count-records.ts";
import { unwrap } from "../../base/unwrap.ts";
import { recordsQuery } from "../../host/documents.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, refetch } from "../../host/query-client.ts";

/** A count with its id. */
export interface NamedCount extends Count {
  readonly id: string;
}

/** The counts of the open connection, the latest first; undefined until they are read. */
export function useCounts(): {
  readonly counts: readonly NamedCount[] | undefined;
  readonly error: Error | null;
} {
  const { data, error } = useQuery(recordsQuery(useConnectionApi(), "counts"));
  const counts = useMemo(
    () =>
      data
      && [...data]
        .map(([id, count]) => ({ ...count, id }))
        .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)),
    [data],
  );
  return { counts, error };
}

/** The query for the expected items of an open count that is not blind. These items never change. */
export const expectedQuery = ({ host, connectionId }: ConnectionApi, countId: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "counts", connectionId, countId, "expected"],
    queryFn: async () => (await unwrap(host.listExpected({ connectionId, countId }))).items,
  });

const scansQuery = ({ host, connectionId }: ConnectionApi, countId: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "counts", connectionId, countId, "scans"],
    queryFn: async (): Promise<readonly NumberedScan[]> =>
      (await unwrap(host.listCountScans({ connectionId, countId }))).scans,
  });

/** The scans of an open count, including scans in other windows; undefined while loading. */
export function useCountScans(countId: string): readonly NumberedScan[] | undefined {
  const api = useConnectionApi();
  const client = useQueryClient();
  const query = scansQuery(api, countId);
  useEffect(
    () =>
      api.host.onCountScans(({ connectionId, countId: changed, added }) => {
        if (connectionId !== api.connectionId || changed !== countId) return;
        const { queryKey } = scansQuery(api, countId);
        const before = client.getQueryData<readonly NumberedScan[]>(queryKey);
        // An answer that is still pending may be older than the added scans.
        if (added === null || before === undefined || client.isFetching({ queryKey }) > 0)
          void refetch(client, queryKey);
        else client.setQueryData(queryKey, withScans(before, added));
      }),
    [api, client, countId],
  );
  return useQuery(query).data;
}

function withScans(before: readonly NumberedScan[], added: readonly NumberedScan[]): NumberedScan[] {
  const known = new Set(before.map(({ number }) => number));
  const others = added.filter(({ number }) => !known.has(number));
  // A scan from another workstation may be older than the last scan of this workstation.
  return [...before, ...others].toSorted((one, other) => one.number - other.number);
}

/**
 * The query for the result of a closed count, with values. The result is read again if the count is verified or
 * compared again, or if a price, a unit or a pricing basis changes.
 */
export const resultQuery = ({ host, connectionId }: ConnectionApi, { id, verifiedAt, team }: NamedCount) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "types", connectionId, "count", id, verifiedAt, team?.result?.list],
    queryFn: () => unwrap(host.countResult({ connectionId, countId: id })),
  });

/**
 * Reads the result again after prices, units or the scans of a team changed. New prices of types arrive as changed
 * data.
 */
export function useRevaluedResult(countId: string): void {
  const { host, connectionId } = useConnectionApi();
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = (): void => void refetch(client, [LOCAL_DATA, "types", connectionId, "count"]);
    const ends = [
      host.onRecordsChanged(({ connectionId: changed, document }) => {
        if (changed === connectionId && VALUED_BY.has(document)) readAgain();
      }),
      host.onCountScans(({ connectionId: changed, countId: id }) => {
        if (changed === connectionId && id === countId) readAgain();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [host, connectionId, client, countId]);
}

const VALUED_BY: ReadonlySet<string> = new Set(["priceBases", "typeBases", "units"]);
