import { Anchor, Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { formatCount } from "../../base/format.ts";
import { NOT_ARCHIVED } from "../../inventory/figures/ages.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { useStockValue, type CurrencyValue } from "./stock-value.ts";
import { CARD_TITLES, VALUE_CARD } from "./messages.ts";
import classes from "./value-card.module.css";

/**
 * The card with the stock's value in each currency, and the reasons for missing values.
 * @param hasLink whether the card links to the screen of stock value.
 */
export function ValueCard({ hasLink = false }: { readonly hasLink?: boolean }) {
  const show = useShowItems();
  const navigate = useNavigate();
  const { value, error } = useStockValue();
  const table = useMemo(
    () =>
      value && {
        columns: [VALUE_CARD.currency, VALUE_CARD.items, VALUE_CARD.inStock, VALUE_CARD.checkedOut],
        rows: [
          ...value.currencies.map(({ currency, items, sum, out }) => [
            currency,
            items,
            { amount: sum, currency },
            { amount: out, currency },
          ]),
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
    <Card
      title={CARD_TITLES.value}
      error={error}
      controls={
        hasLink && (
          <QuietButton onClick={() => void navigate({ to: "/stock-value" })}>{VALUE_CARD.open}</QuietButton>
        )
      }
    >
      {value && (
        <>
          <DataTable
            label={CARD_TITLES.value}
            columns={columnsOf((currency) => show([NOT_ARCHIVED, valueFilter("valueCurrency", currency)]))}
            rows={value.currencies}
            keyOf={({ currency }) => currency}
          />
          <p className={`sd-note ${classes.coverage}`}>
            {VALUE_CARD.coverage({ known: value.known, all: value.all })}
          </p>
          {value.gaps.length > 0 && (
            <ul className={classes.gaps}>
              {value.gaps.map(({ reason, items }) => (
                <li key={reason}>
                  <Anchor
                    component="button"
                    size="sm"
                    onClick={() => show([NOT_ARCHIVED, valueFilter("valueGap", reason)])}
                  >
                    {VALUE_CARD.gap({ reason: valueLabel("valueGap", reason), items })}
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
