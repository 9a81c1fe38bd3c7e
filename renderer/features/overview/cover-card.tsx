import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { today } from "../../base/clock.ts";
import { daysOfCover } from "../../../shared/inventory/stock.ts";
import type { Consumption } from "../../../shared/features/history/history.ts";
import { unitOf, type Units } from "../../../shared/inventory/units.ts";
import type { Breakdown } from "../../../shared/query/totals.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { useConnectionApi, useConnectionId } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { breakdownQuery, consumptionQuery } from "../../inventory/figures/figure-queries.ts";
import { FIELD_OF_MEASURE, measuredIn, type Measured } from "../../inventory/figures/measures.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { convertUnit, shownUnit } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { useCardMeasure } from "./card-measure.tsx";
import { CARD_TITLES, COVER, coverText, observedDays } from "./messages.ts";
import classes from "./overview.module.css";

/** The number of days over which consumption is averaged. */
const DAYS = 30;
const LISTED_TYPES = 10;
type By = "length" | "weight";

const STOCK: FieldFilter = {
  kind: "choice",
  field: "status",
  negate: false,
  values: ["available", "checked_out"],
  empty: false,
};
const IN_STOCK = compileFilter(STOCK, today());

/** A material type that is in stock or was used. */
interface Cover {
  readonly typeId: string;
  readonly name: string;
  readonly stock: Measured;
  readonly perDay: Measured;
  /** The unit of `stock` and `perDay`; null if the unit is unknown. */
  readonly unit: string | null;
  /** The days for which the stock lasts; null if nothing was used. */
  readonly days: number | null;
}

/** The card with the use of each material type, and how long its stock lasts. The first type to run out comes first. */
export function CoverCard() {
  const api = useConnectionApi();
  const units = useUnits();
  const { by, controls } = useCardMeasure<By>(["length", "weight"]);
  const consumption = useEarlyQuery(consumptionQuery(api, DAYS));
  const stock = useEarlyQuery(
    breakdownQuery(api, "items", EVERYTHING, {
      by: { field: "materialTypeId" },
      parts: [IN_STOCK],
      fields: [FIELD_OF_MEASURE[by]],
    }),
  );
  const covers = useMemo(
    () => (consumption.data && stock.data ? coverOf(consumption.data, stock.data, by, units) : null),
    [consumption.data, stock.data, by, units],
  );
  const table = useMemo(
    () =>
      covers && {
        columns: [COVER.type, COVER.stock, COVER.perDay, COVER.unit, COVER.days],
        rows: covers.map(({ name, stock: held, perDay, unit, days }) => [
          name,
          held.value,
          perDay.value,
          unit,
          days,
        ]),
      },
    [covers],
  );
  useCardTable("cover", table);
  const isUsed = covers?.some(({ days }) => days !== null) ?? false;
  return (
    <Card title={CARD_TITLES.cover} error={consumption.error ?? stock.error} controls={controls}>
      {covers && !isUsed && <p className="sd-note">{COVER.none}</p>}
      {covers && isUsed && <CoverTable covers={covers.slice(0, LISTED_TYPES)} />}
      {consumption.data && <p className={classes.foot}>{observedDays(consumption.data.observedDays)}</p>}
    </Card>
  );
}

function CoverTable({ covers }: { readonly covers: readonly Cover[] }) {
  const show = useShowItems();
  const connection = useConnectionId();
  return (
    <DataTable
      rows={covers}
      keyOf={({ typeId }) => typeId}
      columns={[
        {
          key: "type",
          heading: COVER.type,
          renderCell: ({ typeId, name }) => (
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link {...props} to="/types/$id" params={{ id: typeId }} search={{ connection }} />
              )}
            >
              {name}
            </Anchor>
          ),
        },
        {
          key: "stock",
          heading: COVER.stock,
          isNumber: true,
          renderCell: ({ typeId, name, stock: held }) => (
            <QuietButton
              aria-label={COVER.stockOf({ type: name, stock: held.text })}
              onClick={() => show([valueFilter("materialTypeId", typeId), STOCK])}
            >
              {held.text}
            </QuietButton>
          ),
        },
        {
          key: "perDay",
          heading: COVER.perDay,
          isNumber: true,
          renderCell: ({ perDay, days }) => (days === null ? coverText(null) : perDay.text),
        },
        { key: "days", heading: COVER.days, isNumber: true, renderCell: ({ days }) => coverText(days) },
      ]}
    />
  );
}

/** Lists the material types in stock or use. The first type to run out is first; types without use are last. */
export function coverOf(
  { types, observedDays: days }: Consumption,
  { groups }: Breakdown,
  by: By,
  units: Units,
): readonly Cover[] {
  const groupOf = new Map(groups.map((group) => [group.value, group]));
  const usedOf = new Map(types.map((used) => [used.typeId, used]));
  const covers = [...new Set([...usedOf.keys(), ...groupOf.keys()])].flatMap((typeId): readonly Cover[] => {
    if (typeId === null) return [];
    const group = groupOf.get(typeId);
    const used = usedOf.get(typeId);
    const consumed = used?.[by] ?? 0;
    // Consumption and stock belong to the same material type, so both have the same unit.
    const held = group?.parts[0]?.totals[FIELD_OF_MEASURE[by]]?.[0]?.sum ?? 0;
    if (consumed <= 0 && held <= 0) return [];
    const sent = unitOf(units, by, typeId);
    const unit = shownUnit(units, by, sent);
    const show = (value: number): Measured =>
      measuredIn(sent !== null && unit !== null ? convertUnit(value, sent, unit) : value, unit);
    return [
      {
        typeId,
        // A type that was used up may have no item any more. Then it has no group either.
        name: group?.name ?? used?.name ?? typeId,
        stock: show(held),
        perDay: show(consumed / Math.max(1, days)),
        unit,
        days: daysOfCover(held, consumed, days),
      },
    ];
  });
  return covers.toSorted((left, right) => (left.days ?? Infinity) - (right.days ?? Infinity) || 0);
}
