import { UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { BreakdownGroup, Total } from "../../../shared/query/totals.ts";
import { filterOfGroup, parseLevel, type GroupLevel } from "../../../shared/query/group-levels.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Query } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { formatCount, formatNumber } from "../../base/format.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { useShownDay } from "../../host/past-day.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { breakdownQuery } from "../../inventory/figures/figure-queries.ts";
import { counted } from "../../inventory/figures/measures.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { NOT_ADDED, TOTALS } from "../../table/totals/messages.ts";
import { useAddable } from "../../table/totals/use-addable.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { totalsInUnits } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { asNamedView, useChooseView } from "../../table/views/use-views.ts";
import { BarChart } from "../../ui/chart/bar-chart.tsx";
import type { Bar, Series } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable, type CardTable } from "../../inventory/report/card-tables.ts";
import type { ViewCard as ViewCardLayout } from "./layout.ts";
import { COVER, VIEW_CARD, STOCK } from "./messages.ts";
import classes from "./overview.module.css";
import { headingWithUnit } from "../../inventory/figures/messages.ts";

const ROWS: readonly Series[] = [{ key: "rows", label: VIEW_CARD.rows, tone: "accent" }];
/** The most bars that are shown. The table shows all groups. */
const LISTED_BARS = 10;

interface ViewCardProps {
  readonly card: ViewCardLayout;
  /** The view; undefined if it was deleted. */
  readonly view: SavedView | undefined;
}

/** A card that the user made from a saved view: a count, the sum of a column, or a breakdown by a field. */
export function ViewCard({ card, view }: ViewCardProps) {
  if (!view) return <MissingView id={card.id} />;
  const { content } = card;
  if (content.kind === "breakdown") return <BreakdownOfView id={card.id} view={view} by={content.field} />;
  if (content.kind === "sum") return <SumOfView id={card.id} view={view} name={content.field} />;
  return <CountOfView id={card.id} view={view} />;
}

const MISSING = { columns: [VIEW_CARD.missing], rows: [] };

function MissingView({ id }: { readonly id: string }) {
  useCardTable(id, MISSING);
  return (
    <Card title={VIEW_CARD.missing}>
      <p className="sd-note">{VIEW_CARD.missing}</p>
    </Card>
  );
}

/** The title of a card as the panel for editing lists it. */
export function viewCardTitle({ content }: ViewCardLayout, view: SavedView | undefined): string {
  if (!view) return VIEW_CARD.missing;
  if (content.kind === "count") return VIEW_CARD.countTitle({ view: view.name });
  const label = findField(view.resource, parseLevel(content.field).field)?.label ?? content.field;
  return content.kind === "sum"
    ? VIEW_CARD.sumTitle({ field: label, view: view.name })
    : VIEW_CARD.breakdownTitle({ field: label, view: view.name });
}

/** The query of a view, without an order. */
function useQueryOf({ definition }: SavedView) {
  const day = useShownDay();
  return useMemo(() => {
    const { search, filters } = definition;
    return compileQuery({ search, chips: filters, sort: [] }, day);
  }, [definition, day]);
}

interface CountProps {
  readonly id: string;
  readonly view: SavedView;
}

function CountOfView({ id, view }: CountProps) {
  const { data, error } = useEarlyQuery(figureQuery(useConnectionApi(), view.resource, useQueryOf(view), []));
  const rows = data?.groups[0]?.parts[0]?.rows;
  const title = viewCardTitle({ id, viewId: view.id, content: { kind: "count" } }, view);
  const table = useMemo(
    () => (rows === undefined ? null : { columns: [title], rows: [[rows]] }),
    [rows, title],
  );
  useCardTable(id, table);
  return (
    <Card title={title} error={error}>
      <Figure view={view} text={rows === undefined ? null : formatCount(rows)} />
    </Card>
  );
}

interface SumProps extends CountProps {
  readonly name: string;
}

function SumOfView({ id, view, name }: SumProps) {
  const query = useQueryOf(view);
  const field = findField(view.resource, name);
  const { data, error } = useEarlyQuery(figureQuery(useConnectionApi(), view.resource, query, [name]));
  const addable = useAddable(view.resource, field ? [field] : [], query);
  const units = useUnits();
  const sent = data?.groups[0]?.parts[0]?.totals[name];
  const isKnown = sent !== undefined && !addable.isBusy;
  const mayAdd = field === undefined || addable.isAddable(field);
  const title = viewCardTitle({ id, viewId: view.id, content: { kind: "sum", field: name } }, view);
  const totals = useMemo(() => totalsInUnits(units, field ?? {}, sent ?? []), [units, field, sent]);
  const refusal = mayAdd ? null : TOTALS.notAddedUp({ label: field?.label ?? name });
  const table = useMemo(
    () => (isKnown ? sumTable(title, totals, refusal) : null),
    [isKnown, title, totals, refusal],
  );
  useCardTable(id, table);
  const sums = mayAdd ? totals.map((total) => sumText(field, total)) : [];
  const rows = totals.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={title} error={error ?? addable.error}>
      <Figure
        view={view}
        text={isKnown ? sums.join(" + ") || NOT_ADDED : null}
        note={isKnown ? (refusal ?? VIEW_CARD.inRows({ rows })) : ""}
      />
    </Card>
  );
}

const figureQuery = (api: ConnectionApi, resource: Resource, query: Query, fields: readonly string[]) =>
  breakdownQuery(api, resource, query, { by: null, parts: [{ all: [] }], fields: [...fields] });

/** The sheet of a sum. @param refusal the reason if the numbers cannot be added. */
function sumTable(title: string, totals: readonly Total[], refusal: string | null): CardTable {
  const [first, ...others] = totals;
  if (refusal !== null) return { columns: [title], rows: [[refusal]] };
  if (others.length === 0)
    return {
      columns: [headingWithUnit(title, first?.measuredIn ?? null), VIEW_CARD.rows],
      rows: [[first?.sum ?? null, first?.count ?? 0]],
    };
  return {
    columns: [title, COVER.unit, VIEW_CARD.rows],
    rows: totals.map((total) => [total.sum, total.measuredIn, total.count]),
  };
}

interface FigureProps {
  readonly view: SavedView;
  /** The text of the figure; null while it is being computed. */
  readonly text: string | null;
  /** The line of text under the figure. */
  readonly note?: string;
}

/** A number. A click opens the rows of its view. */
function Figure({ view, text, note }: FigureProps) {
  const open = useOpenView(view);
  return (
    <UnstyledButton className={classes.figure} disabled={text === null} onClick={() => open()}>
      <span className={classes.figureValue}>{text ?? "\u00a0"}</span>
      {note !== undefined && <span className={classes.figureChange}>{note || "\u00a0"}</span>}
    </UnstyledButton>
  );
}

interface BreakdownProps {
  readonly id: string;
  readonly view: SavedView;
  /** The id of a level of groups, such as `status` or `updatedAt:month`. */
  readonly by: string;
}

function BreakdownOfView({ id, view, by }: BreakdownProps) {
  const level = useMemo(() => parseLevel(by), [by]);
  const open = useOpenView(view);
  const query = useQueryOf(view);
  const { data, error } = useEarlyQuery(
    breakdownQuery(useConnectionApi(), view.resource, query, { by: level, parts: [{ all: [] }], fields: [] }),
  );
  const bars = useMemo(() => data?.groups.map((group) => barOf(group, level)) ?? null, [data, level]);
  const label = findField(view.resource, level.field)?.label ?? level.field;
  const table = useMemo(
    () => (bars ? chartTable({ heading: label, series: ROWS, bars }) : null),
    [bars, label],
  );
  useCardTable(id, table);
  const title = VIEW_CARD.breakdownTitle({ field: label, view: view.name });
  const [first] = bars ?? [];
  return (
    <Card title={title} error={error}>
      <BarChart
        name={title}
        heading={label}
        description={
          first
            ? STOCK.description({
                groups: bars?.length ?? 0,
                of: "values",
                first: first.label,
                total: first.total,
              })
            : ""
        }
        series={ROWS}
        bars={bars?.slice(0, LISTED_BARS) ?? null}
        reserve={LISTED_BARS}
        onOpen={(key) => open({ level, value: keyValue(key) })}
      />
    </Card>
  );
}

/** Reads the value of a group from the key of its bar. The key is JSON, so that null and "null" differ. */
const keyValue = (key: string): string | null => JSON.parse(key) as string | null;

function barOf({ value, name, parts }: BreakdownGroup, { field }: GroupLevel): Bar {
  const { value: rows, text } = counted(parts[0]?.rows ?? 0);
  return {
    key: JSON.stringify(value),
    label: name ?? (value === null ? "–" : valueLabel(field, value)),
    parts: [{ series: "rows", value: rows, text }],
    total: text,
  };
}

/** Opens a view in its table: all its rows, or the rows of one group. */
function useOpenView(view: SavedView): (within?: { level: GroupLevel; value: string | null }) => void {
  const chooseView = useChooseView();
  const navigate = useNavigate();
  return (within) => {
    const named = asNamedView(view);
    const { definition } = named;
    const filters = within
      ? [...definition.filters, { enabled: true, filter: filterOfGroup(within.level, within.value) }]
      : definition.filters;
    chooseView(view.resource, { ...named, definition: { ...definition, filters } });
    void navigate({ to: `/${view.resource}`, search: {} });
  };
}

const sumText = (field: Field | undefined, { sum, measuredIn }: Total): string =>
  field?.isMoney ? formatMoney(sum, measuredIn) : withUnit(formatNumber(sum), measuredIn ?? "");
