import { useMemo } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { today } from "../../base/clock.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { EVERYTHING, type Query } from "../../../shared/query/query.ts";
import type { Breakdown, BreakdownRequest, Total } from "../../../shared/query/totals.ts";
import { compileFilter, compileQuery } from "../../../shared/query/views/compile-view.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { CHECKED_OUT, NOT_ARCHIVED } from "../../inventory/figures/ages.ts";
import { breakdownQuery } from "../../inventory/figures/figure-queries.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";

/** The value of the items in one currency. */
export interface CurrencyValue {
  readonly currency: string;
  /** The number of items with a value in this currency. */
  readonly items: number;
  readonly sum: number;
  /** The part of the value that is checked out. */
  readonly out: number;
}

export interface StockValue {
  /** The currencies; the currency that most items have is the first. */
  readonly currencies: readonly CurrencyValue[];
  /** The reasons why items in stock have no value, each with the number of items. */
  readonly gaps: readonly { readonly reason: string; readonly items: number }[];
  /** The number of items in stock with a value; below, of all items in stock. */
  readonly known: number;
  readonly all: number;
}

/** The groups are the reasons. The group without a reason contains the items that have a value. */
const REQUEST: BreakdownRequest = {
  by: { field: "valueGap" },
  parts: [compileFilter(NOT_ARCHIVED, today()), compileFilter(valueFilter("status", "checked_out"), today())],
  fields: ["value"],
};

/** The present value of the stock. It has no currencies and no gaps until a pricing basis is confirmed. */
export function useStockValue(): { readonly value: StockValue | undefined; readonly error: Error | null } {
  const { data, error } = useEarlyQuery(breakdownQuery(useConnectionApi(), "items", EVERYTHING, REQUEST));
  const value = useMemo(() => data && stockValue(data), [data]);
  return { value, error };
}

function stockValue({ groups }: Breakdown): StockValue {
  const valued = groups.find(({ value }) => value === null);
  const [inStock = [], out = []] = (valued?.parts ?? []).map(({ totals }) => totals["value"] ?? []);
  const outOf = (currency: string | null): number =>
    out.find(({ measuredIn }: Total) => measuredIn === currency)?.sum ?? 0;
  const currencies = inStock
    .toSorted((a, b) => b.count - a.count)
    .map(({ measuredIn, count, sum }): CurrencyValue => ({
      currency: measuredIn ?? "",
      items: count,
      sum,
      out: outOf(measuredIn),
    }));
  const gaps = groups.flatMap(({ value, parts }) =>
    value === null ? [] : [{ reason: value, items: parts[0]?.rows ?? 0 }],
  );
  const known = currencies.reduce((sum, { items }) => sum + items, 0);
  const all = gaps.reduce((sum, { items }) => sum + items, known);
  return { currencies, gaps, known, all };
}

/** The query for the stock's value on each of the last `days` days. @param typeId null for all items. */
export const valueHistoryQuery = (
  { host, connectionId }: ConnectionApi,
  typeId: string | null,
  days: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "value", typeId, days],
    queryFn: () => unwrap(host.queryValueHistory({ connectionId, typeId, days })),
  });

/** The value of one group in a currency. */
export interface GroupValue {
  /** The id of the group's type, location or holder; null for items without it. */
  readonly value: string | null;
  /** The name of the id; null if the id has no name. */
  readonly name: string | null;
  readonly items: number;
  readonly sum: number;
}

/**
 * The value in one currency, grouped by a field of items, the largest first. Items that are not checked out have no
 * holder.
 */
export function useValuesBy(
  field: "materialTypeId" | "locationId" | "checkedOutToUserId",
  currency: string,
): { readonly groups: readonly GroupValue[] | undefined; readonly error: Error | null } {
  const isOut = field === "checkedOutToUserId";
  const { data, error } = useQuery(
    breakdownQuery(useConnectionApi(), "items", valuedIn(currency, isOut ? [CHECKED_OUT] : []), {
      by: { field },
      parts: [{ all: [] }],
      fields: ["value"],
    }),
  );
  const groups = useMemo(
    () =>
      data?.groups
        .map(({ value, name, parts: [part] }) => ({
          value,
          name,
          items: part?.rows ?? 0,
          sum: part?.totals["value"]?.[0]?.sum ?? 0,
        }))
        .toSorted((a, b) => b.sum - a.sum),
    [data],
  );
  return { groups, error };
}

/** The query for the items that have a value in one currency. */
export function valuedIn(currency: string, filters: readonly ChipFilter[] = []): Query {
  const chips = [valueFilter("valueCurrency", currency), ...filters];
  return compileQuery(
    {
      search: "",
      chips: chips.map((filter) => ({ enabled: true, filter })),
      sort: [],
    },
    today(),
  );
}
