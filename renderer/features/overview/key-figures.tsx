import { useMemo } from "react";
import { today } from "../../base/clock.ts";
import { PROBLEMS } from "../../../shared/features/problems/problems.ts";
import type { StockDay } from "../../../shared/features/history/history.ts";
import type { BreakdownRequest } from "../../../shared/query/totals.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatCount } from "../../base/format.ts";
import { useToday } from "../../base/use-today.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { NOT_ARCHIVED } from "../../inventory/figures/ages.ts";
import { breakdownQuery, stockHistoryQuery } from "../../inventory/figures/figure-queries.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { COMPARED_DAYS, earlierDays, FigureButton } from "./figure-button.tsx";
import { CARD_TITLES, FIGURES, FIGURE_TEXTS } from "./messages.ts";
import { ValueFigures } from "./value-figures.tsx";
import classes from "./overview.module.css";

interface Figure {
  readonly key: keyof typeof FIGURES;
  readonly resource: "items" | "types";
  /** The filters for the rows that the figure counts and opens. */
  readonly filters: readonly FieldFilter[];
  /** Reads the figure of an earlier day; null if the figure was not counted then. */
  readonly on: (day: StockDay) => number | null;
}

const itemsOn = ({ statuses }: StockDay, ...wanted: (keyof StockDay["statuses"])[]): number =>
  wanted.reduce((sum, status) => sum + (statuses[status]?.items ?? 0), 0);

const KEY_FIGURES: readonly Figure[] = [
  {
    key: "items",
    resource: "items",
    filters: [],
    on: (day) => itemsOn(day, "available", "checked_out", "archived", "other"),
  },
  {
    key: "available",
    resource: "items",
    filters: [valueFilter("status", "available")],
    on: (day) => itemsOn(day, "available"),
  },
  {
    key: "checkedOut",
    resource: "items",
    filters: [valueFilter("status", "checked_out")],
    on: (day) => itemsOn(day, "checked_out"),
  },
  {
    key: "archived",
    resource: "items",
    filters: [valueFilter("status", "archived")],
    on: (day) => itemsOn(day, "archived"),
  },
  {
    key: "withoutLocation",
    resource: "items",
    filters: [{ kind: "presence", field: "locationId", empty: true }, NOT_ARCHIVED],
    on: (day) => day.withoutLocation ?? 0,
  },
  {
    key: "lowStock",
    resource: "types",
    filters: [valueFilter("stockLevel", "low")],
    on: ({ lowStock }) => lowStock,
  },
  {
    key: "dataProblems",
    resource: "items",
    filters: [{ kind: "presence", field: PROBLEMS.name, empty: false }],
    on: ({ problems }) => problems,
  },
];

/** The present values of the key figures; undefined until all of them are known. */
function useFigures() {
  const api = useConnectionApi();
  const items = useEarlyQuery(breakdownQuery(api, "items", EVERYTHING, requestOf("items")));
  const types = useEarlyQuery(breakdownQuery(api, "types", EVERYTHING, requestOf("types")));
  const { yesterday, lastWeek, isReady } = useEarlierDays();
  const figures = useMemo(() => {
    const known = { items: items.data, types: types.data };
    if (!known.items || !known.types) return undefined;
    return KEY_FIGURES.map((figure) => {
      const parts = known[figure.resource]?.groups[0]?.parts;
      const rows = parts?.[figuresOf(figure.resource).indexOf(figure)]?.rows ?? 0;
      const since = (day: StockDay | undefined): number | null => {
        const then = day ? figure.on(day) : null;
        return then === null ? null : rows - then;
      };
      return { ...figure, rows, day: since(yesterday), week: since(lastWeek) };
    });
  }, [items.data, types.data, yesterday, lastWeek]);
  return { figures, error: items.error ?? types.error, isReady };
}

const figuresOf = (wanted: Figure["resource"]): readonly Figure[] =>
  KEY_FIGURES.filter(({ resource }) => resource === wanted);

function requestOf(resource: Figure["resource"]): BreakdownRequest {
  const parts = figuresOf(resource).map(({ filters }) => ({
    all: filters.map((filter) => compileFilter(filter, today())),
  }));
  return { by: null, parts, fields: [] };
}

/**
 * The card with the numbers of items by status and of low stock. It shows the changes of each figure. A click on a
 * figure opens its rows.
 */
export function KeyFigures() {
  const show = useShowRows();
  const { figures, error, isReady } = useFigures();
  const isPast = usePastDay() !== null;
  // Figures of computed columns are not known for past days.
  const isKnown = ({ key }: Pick<Figure, "key">): boolean => !isPast || !OF_COMPUTED_COLUMNS.has(key);
  const table = useMemo(() => (figures ? sheetOf(figures, isPast) : null), [figures, isPast]);
  useCardTable("figures", table);
  return (
    <Card title={CARD_TITLES.figures} wide error={error}>
      <ul className={classes.figures}>
        {(figures ?? BLANK).filter(isKnown).map(({ key, resource, filters, rows, day, week }) => (
          <FigureButton
            key={key}
            label={FIGURES[key]}
            value={rows === null ? null : formatCount(rows)}
            title={key === "lowStock" ? FIGURE_TEXTS.lowStockHint : undefined}
            day={day}
            week={week}
            isReady={isReady}
            onOpen={() => show(resource, filters)}
          />
        ))}
      </ul>
      {!isPast && <ValueFigures />}
    </Card>
  );
}

const OF_COMPUTED_COLUMNS: ReadonlySet<Figure["key"]> = new Set(["lowStock", "dataProblems"]);

/** The table of the card for a workbook. For a past day it has only the figures of this day. */
function sheetOf(figures: NonNullable<ReturnType<typeof useFigures>["figures"]>, isPast: boolean) {
  if (isPast)
    return {
      columns: [CARD_TITLES.figures, FIGURES.items],
      rows: figures
        .filter(({ key }) => !OF_COMPUTED_COLUMNS.has(key))
        .map(({ key, rows }) => [FIGURES[key], rows]),
    };
  return {
    columns: [CARD_TITLES.figures, FIGURES.items, FIGURE_TEXTS.sinceYesterday, FIGURE_TEXTS.sinceLastWeek],
    rows: figures.map(({ key, rows, day, week }) => [FIGURES[key], rows, day, week]),
  };
}

/** The key figures while they are being counted. */
const BLANK = KEY_FIGURES.map((figure) => ({ ...figure, rows: null, day: null, week: null }));

/**
 * The stock at the end of yesterday, and of the same weekday last week. It is undefined if the day was not observed.
 */
function useEarlierDays() {
  const today = useToday();
  const { data } = useEarlyQuery(stockHistoryQuery(useConnectionApi(), "types", null, COMPARED_DAYS));
  return { isReady: data !== undefined, ...earlierDays(data, today) };
}
