import { useMemo } from "react";
import { today } from "../../base/clock.ts";
import type { BreakdownGroup } from "../../../shared/query/totals.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { EVERYTHING, type Filter } from "../../../shared/query/query.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { breakdownQuery } from "../../inventory/figures/figure-queries.ts";
import { counted, fieldsOf, isAddable, measuredIn, unitOfMeasure } from "../../inventory/figures/measures.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import type { Bar, Series } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { Card } from "../../inventory/report/card.tsx";
import { moneyTable, useCardTable } from "../../inventory/report/card-tables.ts";
import { FIRST_ROWS, useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { CARD_MEASURES, measurePart, money, useCardMeasure } from "./card-measure.tsx";
import { CARD_TITLES, NO_VALUE, SERIES, STOCK } from "./messages.ts";
import { measuredHeading } from "../../inventory/figures/messages.ts";

const STATUS_SERIES: readonly (Series & { readonly status: string })[] = [
  { key: "available", status: "available", label: SERIES.available, tone: "accent" },
  { key: "checkedOut", status: "checked_out", label: SERIES.checkedOut, tone: "warn" },
];
/** The measure and the currency that the bars show. */
type Shown = Pick<ReturnType<typeof useCardMeasure<(typeof CARD_MEASURES)[number]>>, "by" | "currency">;

/**
 * The series of a chart for an exported file. Their names contain the unit, because a file has no axis that shows the
 * unit.
 */
const seriesIn = ({ by, currency }: Shown, units: Units): readonly Series[] =>
  STATUS_SERIES.map((series) => ({
    ...series,
    label:
      by === "value"
        ? STOCK.valueHeading({ label: series.label, currency: currency ?? "" })
        : measuredHeading(series.label, by, unitOfMeasure(units, by)),
  }));
const PARTS: Filter[] = STATUS_SERIES.map(({ status }) =>
  compileFilter(valueFilter("status", status), today()),
);

const OF = {
  byType: { field: "materialTypeId", resource: "types" },
  byLocation: { field: "locationId", resource: "locations" },
} as const;

/** The card with the stock of each material type or location, the largest first. A click on a bar opens its items. */
export function StockCard({ id }: { readonly id: keyof typeof OF }) {
  const { field, resource } = OF[id];
  const { by, currency, controls } = useCardMeasure(CARD_MEASURES);
  const units = useUnits();
  const show = useShowItems();
  const mayAdd = id === "byType" || by === "value" || isAddable(units, by);
  const { data, error } = useEarlyQuery({
    ...breakdownQuery(useConnectionApi(), "items", EVERYTHING, {
      by: { field },
      parts: PARTS,
      fields: by === "value" ? ["value"] : fieldsOf(by),
    }),
    enabled: mayAdd,
  });
  const all = useMemo(
    () => data && stockBars(data.groups, field, { by, currency }, units),
    [data, field, by, currency, units],
  );
  const table = useMemo(() => {
    const heading = RESOURCE_LABELS[resource];
    if (!mayAdd) return { columns: [heading], rows: [[STOCK.notAddable]] };
    if (!all) return null;
    const chart = chartTable({ heading, series: seriesIn({ by, currency }, units), bars: all });
    return currency === null ? chart : moneyTable(chart, currency);
  }, [all, mayAdd, resource, by, currency, units]);
  useCardTable(id, table);
  // The bars for "No material type" and for unknown ids do not count as material types.
  const known = new Set(data?.groups.flatMap(({ value, name }) => (name === null ? [] : [value])));
  const named = all?.filter(({ key }) => known.has(key)) ?? [];
  const [first] = named;
  // If the only hidden bars are not material types, the label has no number.
  const allLabel =
    named.length > FIRST_ROWS ? STOCK.showAllGroups({ groups: named.length, of: resource }) : STOCK.showAll;
  const { shown, button } = useFirstRows(all, allLabel);
  const open = (value: string, series: string | null): void =>
    show([
      groupFilter(field, value),
      statusFilter(series),
      ...(currency === null ? [] : [valueFilter("valueCurrency", currency)]),
    ]);
  return (
    <Card title={CARD_TITLES[id]} error={error} controls={controls}>
      {mayAdd ? (
        <>
          <BarChart
            name={CARD_TITLES[id]}
            heading={RESOURCE_LABELS[resource]}
            description={
              first
                ? STOCK.description({
                    groups: named.length,
                    of: resource,
                    first: first.label,
                    total: first.total,
                  })
                : ""
            }
            series={STATUS_SERIES}
            bars={shown}
            reserve={FIRST_ROWS}
            onOpen={open}
          />
          {data && by !== "items" && by !== "value" && leavesOut(data.groups) && (
            <p className="sd-note">{STOCK.withoutUnit}</p>
          )}
          {button}
        </>
      ) : (
        <p className="sd-note">{STOCK.notAddable}</p>
      )}
    </Card>
  );
}

/** Whether the chart leaves out numbers without a unit, because other numbers have a unit. */
function leavesOut(groups: readonly BreakdownGroup[]): boolean {
  const totals = groups.flatMap(({ parts }) => parts.flatMap((part) => Object.values(part.totals).flat()));
  const isMeasured = totals.map(({ measuredIn: unit }) => unit !== null);
  return isMeasured.includes(true) && isMeasured.includes(false);
}

/** Makes bars of available and checked-out stock, the largest first. Groups without stock are left out. */
export function stockBars(
  groups: readonly BreakdownGroup[],
  field: keyof typeof NO_VALUE,
  { by, currency }: Shown,
  units: Units,
): readonly Bar[] {
  const totalOf = (sum: number): string => {
    if (by === "value") return money(sum, currency).text;
    return (by === "items" ? counted(sum) : measuredIn(sum, unitOfMeasure(units, by))).text;
  };
  const bars = groups.map(({ value, name, parts }) => {
    const measured = STATUS_SERIES.map(({ key }, at) => ({
      series: key,
      ...measurePart(parts[at], by, units, currency),
    }));
    const sum = measured.reduce((total, part) => total + part.value, 0);
    const bar: Bar = {
      key: value ?? "",
      label: name ?? value ?? NO_VALUE[field],
      parts: measured,
      total: totalOf(sum),
    };
    return { bar, sum };
  });
  return bars
    .filter(({ sum }) => sum > 0)
    .toSorted((left, right) => right.sum - left.sum)
    .map(({ bar }) => bar);
}

function groupFilter(field: string, value: string): FieldFilter {
  return value === "" ? { kind: "presence", field, empty: true } : valueFilter(field, value);
}

/** The filter for the status of a series, or for all statuses of a bar. */
function statusFilter(series: string | null): FieldFilter {
  const wanted = STATUS_SERIES.filter(({ key }) => series === null || key === series);
  return {
    kind: "choice",
    field: "status",
    negate: false,
    values: wanted.map(({ status }) => status),
    empty: false,
  };
}
