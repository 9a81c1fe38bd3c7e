import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { headingInUnits } from "../../../shared/features/exports/export-formats.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { formatDay, formatNumber } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { RecordLink } from "../../table/navigation/record-link.tsx";
import { NOT_ARCHIVED } from "../../table/figures/ages.ts";
import { topRowsQuery } from "../../table/figures/figure-queries.ts";
import { FIELD_OF_MEASURE } from "../../table/figures/measures.ts";
import { moneyOfRow } from "../../table/units/money.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { countQuery } from "../../table/query/result-queries.ts";
import { withUnit, showNumber } from "../../table/units/in-units.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Card } from "../../table/report/card.tsx";
import { useCardTable } from "../../table/report/card-tables.ts";
import { useCardMeasure } from "./card-measure.tsx";
import { headingWithUnit } from "../../table/figures/messages.ts";
import { CARD_TITLES, daysLabel, DEAD, deadCount, OPEN_THEM } from "./messages.ts";
import classes from "./overview.module.css";

const DAYS = [30, 90, 180, 365] as const;
const LISTED_ITEMS = 10;
const BY = ["length", "weight", "value"] as const;

/** Items in stock without a change for a chosen number of days, the largest first. */
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
    () => compileQuery({ search: "", chips: filters.map((filter) => ({ enabled: true, filter })), sort }),
    [filters, sort],
  );
  const { data, error } = useEarlyQuery(topRowsQuery(api, "items", query, LISTED_ITEMS));
  const { sort: _sort, ...counted } = query;
  const count = useEarlyQuery(countQuery(api, "items", counted));
  const rows = data?.rows;
  const column = findField("items", field);
  const label = column?.label ?? field;
  const heading =
    currency === null ? headingInUnits(label, "items", field, units) : headingWithUnit(label, currency);
  const table = useMemo(
    () =>
      rows
        ? {
            columns: [DEAD.name, DEAD.type, heading, DEAD.since],
            rows: rows.map((row) =>
              [row["name"], row["materialTypeName"], amountOf(row[field], currency), row["updatedAt"]].map(
                (cell) => cell ?? null,
              ),
            ),
          }
        : null,
    [rows, heading, field, currency],
  );
  useCardTable("deadStock", table);
  const numberOf = (row: NonNullable<typeof rows>[number]): string => {
    const value = row[field];
    if (typeof value !== "number" || !column) return "–";
    if (column.isMoney) return moneyOfRow(column, value, row);
    const number = showNumber(units, { field: column }, value, row);
    return withUnit(formatNumber(number.value), number.unit);
  };
  return (
    <Card
      title={CARD_TITLES.deadStock}
      wide
      error={error}
      controls={
        <>
          <Select
            size="xs"
            w={104}
            aria-label={DEAD.days}
            allowDeselect={false}
            value={String(days)}
            onChange={(value) => value && setDays(Number(value))}
            data={DAYS.map((value) => ({ value: String(value), label: daysLabel(value) }))}
          />
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
              { key: "number", heading: label, isNumber: true, renderCell: numberOf },
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
            {count.data && deadCount(count.data.total)}{" "}
            <QuietButton onClick={() => show(filters, sort)}>{OPEN_THEM}</QuietButton>
          </p>
        </>
      )}
    </Card>
  );
}

/** A number for the exported table; an amount of money if it has a currency. */
const amountOf = (value: string | number | null | undefined, currency: string | null) =>
  typeof value === "number" && currency !== null ? { amount: value, currency } : value;

/** The filters for items in stock without a change for `days` days. */
export function unchangedFor(days: number): readonly FieldFilter[] {
  return [{ kind: "relative", field: "updatedAt", op: "olderThan", duration: `P${days}D` }, NOT_ARCHIVED];
}
