import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { StockDay } from "../../../shared/domain/history.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { localDay, startOfLocalDay } from "../../../shared/time/local-day.ts";
import { compileFilter } from "../../../shared/views/compile-view.ts";
import { formatCount } from "../../base/format.ts";
import { useToday } from "../../base/use-today.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { breakdownQuery, stockHistoryQuery } from "../../inventory/figures/figure-queries.ts";
import { useShowItems, valueFilter } from "../../inventory/navigation/use-show-items.ts";
import { Card } from "./card.tsx";
import { useCardTable } from "./card-tables.ts";
import {
  CARD_TITLES,
  changeSince,
  FIGURES,
  NO_EARLIER_FIGURE,
  SINCE_LAST_WEEK,
  SINCE_YESTERDAY,
} from "./messages.ts";
import classes from "./overview.module.css";

interface Figure {
  readonly key: keyof typeof FIGURES;
  /** The filters whose rows it counts, and opens. */
  readonly filters: readonly FieldFilter[];
  /** The same figure on an earlier day. */
  readonly on: (day: StockDay) => number;
}

const itemsOn = ({ statuses }: StockDay, ...wanted: (keyof StockDay["statuses"])[]): number =>
  wanted.reduce((sum, status) => sum + (statuses[status]?.items ?? 0), 0);

const KEY_FIGURES: readonly Figure[] = [
  {
    key: "items",
    filters: [],
    on: (day) => itemsOn(day, "available", "checked_out", "archived", "other"),
  },
  {
    key: "available",
    filters: [valueFilter("status", "available")],
    on: (day) => itemsOn(day, "available"),
  },
  {
    key: "checkedOut",
    filters: [valueFilter("status", "checked_out")],
    on: (day) => itemsOn(day, "checked_out"),
  },
  { key: "archived", filters: [valueFilter("status", "archived")], on: (day) => itemsOn(day, "archived") },
  {
    key: "withoutLocation",
    filters: [
      { kind: "presence", field: "locationId", empty: true },
      { kind: "choice", field: "status", negate: true, values: ["archived"], empty: false },
    ],
    on: (day) => day.withoutLocation ?? 0,
  },
];

/** How many items there are, by status, and how that has changed. Each figure opens its rows. */
export function KeyFigures() {
  const copy = useLocalCopy();
  const show = useShowItems();
  const parts = KEY_FIGURES.map(({ filters }) => ({ all: filters.map((filter) => compileFilter(filter)) }));
  const { data, error } = useQuery(
    breakdownQuery(copy, "items", EVERYTHING, { by: null, parts, fields: [] }),
  );
  const earlier = useEarlierDays();
  const figures = useMemo(
    () =>
      KEY_FIGURES.map((figure, at) => {
        const rows = data?.groups[0]?.parts[at]?.rows ?? 0;
        const since = (day: StockDay | undefined): number | null => (day ? rows - figure.on(day) : null);
        return { ...figure, rows, day: since(earlier.yesterday), week: since(earlier.lastWeek) };
      }),
    [data, earlier.yesterday, earlier.lastWeek],
  );
  const table = useMemo(
    () =>
      data
        ? {
            columns: [CARD_TITLES.figures, FIGURES.items, SINCE_YESTERDAY, SINCE_LAST_WEEK],
            rows: figures.map(({ key, rows, day, week }) => [FIGURES[key], rows, day, week]),
          }
        : null,
    [data, figures],
  );
  useCardTable("figures", table);
  return (
    <Card title={CARD_TITLES.figures} wide error={error}>
      <ul className={classes.figures}>
        {figures.map(({ key, filters, rows, day, week }) => (
          <li key={key}>
            <UnstyledButton className={classes.figure} disabled={!data} onClick={() => show(filters)}>
              <span className={classes.figureLabel}>{FIGURES[key]}</span>
              <span className={classes.figureValue}>{data ? formatCount(rows) : "\u00a0"}</span>
              <Change change={day} when={SINCE_YESTERDAY} isReady={earlier.isReady} />
              <Change change={week} when={SINCE_LAST_WEEK} isReady={earlier.isReady} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ChangeProps {
  readonly change: number | null;
  readonly when: string;
  readonly isReady: boolean;
}

function Change({ change, when, isReady }: ChangeProps) {
  return (
    <span className={classes.figureChange} title={change === null ? NO_EARLIER_FIGURE : undefined}>
      {isReady ? changeSince(change, when) : "\u00a0"}
    </span>
  );
}

/** The stock at the end of yesterday and of the same day last week; undefined where that was not observed. */
function useEarlierDays() {
  const today = useToday();
  const { data } = useQuery(stockHistoryQuery(useLocalCopy(), "types", null, 8));
  const dayBack = (days: number): StockDay | undefined => {
    const wanted = localDay(startOfLocalDay(today, -days));
    return data?.find(({ day }) => day === wanted);
  };
  return { isReady: data !== undefined, yesterday: dayBack(1), lastWeek: dayBack(7) };
}
