import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { StockDay } from "../../../shared/features/history/history.ts";
import type { ValueDay } from "../../../shared/features/stock-value/value-history.ts";
import { DAILY_DAYS } from "../../../shared/inventory/stock.ts";
import { unitOf, type Units } from "../../../shared/inventory/units.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { formatDay } from "../../base/format.ts";
import { useToday } from "../../base/use-today.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { stockHistoryQuery } from "../../inventory/figures/figure-queries.ts";
import { counted, measuredIn, type Measure, type Measured } from "../../inventory/figures/measures.ts";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { convertUnit, shownUnit } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import type { Point, Series } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { LineChart } from "../../ui/chart/line-chart.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { moneyTable, useCardTable, type CardTable } from "../../inventory/report/card-tables.ts";
import { CARD_MEASURES, money, useCardMeasure } from "./card-measure.tsx";
import { CARD_TITLES, HISTORY, RANGES, SERIES, STOCK } from "./messages.ts";
import { valueHistoryQuery } from "../stock-value/public.ts";
import { measuredHeading } from "../../inventory/figures/messages.ts";

const STATUS_SERIES: readonly (Series & { readonly key: "available" | "checkedOut" })[] = [
  { key: "available", label: SERIES.available, tone: "accent" },
  { key: "checkedOut", label: SERIES.checkedOut, tone: "warn" },
];

/** The numbers of one day; null if they are unknown. */
interface ObservedDay {
  readonly day: string;
  readonly available: number | null;
  readonly checkedOut: number | null;
}

function daysStock({ day, statuses }: StockDay, by: Measure): ObservedDay {
  const of = (status: "available" | "checked_out"): number | null => statuses[status]?.[by] ?? null;
  return { day, available: of("available"), checkedOut: of("checked_out") };
}

function daysValue({ day, currencies }: ValueDay, currency: string | null): ObservedDay {
  const known = currencies.find((one) => one.currency === currency);
  return { day, available: known?.available ?? null, checkedOut: known?.checkedOut ?? null };
}

type Range = keyof typeof RANGES;

interface RangeSelectProps {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

function RangeSelect({ range, onChange }: RangeSelectProps) {
  return (
    <Select
      size="xs"
      w={96}
      aria-label={HISTORY.range}
      allowDeselect={false}
      value={range}
      onChange={(value) => value && onChange(value)}
      data={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: RANGES[value] }))}
    />
  );
}

/** The card with the stock of each day, for all items or one material type. A day without a refresh is a gap. */
export function HistoryCard() {
  const [type, setType] = useState<string | null>(null);
  const [range, setRange] = useState<Range>("30");
  const ofAll = useCardMeasure(["items", "value"]);
  const api = useConnectionApi();
  // The currencies of a type are needed before the user can choose its value.
  const values = useEarlyQuery({
    ...valueHistoryQuery(api, type, Number(range)),
    enabled: type !== null || ofAll.by === "value",
  });
  const ofType = useCardMeasure(
    CARD_MEASURES,
    values.data?.at(-1)?.currencies.map(({ currency }) => currency),
  );
  const navigate = useNavigate();
  const units = useUnits();
  const today = useToday();
  // The lengths and weights of several material types have no common sum.
  const { by, currency, controls } = type === null ? ofAll : ofType;
  const stock = useEarlyQuery(stockHistoryQuery(api, "types", type, Number(range)));
  const data = useMemo(
    () =>
      by === "value"
        ? values.data?.map((day) => daysValue(day, currency))
        : stock.data?.map((day) => daysStock(day, by)),
    [by, currency, values.data, stock.data],
  );
  const points = useMemo(
    () =>
      data
      && historyPoints(data, today, (value) =>
        by === "value" ? money(value, currency) : asShown(value, by, type, units),
      ),
    [data, today, by, currency, type, units],
  );
  const table = useMemo(
    () => (points ? sheetOf(points, (label) => headingOf(label, by, currency, type, units), currency) : null),
    [points, by, currency, type, units],
  );
  useCardTable("history", table);
  const open = (day: string): void => {
    const [from, until] = [startOfLocalDay(day), startOfLocalDay(day, 1)].map((date) => date.toISOString());
    if (from && until) void navigate({ to: "/activity", search: { from, until } });
  };
  return (
    <Card
      title={CARD_TITLES.history}
      wide
      error={stock.error ?? values.error}
      controls={
        <>
          <TypeSelect
            label={HISTORY.type}
            isCompact
            placeholder={HISTORY.allTypes}
            nothingFound={HISTORY.noType}
            value={type}
            onPick={setType}
            onClear={{ label: HISTORY.allTypes, act: () => setType(null) }}
          />
          {controls}
          <RangeSelect range={range} onChange={setRange} />
        </>
      }
    >
      {points?.length === 0 ? (
        <p className="sd-note">{HISTORY.none}</p>
      ) : (
        <LineChart
          name={CARD_TITLES.history}
          heading={HISTORY.heading}
          description={data ? HISTORY.description({ observed: data.length, days: points?.length ?? 0 }) : ""}
          series={STATUS_SERIES}
          points={points ?? null}
          onOpen={open}
        />
      )}
    </Card>
  );
}

/**
 * Makes one point for each day, from the first observed day to today. If the span is longer than `DAILY_DAYS`, there is
 * one point for each kept day.
 */
export function historyPoints(
  days: readonly ObservedDay[],
  today: string,
  read: (value: number) => Measured,
): readonly Point[] {
  const observed = new Map(days.map((day) => [day.day, day]));
  const [first] = days;
  const daily = localDay(startOfLocalDay(today, -DAILY_DAYS));
  const wanted = first ? daysFrom(first.day, today).filter((day) => day >= daily || observed.has(day)) : [];
  return wanted.map((day) => pointOf(day, observed.get(day), read));
}

function pointOf(day: string, observed: ObservedDay | undefined, read: (value: number) => Measured): Point {
  const values = STATUS_SERIES.map(({ key }) => {
    const value = observed?.[key] ?? null;
    return value === null ? null : { series: key, ...read(value) };
  });
  return { key: day, label: formatDay(`${day}T12:00:00`), values };
}

function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = localDay(startOfLocalDay(day, 1))) days.push(day);
  return days;
}

/** A number of one material type, converted to its display unit. */
function asShown(value: number, by: Measure, type: string | null, units: Units): Measured {
  if (by === "items") return counted(value);
  const sent = unitOf(units, by, type);
  const unit = shownUnit(units, by, sent);
  return measuredIn(sent !== null && unit !== null ? convertUnit(value, sent, unit) : value, unit);
}

/** The table of the card for a workbook. */
function sheetOf(
  points: readonly Point[],
  heading: (label: string) => string,
  currency: string | null,
): CardTable {
  const series = STATUS_SERIES.map((one) => ({ ...one, label: heading(one.label) }));
  const chart = chartTable({ heading: HISTORY.heading, series, points });
  return currency === null ? chart : moneyTable(chart, currency);
}

/** The heading of a column in a workbook, with its unit or currency. */
function headingOf(
  label: string,
  by: Measure | "value",
  currency: string | null,
  type: string | null,
  units: Units,
): string {
  if (by === "value") return STOCK.valueHeading({ label, currency: currency ?? "" });
  const unit = by === "items" ? null : shownUnit(units, by, unitOf(units, by, type));
  return measuredHeading(label, by, unit);
}
