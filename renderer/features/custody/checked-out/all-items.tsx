import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { today } from "../../../base/clock.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { compileQuery } from "../../../../shared/query/views/compile-view.ts";
import { useConnectionApi, type ConnectionApi } from "../../../host/host-context.ts";
import { LOCAL_DATA } from "../../../host/query-client.ts";
import { unwrap } from "../../../base/unwrap.ts";
import { CHECKED_OUT } from "../../../inventory/figures/ages.ts";
import { countQuery } from "../../../inventory/records/record-queries.ts";
import { EmptyMessage } from "../../../ui/empty-message.tsx";
import { ItemTable, type ItemSorting } from "./item-table.tsx";
import { NO_MATCH, SCREEN } from "./messages.ts";
import { PAGE_ROWS, Pager } from "../../../ui/pager.tsx";

const pageQuery = ({ host, connectionId }: ConnectionApi, query: Query, page: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "items", connectionId, "page", query, page],
    queryFn: () =>
      unwrap(
        host.queryPage({
          connectionId,
          resource: "items",
          query,
          offset: page * PAGE_ROWS,
          limit: PAGE_ROWS,
        }),
      ),
  });

/** A table of every checked-out item, sorted by the core. */
export function AllItems({ search }: { readonly search: string }) {
  const api = useConnectionApi();
  const [sorting, setSorting] = useState<ItemSorting>({ field: "checkedOutAt", direction: "asc" });
  const [page, setPage] = useState(0);
  const [query, counted] = useMemo(() => {
    const whole = compileQuery(
      { search, chips: [{ enabled: true, filter: CHECKED_OUT }], sort: [sorting] },
      today(),
    );
    const { sort: _sort, ...rest } = whole;
    return [whole, rest];
  }, [search, sorting]);
  const total = useQuery({ ...countQuery(api, "items", counted), placeholderData: keepPreviousData }).data
    ?.total;
  const shownPage = Math.min(page, Math.max(0, Math.ceil((total ?? 1) / PAGE_ROWS) - 1));
  const { data, error } = useQuery({
    ...pageQuery(api, query, shownPage),
    placeholderData: keepPreviousData,
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (total === 0)
    return (
      <EmptyMessage>
        <h2>{NO_MATCH.title}</h2>
        <p>{NO_MATCH.text}</p>
      </EmptyMessage>
    );
  return (
    <>
      {data && (
        <ItemTable
          label={SCREEN.table({ by: "item" })}
          by="item"
          rows={data.rows}
          sorting={sorting}
          onSort={(wanted) => {
            setSorting(wanted);
            setPage(0);
          }}
        />
      )}
      <Pager page={shownPage} total={total ?? 0} onChange={setPage} />
    </>
  );
}
