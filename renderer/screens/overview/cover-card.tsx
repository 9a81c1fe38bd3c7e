import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { daysOfCover } from "../../../shared/domain/stock.ts";
import { type Consumption } from "../../../shared/domain/history.ts";
import { unitOf, type Units } from "../../../shared/domain/units.ts";
import type { Breakdown } from "../../../shared/query/breakdown.ts";
import { EVERYTHING, type Filter } from "../../../shared/query/query.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { breakdownQuery, consumptionQuery } from "../../inventory/figures/figure-queries.ts";
import { FIELD_OF_MEASURE, measuredIn } from "../../inventory/figures/measures.ts";
import { convertUnit, shownUnit } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { Card } from "./card.tsx";
import { useCardTable } from "./card-tables.ts";
import { MeasureChoice } from "./measure-choice.tsx";
import { CARD_TITLES, COVER, coverText, observedDays } from "./messages.ts";
import classes from "./overview.module.css";

/** The days over which consumption is averaged. */
const DAYS = 30;
const LISTED = 10;
type By = "length" | "weight";

const IN_STOCK: Filter = { field: "status", op: "in", value: ["available", "checked_out"] };

/** A material type that is used. */
interface Cover {
  readonly typeId: string;
  readonly name: string;
  readonly stock: string;
  readonly perDay: string;
  readonly days: number | null;
}

/** What is used of each material type, and how long its stock lasts at that rate; what runs out first comes first. */
export function CoverCard() {
  const copy = useLocalCopy();
  const units = useUnits();
  const [by, setBy] = useState<By>("length");
  const consumption = useQuery(consumptionQuery(copy, DAYS));
  const stock = useQuery(
    breakdownQuery(copy, "items", EVERYTHING, {
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
        columns: [COVER.type, COVER.stock, COVER.perDay, COVER.days],
        rows: covers.map(({ name, stock: held, perDay, days }) => [name, held, perDay, days]),
      },
    [covers],
  );
  useCardTable("cover", table);
  return (
    <Card
      title={CARD_TITLES.cover}
      error={consumption.error ?? stock.error}
      controls={<MeasureChoice value={by} onChange={setBy} among={["length", "weight"]} />}
    >
      {covers?.length === 0 && <p className="sd-note">{COVER.none}</p>}
      {covers && covers.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{COVER.type}</th>
              <th scope="col" data-number>
                {COVER.stock}
              </th>
              <th scope="col" data-number>
                {COVER.perDay}
              </th>
              <th scope="col" data-number>
                {COVER.days}
              </th>
            </tr>
          </thead>
          <tbody>
            {covers.slice(0, LISTED).map(({ typeId, name, stock: held, perDay, days }) => (
              <tr key={typeId}>
                <th scope="row">
                  <Anchor
                    inherit
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/types/$id"
                        params={{ id: typeId }}
                        search={{ profile: copy.profileId }}
                      />
                    )}
                  >
                    {name}
                  </Anchor>
                </th>
                <td data-number>{held}</td>
                <td data-number>{perDay}</td>
                <td data-number>{coverText(days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {consumption.data && <p className={classes.foot}>{observedDays(consumption.data.observedDays)}</p>}
    </Card>
  );
}

/** The material types of which something was used, the one that runs out first at the top. */
export function coverOf(
  { types, observedDays: days }: Consumption,
  { groups }: Breakdown,
  by: By,
  units: Units,
): readonly Cover[] {
  const byType = new Map(groups.map((group) => [group.value, group]));
  const covers = types.flatMap((used): readonly Cover[] => {
    const group = byType.get(used.typeId);
    const consumed = used[by];
    if (consumed <= 0) return [];
    // Both are of one material type, and so in one unit.
    const held = group?.parts[0]?.totals[FIELD_OF_MEASURE[by]]?.[0]?.sum ?? 0;
    const show = (value: number): string => shown(value, used.typeId, by, units);
    return [
      {
        typeId: used.typeId,
        name: group?.name ?? used.typeId,
        stock: show(held),
        perDay: show(consumed / Math.max(1, days)),
        days: daysOfCover(held, consumed, days),
      },
    ];
  });
  return covers.toSorted((left, right) => (left.days ?? 0) - (right.days ?? 0));
}

function shown(value: number, typeId: string, by: By, units: Units): string {
  const sent = unitOf(units, by, typeId);
  const unit = shownUnit(units, by, sent);
  return measuredIn(sent !== null && unit !== null ? convertUnit(value, sent, unit) : value, unit).text;
}
