import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TypeChange, ValueChange } from "../../../shared/features/stock-value/value-history.ts";
import { exactSum } from "../../../shared/inventory/currency.ts";
import { formatDay } from "../../base/format.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, LOCAL_HISTORY } from "../../host/query-client.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { FIRST_ROWS, useFirstRows } from "../../inventory/report/use-first-rows.tsx";
import { formatMoney } from "../../inventory/units/money.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { CARD_TITLES, CHANGE, changedSince, signed, STOCK_VALUE, BARS } from "./messages.ts";

const changeQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, LOCAL_HISTORY, connectionId, "value change"],
    queryFn: () => unwrap(host.queryValueChange({ connectionId })),
  });

/** The change of a type's value, or of the sum over all types. */
interface Change extends Pick<ValueChange, "before" | "now" | "byPrice"> {
  /** The type; null for the sum. */
  readonly type: { readonly id: string; readonly name: string } | null;
}

/** The card with the change since the last observed day, separated into quantity and price. */
export function ChangeCard({ currency }: { readonly currency: string }) {
  const { data, error } = useQuery(changeQuery(useConnectionApi()));
  const changes = useMemo(() => data && changesIn(data, currency), [data, currency]);
  const columns = useMemo(() => columnsIn(currency), [currency]);
  const table = useMemo(
    () =>
      changes
        ? {
            columns: [
              CHANGE.type,
              CHANGE.id,
              ...AMOUNTS.map(({ key }) => STOCK_VALUE.inCurrency({ label: CHANGE[key], currency })),
            ],
            rows: changes.map((change) => [
              change.type?.name ?? CHANGE.all,
              change.type?.id ?? "",
              ...AMOUNTS.map(({ of }) => ({ amount: exactSum(of(change), currency), currency })),
            ]),
          }
        : null,
    [changes, currency],
  );
  useCardTable("change", table);
  const types = (changes?.length ?? 1) - 1;
  // The first row is the sum, so one row more is shown.
  const { shown, button } = useFirstRows(changes, BARS.showAllTypes({ types }), FIRST_ROWS + 1);
  return (
    <Card title={CARD_TITLES.change} wide error={error}>
      {data?.since === null && <p className="sd-note">{CHANGE.none}</p>}
      {data && data.since !== null && shown && (
        <>
          <p className="sd-note">{changedSince(formatDay(`${data.since}T12:00:00`), types)}</p>
          <DataTable
            label={CARD_TITLES.change}
            columns={columns}
            rows={shown}
            keyOf={({ type }) => type?.id ?? ""}
          />
          {button}
        </>
      )}
    </Card>
  );
}

const AMOUNTS = [
  { key: "before", of: ({ before }: Change) => before },
  { key: "quantity", of: ({ before, now, byPrice }: Change) => now - before - byPrice },
  { key: "price", of: ({ byPrice }: Change) => byPrice },
  { key: "now", of: ({ now }: Change) => now },
] as const;

function columnsIn(currency: string): readonly DataColumn<Change>[] {
  return [
    {
      key: "type",
      heading: CHANGE.type,
      renderCell: ({ type }) =>
        type ? <RecordLink resource="types" id={type.id} name={type.name} /> : <strong>{CHANGE.all}</strong>,
    },
    ...AMOUNTS.map(({ key, of }): DataColumn<Change> => ({
      key,
      heading: CHANGE[key],
      isNumber: true,
      renderCell: (change) => {
        const amount = exactSum(of(change), currency);
        return key === "quantity" || key === "price"
          ? signed(amount, (size) => formatMoney(size, currency))
          : formatMoney(amount, currency);
      },
    })),
  ];
}

/** Lists the sum first, then the types whose change of quantity or price is largest. */
function changesIn(
  { totals, types }: { readonly totals: readonly ValueChange[]; readonly types: readonly TypeChange[] },
  currency: string,
): readonly Change[] {
  const whole = totals.find((one) => one.currency === currency) ?? { before: 0, now: 0, byPrice: 0 };
  const changed = types
    .filter((one) => one.currency === currency)
    .map(({ typeId, name, before, now, byPrice }): Change => ({
      type: { id: typeId, name: name ?? typeId },
      before,
      now,
      byPrice,
    }))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return [{ ...whole, type: null }, ...changed];
}

const sizeOf = ({ before, now, byPrice }: Change): number =>
  Math.max(Math.abs(now - before), Math.abs(byPrice));
