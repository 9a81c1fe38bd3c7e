import { Anchor, Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Breakdown, BreakdownRequest, Total } from "../../../shared/query/totals.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatCount } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { NOT_ARCHIVED } from "../../table/figures/ages.ts";
import { breakdownQuery } from "../../table/figures/figure-queries.ts";
import { valueLabel } from "../../table/labels/messages.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { formatMoney } from "../../table/units/money.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { Card } from "../../table/report/card.tsx";
import { useCardTable } from "../../table/report/card-tables.ts";
import { CARD_TITLES, VALUE_CARD, valueCoverage, valueGapItems } from "./messages.ts";
import classes from "./overview.module.css";

/** By reason: the group without one has the items that are valued. */
const REQUEST: BreakdownRequest = {
  by: { field: "valueGap" },
  parts: [compileFilter(NOT_ARCHIVED), compileFilter(valueFilter("status", "checked_out"))],
  fields: ["value"],
};

/** The value of the items in one currency. */
interface CurrencyValue {
  readonly currency: string;
  readonly items: number;
  readonly sum: number;
  readonly out: number;
}

/** The stock's value in each currency, and why some items have no value. */
export function ValueCard() {
  const show = useShowItems();
  const navigate = useNavigate();
  const { data, error } = useEarlyQuery(breakdownQuery(useConnectionApi(), "items", EVERYTHING, REQUEST));
  const value = useMemo(() => data && valueOf(data), [data]);
  const table = useMemo(
    () =>
      value && {
        columns: [VALUE_CARD.currency, VALUE_CARD.items, VALUE_CARD.inStock, VALUE_CARD.checkedOut],
        rows: [
          ...value.currencies.map(({ currency, items, sum, out }) => [currency, items, sum, out]),
          ...value.gaps.map(({ reason, items }) => [valueLabel("valueGap", reason), items, null, null]),
        ],
      },
    [value],
  );
  useCardTable("value", table ?? null);
  if (value && value.currencies.length === 0 && value.gaps.length === 0)
    return (
      <Card title={CARD_TITLES.value}>
        <p className="sd-note">{VALUE_CARD.off}</p>
        <Group>
          <Button variant="default" onClick={() => void navigate({ to: "/prices" })}>
            {VALUE_CARD.confirm}
          </Button>
        </Group>
      </Card>
    );
  return (
    <Card title={CARD_TITLES.value} error={error}>
      {value && (
        <>
          <DataTable
            label={CARD_TITLES.value}
            columns={columnsOf((currency) => show([NOT_ARCHIVED, valueFilter("valueCurrency", currency)]))}
            rows={value.currencies}
            keyOf={({ currency }) => currency}
          />
          <p className={`sd-note ${classes.coverage}`}>{valueCoverage(value.known, value.all)}</p>
          {value.gaps.length > 0 && (
            <ul className={classes.gaps}>
              {value.gaps.map(({ reason, items }) => (
                <li key={reason}>
                  <Anchor
                    component="button"
                    size="sm"
                    onClick={() => show([NOT_ARCHIVED, valueFilter("valueGap", reason)])}
                  >
                    {valueGapItems(valueLabel("valueGap", reason), items)}
                  </Anchor>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

function columnsOf(open: (currency: string) => void): readonly DataColumn<CurrencyValue>[] {
  return [
    {
      key: "currency",
      heading: VALUE_CARD.currency,
      renderCell: ({ currency }) => (
        <Anchor component="button" size="sm" onClick={() => open(currency)}>
          {currency}
        </Anchor>
      ),
    },
    {
      key: "items",
      heading: VALUE_CARD.items,
      isNumber: true,
      renderCell: ({ items }) => formatCount(items),
    },
    {
      key: "sum",
      heading: VALUE_CARD.inStock,
      isNumber: true,
      renderCell: ({ sum, currency }) => formatMoney(sum, currency),
    },
    {
      key: "out",
      heading: VALUE_CARD.checkedOut,
      isNumber: true,
      renderCell: ({ out, currency }) => formatMoney(out, currency),
    },
  ];
}

/** Currencies with the most items come first. */
function valueOf({ groups }: Breakdown) {
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
