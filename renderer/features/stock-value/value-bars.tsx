import { useMemo } from "react";
import { today } from "../../base/clock.ts";
import type { ChipFilter, FieldFilter } from "../../../shared/query/field-filter.ts";
import { filterOfGroup } from "../../../shared/query/group-levels.ts";
import type { Filter } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { useQuery } from "@tanstack/react-query";
import { useConnectionApi } from "../../host/host-context.ts";
import { CHECKED_OUT } from "../../inventory/figures/ages.ts";
import { breakdownQuery } from "../../inventory/figures/figure-queries.ts";
import { nameIn, useNames } from "../../inventory/names/name-queries.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { Card } from "../../inventory/report/card.tsx";
import { moneyTable, useCardTable } from "../../inventory/report/card-tables.ts";
import { FIRST_ROWS, useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { formatMoney } from "../../inventory/units/money.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import type { Bar } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { AGE_BANDS, CARD_TITLES, HEADINGS, NO_VALUE_OF, BARS, STOCK_VALUE } from "./messages.ts";
import { useValuesBy, valuedIn } from "./stock-value.ts";

interface ValueBarsProps {
  readonly id: "byType" | "byLocation" | "byHolder" | "byAge";
  readonly currency: string;
  /** The bars; null while they are loading. */
  readonly bars: readonly Bar[] | null;
  readonly error: Error | null;
  readonly note?: string;
  /** The filters for the items of a bar, by the bar's key. */
  readonly filtersOf: (key: string) => readonly ChipFilter[];
}

/** A card with a bar for the value of each group. A click on a bar opens its items. */
function ValueBars({ id, currency, bars, error, note, filtersOf }: ValueBarsProps) {
  const { shown, button } = useFirstRows(bars, BARS.showAll({ bars: bars?.length ?? 0 }));
  const show = useShowItems();
  const title = CARD_TITLES[id];
  const heading = HEADINGS[id];
  const table = useMemo(
    () =>
      bars
      && moneyTable(
        chartTable({
          heading,
          series: [{ key: "value", label: STOCK_VALUE.amountHeading({ currency }), tone: "accent" }],
          bars,
        }),
        currency,
      ),
    [bars, heading, currency],
  );
  useCardTable(id, table);
  const [first] = bars ?? [];
  return (
    <Card title={title} error={error}>
      <BarChart
        name={title}
        heading={heading}
        description={
          first
            ? id === "byAge"
              ? BARS.byAge
              : BARS.largest({ first: first.label, amount: first.total })
            : ""
        }
        series={[{ key: "value", label: STOCK_VALUE.value, tone: "accent" }]}
        bars={shown}
        reserve={FIRST_ROWS}
        onOpen={(key) => show([valueFilter("valueCurrency", currency), ...filtersOf(key)])}
      />
      {note !== undefined && <p className="sd-note">{note}</p>}
      {button}
    </Card>
  );
}

const barOf = (key: string, label: string, sum: number, currency: string): Bar => {
  const text = formatMoney(sum, currency);
  return { key, label, parts: [{ series: "value", value: sum, text }], total: text };
};

const FIELD_OF = {
  byType: "materialTypeId",
  byLocation: "locationId",
  byHolder: "checkedOutToUserId",
} as const;

interface GroupBarsProps {
  readonly id: keyof typeof FIELD_OF;
  readonly currency: string;
}

/** The card with the value by material type, location or holder, the largest first. */
export function GroupBars({ id, currency }: GroupBarsProps) {
  const field = FIELD_OF[id];
  const names = useNames();
  const { groups, error } = useValuesBy(field, currency);
  const bars = useMemo(
    () =>
      groups
        ?.filter(({ sum }) => sum > 0)
        .map(({ value, name, sum }) => {
          const called = id === "byHolder" && value !== null ? nameIn(names, value) : name;
          return barOf(JSON.stringify(value), called ?? value ?? NO_VALUE_OF[id], sum, currency);
        }) ?? null,
    [groups, id, names, currency],
  );
  return (
    <ValueBars
      id={id}
      currency={currency}
      bars={bars}
      error={error}
      {...(id === "byHolder" && { note: BARS.holderNote })}
      filtersOf={(key) => [
        filterOfGroup({ field }, JSON.parse(key) as string | null),
        ...(id === "byHolder" ? [CHECKED_OUT] : []),
      ]}
    />
  );
}

const older = (days: number): FieldFilter => ({
  kind: "relative",
  field: "updatedAt",
  op: "olderThan",
  duration: `P${days}D`,
});
const within = (days: number): FieldFilter => ({ ...older(days), op: "withinLast" }) as FieldFilter;

/** The age bands by the days since the last change. The last band has the items without a possible date. */
const BANDS: readonly { readonly key: keyof typeof AGE_BANDS; readonly filters: readonly ChipFilter[] }[] = [
  { key: "to30", filters: [within(30)] },
  { key: "to90", filters: [older(30), within(90)] },
  { key: "to180", filters: [older(90), within(180)] },
  { key: "to365", filters: [older(180), within(365)] },
  { key: "over365", filters: [older(365)] },
  { key: "unknown", filters: [{ kind: "group", match: "none", parts: [older(0), within(0)] }] },
];
const PARTS: Filter[] = BANDS.map(({ filters }) => ({
  all: filters.map((filter) => compileFilter(filter, today())),
}));

/** The card with the value by the time since the last change of the items. */
export function AgeBars({ currency }: { readonly currency: string }) {
  const { data, error } = useQuery(
    breakdownQuery(useConnectionApi(), "items", valuedIn(currency), {
      by: null,
      parts: PARTS,
      fields: ["value"],
    }),
  );
  const bars = useMemo(() => {
    const parts = data?.groups[0]?.parts;
    if (!parts) return null;
    return BANDS.flatMap(({ key }, at) => {
      const sum = parts[at]?.totals["value"]?.[0]?.sum ?? 0;
      return key === "unknown" && sum === 0 ? [] : [barOf(key, AGE_BANDS[key], sum, currency)];
    });
  }, [data, currency]);
  return (
    <ValueBars
      id="byAge"
      currency={currency}
      bars={bars}
      error={error}
      filtersOf={(key) => BANDS.find((band) => band.key === key)?.filters ?? []}
    />
  );
}
