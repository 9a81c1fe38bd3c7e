import { Anchor, Group } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { z } from "zod";
import { parseJson } from "../../../shared/base/text/json.ts";
import { exactSum } from "../../../shared/inventory/currency.ts";
import { formatCount, formatPercent } from "../../base/format.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { classify, DEFAULT_LIMITS, summariseClasses, type AbcLimits, type AbcSummary } from "./abc.ts";
import { ABC, CARD_TITLES, STOCK_VALUE } from "./messages.ts";
import { useValuesBy } from "./stock-value.ts";

const NAME = "abc-limits";
const limitsSchema = z.strictObject({ a: z.number().min(1).max(99), b: z.number().min(0).max(99) });

const limitsQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: ["layout", NAME, connectionId],
    queryFn: async (): Promise<AbcLimits> => {
      const saved = parseJson(await unwrap(host.loadUiState({ connectionId, name: NAME })));
      return limitsSchema.safeParse(saved).data ?? DEFAULT_LIMITS;
    },
  });

/** The limits of the classes in the open connection, and a function that changes them. */
function useLimits(): readonly [AbcLimits, (next: AbcLimits) => void] {
  const api = useConnectionApi();
  const client = useQueryClient();
  const query = limitsQuery(api);
  const { data } = useQuery(query);
  const save = (next: AbcLimits): void => {
    if (!limitsSchema.safeParse(next).success) return;
    client.setQueryData(query.queryKey, next);
    const { host, connectionId } = api;
    void succeeds(host.saveUiState({ connectionId, name: NAME, value: JSON.stringify(next) }));
  };
  return [data ?? DEFAULT_LIMITS, save];
}

/**
 * The card with classes of material types by value: few types have most of the value. A click on a class opens its
 * types.
 */
export function AbcCard({ currency }: { readonly currency: string }) {
  const [limits, setLimits] = useLimits();
  const { groups, error } = useValuesBy("materialTypeId", currency);
  const classified = useMemo(() => {
    const types = groups?.flatMap(({ value: id, name, sum }) =>
      id === null ? [] : [{ id, name: name ?? id, value: sum }],
    );
    return types && classify(types, limits);
  }, [groups, limits]);
  const classes = useMemo(() => classified && summariseClasses(classified), [classified]);
  const table = useMemo(
    () =>
      classified
        ? {
            columns: [
              ABC.type,
              ABC.id,
              STOCK_VALUE.amountHeading({ currency }),
              ABC.share,
              ABC.cumulative,
              ABC.class,
            ],
            rows: classified.map(({ id, name, value, share, cumulative, abc }) => [
              name,
              id,
              { amount: value, currency },
              share,
              cumulative,
              abc,
            ]),
          }
        : null,
    [classified, currency],
  );
  useCardTable("abc", table);
  const percent = (label: string, key: keyof AbcLimits) => (
    <NumberField
      size="xs"
      w={84}
      aria-label={label}
      leftSection={key.toUpperCase()}
      rightSection="%"
      min={key === "a" ? 1 : 0}
      max={99}
      value={limits[key]}
      onChange={(value) => value !== null && setLimits({ ...limits, [key]: value })}
    />
  );
  return (
    <Card
      title={CARD_TITLES.abc}
      error={error}
      controls={
        <Group gap={8}>
          {percent(ABC.limitOfA, "a")}
          {percent(ABC.limitOfB, "b")}
        </Group>
      }
    >
      {classes && <ClassTable classes={classes} currency={currency} />}
      <p className="sd-note">{ABC.note}</p>
    </Card>
  );
}

interface ClassTableProps {
  readonly classes: readonly AbcSummary[];
  readonly currency: string;
}

function ClassTable({ classes, currency }: ClassTableProps) {
  const show = useShowRows();
  return (
    <DataTable
      label={CARD_TITLES.abc}
      rows={classes}
      keyOf={({ abc }) => abc}
      columns={[
        { key: "class", heading: ABC.class, renderCell: ({ abc }) => abc },
        {
          key: "types",
          heading: ABC.types,
          isNumber: true,
          renderCell: ({ abc, types, min, max }) => (
            <Anchor
              component="button"
              size="sm"
              aria-label={ABC.open({ abc, types })}
              onClick={() =>
                show(
                  "types",
                  [
                    {
                      kind: "range",
                      field: "stockValue",
                      min,
                      max,
                      currency: { field: "stockCurrency", value: currency },
                    },
                  ],
                  [{ field: "stockValue", direction: "desc" }],
                )
              }
            >
              {formatCount(types)}
            </Anchor>
          ),
        },
        {
          key: "value",
          heading: ABC.value,
          isNumber: true,
          renderCell: ({ value }) => formatMoney(exactSum(value, currency), currency),
        },
        {
          key: "share",
          heading: ABC.share,
          isNumber: true,
          renderCell: ({ share }) => formatPercent(share),
        },
      ]}
    />
  );
}
