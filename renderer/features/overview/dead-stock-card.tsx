import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { today } from "../../base/clock.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { NOT_ARCHIVED } from "../../inventory/figures/ages.ts";
import { topRowsQuery } from "../../inventory/figures/figure-queries.ts";
import { FIELD_OF_MEASURE } from "../../inventory/figures/measures.ts";
import { moneyOfRow } from "../../inventory/units/money.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { measuredText, showNumber } from "../../inventory/units/in-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable, type CardTable } from "../../inventory/report/card-tables.ts";
import { useCardMeasure } from "./card-measure.tsx";
import { headingWithUnit } from "../../inventory/figures/messages.ts";
import { CARD_TITLES, COVER, DEAD } from "./messages.ts";
import classes from "./overview.module.css";

const DAYS = [30, 90, 180, 365] as const;
const LISTED_ITEMS = 10;
const BY = ["length", "weight", "value"] as const;

/** The card of items in stock without a change for a chosen number of days. The largest items come first. */
export function DeadStockCard() {
  const api = useConnectionApi();
  const show = useShowItems();
  const units = useUnits();
  const [days, setDays] = useState<number>(90);
  const { by, currency, controls } = useCardMeasure(BY);
  const field = by === "value" ? "value" : FIELD_OF_MEASURE[by];
  const filters = useMemo(
    () => [...unchangedFor(days), ...(currency === null ? [] : [valueFilter("valueCurrency", currency)])],
    [days, currency],
  );
  const sort = useMemo(() => [{ field, direction: "desc" as const }], [field]);
  const query = useMemo(
    () =>
      compileQuery(
        { search: "", chips: filters.map((filter) => ({ enabled: true, filter })), sort },
        today(),
      ),
    [filters, sort],
  );
  const { data, error } = useEarlyQuery(topRowsQuery(api, "items", query, LISTED_ITEMS));
  const { sort: _sort, ...counted } = query;
  const count = useEarlyQuery(countQuery(api, "items", counted));
  const rows = data?.rows;
  const column = findField("items", field);
  const label = column?.label ?? field;
  const table = useMemo(
    () => (rows && column ? sheetOf(rows, column, currency, units) : null),
    [rows, column, currency, units],
  );
  useCardTable("deadStock", table);
  return (
    <Card
      title={CARD_TITLES.deadStock}
      wide
      error={error}
      controls={
        <>
          <DaysSelect days={days} onChange={setDays} />
          {controls}
        </>
      }
    >
      {rows?.length === 0 && <p className="sd-note">{DEAD.none}</p>}
      {rows && rows.length > 0 && (
        <>
          <DataTable
            rows={rows}
            keyOf={(row) => String(row["id"])}
            columns={[
              {
                key: "name",
                heading: DEAD.name,
                renderCell: (row) => <RecordLink id={row["id"]} name={row["name"]} />,
              },
              { key: "type", heading: DEAD.type, renderCell: (row) => row["materialTypeName"] ?? "–" },
              {
                key: "number",
                heading: label,
                isNumber: true,
                renderCell: (row) => numberText(row, field, column, units),
              },
              {
                key: "since",
                heading: DEAD.since,
                renderCell: (row) => (
                  <span className={classes.date}>{formatDay(String(row["updatedAt"]))}</span>
                ),
              },
            ]}
          />
          <p className={classes.foot}>
            {count.data && DEAD.count({ items: count.data.total })}{" "}
            <QuietButton onClick={() => show(filters, sort)}>{DEAD.open}</QuietButton>
          </p>
        </>
      )}
    </Card>
  );
}

function numberText(row: Row, name: string, field: Field | undefined, units: Units): string {
  const value = row[name];
  if (typeof value !== "number" || !field) return "–";
  return field.isMoney ? moneyOfRow(field, value, row) : measuredText(units, field, value, row);
}

interface DaysSelectProps {
  readonly days: number;
  readonly onChange: (days: number) => void;
}

function DaysSelect({ days, onChange }: DaysSelectProps) {
  return (
    <Select
      size="xs"
      w={104}
      aria-label={DEAD.days}
      allowDeselect={false}
      value={String(days)}
      onChange={(value) => value && onChange(Number(value))}
      data={DAYS.map((value) => ({ value: String(value), label: DEAD.dayCount({ days: value }) }))}
    />
  );
}

/** The table of the card for a workbook, in the card's units. If the units differ, each row has its own unit. */
function sheetOf(rows: readonly Row[], column: Field, currency: string | null, units: Units): CardTable {
  const numbers = rows.map((row) => {
    const value = row[column.name];
    if (typeof value !== "number") return { cell: null, unit: null };
    if (currency !== null) return { cell: { amount: value, currency }, unit: currency };
    const shown = showNumber(units, { field: column }, value, row);
    return { cell: shown.value, unit: shown.unit === "" ? null : shown.unit };
  });
  const known = new Set(numbers.flatMap(({ cell, unit }) => (cell === null ? [] : [unit])));
  const [unit = null, ...others] = known;
  const isMixed = others.length > 0;
  return {
    columns: [
      DEAD.name,
      DEAD.type,
      isMixed ? column.label : headingWithUnit(column.label, unit),
      ...(isMixed ? [COVER.unit] : []),
      DEAD.since,
    ],
    rows: rows.map((row, at) => [
      row["name"] ?? null,
      row["materialTypeName"] ?? null,
      numbers[at]?.cell ?? null,
      ...(isMixed ? [numbers[at]?.unit ?? null] : []),
      row["updatedAt"] ?? null,
    ]),
  };
}

/** The filters for items in stock that have not changed for `days` days. */
export function unchangedFor(days: number): readonly FieldFilter[] {
  return [{ kind: "relative", field: "updatedAt", op: "olderThan", duration: `P${days}D` }, NOT_ARCHIVED];
}
