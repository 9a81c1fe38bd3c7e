import { useMemo } from "react";
import { startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { KEPT_DAYS } from "../../../shared/inventory/stock.ts";
import type { ValueDay } from "../../../shared/features/stock-value/value-history.ts";
import { formatCount, formatDay } from "../../base/format.ts";
import { useToday } from "../../base/use-today.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { CARD_TITLES, PAST_VALUE, VALUE_CARD } from "./messages.ts";
import { valueHistoryQuery } from "./stock-value.ts";

/** The number of days before the past day within which an earlier value is searched. */
const EARLIER_DAYS = 366;

type CurrencyOfDay = ValueDay["currencies"][number];

/**
 * The card with the value that was kept for a past day. It opens no rows, because the values of single items are not
 * kept.
 */
export function PastValueCard({ day }: { readonly day: string }) {
  const today = useToday();
  const age = Math.round((startOfLocalDay(today).getTime() - startOfLocalDay(day).getTime()) / 86_400_000);
  const days = Math.min(KEPT_DAYS, age + EARLIER_DAYS);
  const { data, error } = useEarlyQuery(valueHistoryQuery(useConnectionApi(), null, days));
  // Of an older week, only the last observed day is kept.
  const kept = useMemo(() => data?.findLast((one) => one.day <= day), [data, day]);
  const table = useMemo(
    () =>
      kept
        ? {
            columns: [VALUE_CARD.currency, VALUE_CARD.items, VALUE_CARD.inStock, VALUE_CARD.checkedOut],
            rows: kept.currencies.map(({ currency, items, value, checkedOut }) => [
              currency,
              items,
              { amount: value, currency },
              { amount: checkedOut, currency },
            ]),
          }
        : null,
    [kept],
  );
  useCardTable("value", table);
  return (
    <Card title={CARD_TITLES.value} error={error}>
      {data && !kept && <p className="sd-note">{PAST_VALUE.none}</p>}
      {kept && (
        <>
          <DataTable
            label={CARD_TITLES.value}
            columns={COLUMNS}
            rows={kept.currencies}
            keyOf={({ currency }) => currency}
          />
          <p className="sd-note">
            {VALUE_CARD.coverage({
              known: kept.currencies.reduce((sum, { items }) => sum + items, 0),
              all: kept.items,
            })}
          </p>
          {kept.day !== day && (
            <p className="sd-note">
              {PAST_VALUE.ofDay({ day: formatDay(startOfLocalDay(kept.day).toISOString()) })}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const COLUMNS: readonly DataColumn<CurrencyOfDay>[] = [
  { key: "currency", heading: VALUE_CARD.currency, renderCell: ({ currency }) => currency },
  {
    key: "items",
    heading: VALUE_CARD.items,
    isNumber: true,
    renderCell: ({ items }) => formatCount(items),
  },
  {
    key: "value",
    heading: VALUE_CARD.inStock,
    isNumber: true,
    renderCell: ({ value, currency }) => formatMoney(value, currency),
  },
  {
    key: "checkedOut",
    heading: VALUE_CARD.checkedOut,
    isNumber: true,
    renderCell: ({ checkedOut, currency }) => formatMoney(checkedOut, currency),
  },
];
