import { Select } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Turnover } from "../../../shared/features/stock-value/value-history.ts";
import { exactSum } from "../../../shared/inventory/currency.ts";
import { formatNumber } from "../../base/format.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable, type CardTable } from "../../inventory/report/card-tables.ts";
import { useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { formatMoney } from "../../inventory/units/money.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { CARD_TITLES, TURNOVER, TURNOVER_DAYS, BARS, STOCK_VALUE } from "./messages.ts";

const turnoverQuery = ({ host, connectionId }: ConnectionApi, days: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "turnover", days],
    queryFn: () => unwrap(host.queryTurnover({ connectionId, days })),
  });

type Days = keyof typeof TURNOVER_DAYS;
type SortColumn = "consumed" | "average" | "turnover";

/** The turnover of a type; null if its average value is zero. */
const turnoverOf = ({ consumed, average }: Pick<Turnover, "consumed" | "average">): number | null =>
  average > 0 ? consumed / average : null;

const KEY_OF: Readonly<Record<SortColumn, (type: Turnover) => number | null>> = {
  consumed: ({ consumed }) => consumed,
  average: ({ average }) => average,
  turnover: turnoverOf,
};

/** The card with the turnover of each type: the used value divided by the average value of the observed days. */
export function TurnoverCard({ currency }: { readonly currency: string }) {
  const [days, setDays] = useState<Days>("90");
  const [sort, setSort] = useState<{ column: SortColumn; direction: "asc" | "desc" }>({
    column: "consumed",
    direction: "desc",
  });
  const { data, error } = useQuery(turnoverQuery(useConnectionApi(), Number(days)));
  const types = useMemo(() => data?.types.filter((type) => type.currency === currency), [data, currency]);
  const sorted = useMemo(() => types && sortTypes(types, sort), [types, sort]);
  const { shown, button } = useFirstRows(sorted, BARS.showAllTypes({ types: sorted?.length ?? 0 }));
  const sum = (of: (type: Turnover) => number): number =>
    exactSum(types?.reduce((total, type) => total + of(type), 0) ?? 0, currency);
  const whole = { consumed: sum(({ consumed }) => consumed), average: sum(({ average }) => average) };
  const table = useMemo(() => (sorted ? tableOf(sorted, currency) : null), [sorted, currency]);
  useCardTable("turnover", table);
  const column = (key: SortColumn, renderCell: DataColumn<Turnover>["renderCell"]): DataColumn<Turnover> => ({
    key,
    heading: TURNOVER[key],
    isNumber: true,
    renderCell,
    sort: {
      direction: sort.column === key ? sort.direction : null,
      onSort: () =>
        setSort({
          column: key,
          direction: sort.column === key && sort.direction === "desc" ? "asc" : "desc",
        }),
    },
  });
  return (
    <Card
      title={CARD_TITLES.turnover}
      wide
      error={error}
      controls={<DaysSelect days={days} onChange={setDays} />}
    >
      {sorted?.length === 0 && <p className="sd-note">{TURNOVER.none}</p>}
      {data && shown && shown.length > 0 && (
        <>
          <p className="sd-note">
            {TURNOVER.note({
              used: formatMoney(whole.consumed, currency),
              average: formatMoney(whole.average, currency),
              turnover: turnoverText(turnoverOf(whole)),
              days: data.observedDays,
            })}
          </p>
          <DataTable
            label={CARD_TITLES.turnover}
            rows={shown}
            keyOf={({ typeId }) => typeId}
            columns={[
              {
                key: "type",
                heading: TURNOVER.type,
                renderCell: ({ typeId, name }) => (
                  <RecordLink resource="types" id={typeId} name={name ?? typeId} />
                ),
              },
              column("consumed", ({ consumed }) => formatMoney(consumed, currency)),
              column("average", ({ average }) => formatMoney(average, currency)),
              column("turnover", (type) => turnoverText(turnoverOf(type))),
            ]}
          />
          {button}
        </>
      )}
    </Card>
  );
}

interface DaysSelectProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

function DaysSelect({ days, onChange }: DaysSelectProps) {
  return (
    <Select
      size="xs"
      w={104}
      aria-label={TURNOVER.range}
      allowDeselect={false}
      value={days}
      onChange={(value) => value && onChange(value)}
      data={(Object.keys(TURNOVER_DAYS) as Days[]).map((value) => ({ value, label: TURNOVER_DAYS[value] }))}
    />
  );
}

/** The table of the card for a workbook. */
function tableOf(types: readonly Turnover[], currency: string): CardTable {
  return {
    columns: [
      TURNOVER.type,
      TURNOVER.id,
      STOCK_VALUE.inCurrency({ label: TURNOVER.consumed, currency }),
      STOCK_VALUE.inCurrency({ label: TURNOVER.average, currency }),
      TURNOVER.turnover,
    ],
    rows: types.map((type) => [
      type.name ?? type.typeId,
      type.typeId,
      { amount: type.consumed, currency },
      { amount: type.average, currency },
      turnoverOf(type),
    ]),
  };
}

const turnoverText = (turnover: number | null): string =>
  turnover === null ? "–" : formatNumber(Math.round(turnover * 1_000) / 1_000);

function sortTypes(
  types: readonly Turnover[],
  { column, direction }: { readonly column: SortColumn; readonly direction: "asc" | "desc" },
): readonly Turnover[] {
  const sign = direction === "asc" ? 1 : -1;
  return types.toSorted((a, b) => sign * ((KEY_OF[column](a) ?? 0) - (KEY_OF[column](b) ?? 0)));
}
