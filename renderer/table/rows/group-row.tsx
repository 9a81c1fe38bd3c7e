import { useQuery } from "@tanstack/react-query";
import { today } from "../../base/clock.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import {
  filterOfGroup,
  levelId,
  type GroupLevel,
  type GroupPath,
} from "../../../shared/query/group-levels.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Total, Totals } from "../../../shared/query/totals.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatAligned, formatNumber, formatCount } from "../../base/format.ts";
import { totalsQuery } from "../../inventory/records/record-queries.ts";
import type { Decimals } from "../../grid/decimals.ts";
import { groupFigures, toggleGroup, ROWS } from "./messages.ts";
import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import { groupLabel } from "../grouping/messages.ts";
import { SELECTOR } from "../../grid/grid-keys.ts";
import classes from "./group-row.module.css";
import rows from "../../grid/grid.module.css";
import { widthOf } from "../../grid/sizes.ts";
import type { PlacedColumn } from "../columns/column-layout.ts";
import { totalsInUnits } from "../../inventory/units/shown-units.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { isAddable, useUnits } from "../../inventory/units/unit-queries.ts";
import { RECORDS } from "../../inventory/labels/messages.ts";

/** The query for the rows of a group, without an order. */
export function queryOfGroup(
  { sort: _sort, ...query }: Query,
  levels: readonly GroupLevel[],
  path: GroupPath,
): Query {
  const within = path.flatMap((value, at): readonly Filter[] => {
    const level = levels[at];
    return level ? [compileFilter(filterOfGroup(level, value), today())] : [];
  });
  return { ...query, filter: { all: [...(query.filter ? [query.filter] : []), ...within] } };
}

/**
 * The totals of a group's number columns; undefined until they are loaded. @param query the query for the group's rows.
 */
function useGroupTotals(
  resource: Resource,
  query: Query,
  fields: readonly string[],
  wanted: boolean,
): Totals | undefined {
  return useQuery({
    ...totalsQuery(useConnectionApi(), resource, query, fields),
    enabled: wanted && fields.length > 0,
  }).data;
}

/** The number of decimals of sums while no row is visible. */
const USUAL_DECIMALS = 2;

/** The sum of a group's numbers, for its cell and its tooltip. There is one sum for each unit. */
export function sumLabel(
  { name, label, measuredIn, isMoney }: Field,
  totals: readonly Total[] = [],
  decimals: Decimals,
): { readonly text: string; readonly title: string | undefined } {
  if (totals.length === 0) return { text: "", title: undefined };
  const measured = totals.toSorted((left, right) => right.count - left.count);
  if (isMoney)
    return {
      text: measured.map(({ sum, measuredIn: currency }) => formatMoney(sum, currency)).join(" + "),
      title: measured
        .map((total) => groupFigures(label, total, (amount) => formatMoney(amount, total.measuredIn)))
        .join("\n"),
    };
  // If all numbers have the unit that the user set, the heading of the column shows this unit.
  const isStated = measuredIn !== undefined || totals.length > 1;
  const unit = (total: Total): string =>
    isStated || total.measuredIn !== null ? ` ${total.measuredIn ?? "?"}` : "";
  return {
    text: isStated
      ? measured.map((total) => `${formatNumber(total.sum)}${unit(total)}`).join(" + ")
      : measured.map(({ sum }) => formatAligned(sum, decimals[name] ?? USUAL_DECIMALS)).join(""),
    title: measured.map((total) => groupFigures(`${label}${unit(total)}`, total, formatNumber)).join("\n"),
  };
}

interface Props {
  readonly resource: Resource;
  readonly query: Query;
  readonly levels: readonly GroupLevel[];
  readonly index: number;
  readonly top: number;
  readonly line: GroupLine;
  readonly columns: readonly PlacedColumn[];
  /** The column that has the tab stop; null if the tab stop is in another row. */
  readonly activeColumn: number | null;
  /** True during a scroll. Meanwhile the row requests no totals. */
  readonly passing: boolean;
  readonly decimals: Decimals;
}

/** The number of CSS grid lines before the first column: the first line, and the line of the checkbox column. */
const BEFORE_COLUMNS = 2;

const widthOfFirst = (columns: number): string =>
  `calc(${Array.from({ length: columns }, (_, at) => widthOf(at)).join(" + ")})`;

/**
 * The heading of a group: the value that its rows share, the number of its rows, and the sums of the number columns.
 */
export const GroupRow = memo(function GroupRow({
  resource,
  query,
  levels,
  index,
  top,
  line: { group },
  columns,
  activeColumn,
  passing,
  decimals,
}: Props) {
  const units = useUnits();
  const level = levels[group.level];
  const within = queryOfGroup(query, levels, group.path);
  const added = columns.flatMap(({ spec: { field } }) =>
    field.kind === "number" && isAddable(field, within, units) ? [field.name] : [],
  );
  const totals = useGroupTotals(resource, within, added, !passing);
  if (!level) return null;
  const value = groupLabel(level, group.path.at(-1) ?? null, group.name);
  const firstNumber = columns.findIndex(({ spec }) => spec.field.kind === "number");
  // Totals are in the number columns, so the heading spans the columns before the first number column.
  const span = Math.max(1, firstNumber < 0 ? columns.length : firstNumber);
  const Chevron = group.closed ? IconChevronRight : IconChevronDown;
  // The heading is one cell that spans several columns, so it has the focus if any of these columns has it.
  const column = activeColumn === null || activeColumn === SELECTOR ? 0 : activeColumn;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={group.level + 1}
      aria-expanded={!group.closed}
      aria-posinset={group.place + 1}
      aria-setsize={group.beside}
      className={`${rows.row} ${classes.group}`}
      data-index={index}
      data-active={activeColumn !== null || undefined}
      data-group={levelId(level)}
      style={{ top }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className={`${rows.selector} ${classes.toggle}`}
        data-cell={`${index}:${SELECTOR}`}
        tabIndex={activeColumn === SELECTOR ? 0 : -1}
        aria-label={toggleGroup(group.closed, value)}
      >
        <Chevron size={16} aria-hidden />
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        aria-colspan={span}
        className={classes.heading}
        style={{ maxWidth: widthOfFirst(span), paddingInlineStart: 12 + group.level * 18 }}
        data-cell={`${index}:${column}`}
        tabIndex={activeColumn !== null && activeColumn !== SELECTOR ? 0 : -1}
      >
        <HeadingText resource={resource} level={level} group={group} value={value} />
      </div>
      {columns.map((place, at) => {
        const { spec } = place;
        if (spec.field.kind !== "number" || at < span) return null;
        const { text, title } = isAddable(spec.field, within, units)
          ? sumLabel(
              spec.field,
              totalsInUnits(units, spec.field, totals?.fields[spec.field.name] ?? []),
              decimals,
            )
          : { text: "–", title: ROWS.notAdded({ label: spec.field.label }) };
        return <SumCell key={spec.id} place={place} at={at} text={text} title={title} />;
      })}
    </div>
  );
});

interface HeadingTextProps extends Pick<Props, "resource"> {
  readonly level: GroupLevel;
  readonly group: GroupLine["group"];
  readonly value: string;
}

function HeadingText({ resource, level, group, value }: HeadingTextProps) {
  return (
    <>
      <span className="sd-dimmed">{findField(resource, level.field)?.label}</span>{" "}
      <strong className={classes.value} title={group.path.at(-1) ?? ""}>
        {value}
      </strong>{" "}
      <span className={classes.count} title={RECORDS.count({ resource, rows: group.count })}>
        {formatCount(group.count)}
        <VisuallyHidden component="span"> {RECORDS.noun({ resource, rows: group.count })}</VisuallyHidden>
      </span>
    </>
  );
}

interface SumCellProps {
  readonly place: PlacedColumn;
  readonly at: number;
  readonly text: string;
  readonly title: string | undefined;
}

function SumCell({ place: { spec, pin, edge, style }, at, text, title }: SumCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={at + 2}
      className={`${rows.cell} ${classes.sum}`}
      style={{ ...style, gridColumnStart: at + BEFORE_COLUMNS + (pin === "right" ? 1 : 0) }}
      data-kind="number"
      data-cut
      data-field={spec.id}
      data-pin={pin}
      data-edge={edge || undefined}
      title={title}
    >
      {text}
    </div>
  );
}
