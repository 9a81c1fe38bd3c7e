import { queryOptions } from "@tanstack/react-query";
import { today } from "../../../base/clock.ts";
import { MAX_PAGE_ROWS, type Row } from "../../../../shared/query/query-calls.ts";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import { compileQuery } from "../../../../shared/query/views/compile-view.ts";
import type { ConnectionApi } from "../../../host/host-context.ts";
import { LOCAL_DATA } from "../../../host/query-client.ts";
import { unwrap } from "../../../base/unwrap.ts";
import { CHECKED_OUT } from "../../../inventory/figures/ages.ts";
import type { Names } from "../../../inventory/names/name-queries.ts";
import { holdersFilter } from "./holders-filter.ts";
import type { SheetSearch } from "./sheet-search.ts";

/** The most items of one sheet. */
export const MAX_SHEET = 2_000;

export interface SheetItems {
  readonly rows: readonly Row[];
  /** The number of all items. At most `MAX_SHEET` of them are listed. */
  readonly total: number;
}

/** Makes the filter for a sheet's items; null if the sheet names no holder and no team. */
export function sheetFilter({ holder, team }: SheetSearch, names: Names): ChipFilter | null {
  const ids = holder === undefined ? membersOf(team, names) : [holder];
  return ids.length === 0 ? null : holdersFilter(ids);
}

const membersOf = (team: string | undefined, names: Names): readonly string[] =>
  [...names.values()].filter((entry) => entry.team !== "" && entry.team === team).map(({ id }) => id);

/**
 * Reads the checked-out items of a filter, ordered by holder. The items of a holder that are out longest come first.
 * @throws AppFailure of the call.
 */
export async function readSheetItems(
  { host, connectionId }: ConnectionApi,
  filter: ChipFilter,
): Promise<SheetItems> {
  const query = compileQuery(
    {
      search: "",
      chips: [CHECKED_OUT, filter].map((one) => ({ enabled: true, filter: one })),
      sort: [
        { field: "checkedOutToUserId", direction: "asc" },
        { field: "checkedOutAt", direction: "asc" },
      ],
    },
    today(),
  );
  const rows: Row[] = [];
  for (;;) {
    const input = {
      connectionId,
      resource: "items" as const,
      query,
      offset: rows.length,
      limit: MAX_PAGE_ROWS,
    };
    const page = await unwrap(host.queryPage(input));
    rows.push(...page.rows);
    const isLast = page.rows.length < MAX_PAGE_ROWS;
    if (isLast || rows.length >= MAX_SHEET)
      return { rows, total: isLast ? rows.length : (page.total ?? rows.length) };
  }
}

export const sheetQuery = (api: ConnectionApi, filter: ChipFilter) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "items", api.connectionId, "sheet", filter],
    queryFn: () => readSheetItems(api, filter),
  });
