import { useMemo } from "react";
import type { ValueDay } from "../../../shared/features/stock-value/value-history.ts";
import { useToday } from "../../base/use-today.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { NOT_ARCHIVED } from "../../inventory/figures/ages.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { useStockValue, valueHistoryQuery, type CurrencyValue, VALUE_CARD } from "../stock-value/public.ts";
import { COMPARED_DAYS, earlierDays, FigureButton } from "./figure-button.tsx";
import { FIGURE_TEXTS } from "./messages.ts";
import classes from "./overview.module.css";

/** The number of currencies that have a key figure. The card of the stock's value shows all currencies. */
const SHOWN_CURRENCIES = 3;

/** The value of the stock in each currency, with its changes. A click on a figure opens its items. */
export function ValueFigures() {
  const show = useShowItems();
  const { value } = useStockValue();
  const { latest, yesterday, lastWeek, isReady } = useEarlierValues();
  const figures = useMemo(
    () =>
      value?.currencies.map((one) => ({
        ...one,
        day: changeOf(one, yesterday),
        week: changeOf(one, lastWeek),
      })) ?? [],
    [value, yesterday, lastWeek],
  );
  const table = useMemo(
    () =>
      figures.length === 0
        ? null
        : {
            columns: [
              VALUE_CARD.currency,
              VALUE_CARD.inStock,
              FIGURE_TEXTS.sinceYesterday,
              FIGURE_TEXTS.sinceLastWeek,
              VALUE_CARD.items,
            ],
            rows: figures.map(({ currency, sum, day, week, items }) => [
              currency,
              ...[sum, day, week].map((amount) => (amount === null ? null : { amount, currency })),
              items,
            ]),
          },
    [figures],
  );
  useCardTable("figures", table, FIGURE_TEXTS.valueChanges);
  // Until the current values are known, the currencies of the latest day reserve the space.
  const shown = value
    ? figures
    : (latest?.currencies ?? []).map(({ currency }) => ({ currency, sum: null, day: null, week: null }));
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={classes.figures} data-amounts>
        {shown.slice(0, SHOWN_CURRENCIES).map(({ currency, sum, day, week }) => (
          <FigureButton
            key={currency}
            label={FIGURE_TEXTS.value({ currency })}
            value={sum === null ? null : formatMoney(sum, currency)}
            day={day}
            week={week}
            isReady={isReady && value !== undefined}
            unknownBecause={FIGURE_TEXTS.noEarlierValue}
            format={(amount) => formatMoney(amount, currency)}
            onOpen={() => show([NOT_ARCHIVED, valueFilter("valueCurrency", currency)])}
          />
        ))}
      </ul>
      <p className={`sd-note ${classes.coverage}`}>
        {value ? VALUE_CARD.coverage({ known: value.known, all: value.all }) : "\u00a0"}
      </p>
    </>
  );
}

/** Amounts have up to three decimals. Rounding removes further decimals, which subtraction of doubles adds. */
const DECIMALS = 1_000;

function changeOf({ currency, sum }: CurrencyValue, day: ValueDay | undefined): number | null {
  if (!day) return null;
  const then = day.currencies.find((one) => one.currency === currency)?.value ?? 0;
  return Math.round((sum - then) * DECIMALS) / DECIMALS;
}

/**
 * The values of the latest day, of yesterday and of the same weekday last week. They are undefined if the day was not
 * observed.
 */
function useEarlierValues() {
  const today = useToday();
  const { data } = useEarlyQuery(valueHistoryQuery(useConnectionApi(), null, COMPARED_DAYS));
  return { isReady: data !== undefined, latest: data?.at(-1), ...earlierDays(data, today) };
}
