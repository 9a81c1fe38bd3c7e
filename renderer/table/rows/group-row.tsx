import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { findField } from "../../../shared/inventory/fields.ts";
import { levelId, type GroupLevel } from "../../../shared/query/group-levels.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { formatCount } from "../../base/format.ts";
import { groupLabel } from "../grouping/messages.ts";
import { SELECTOR } from "../../grid/grid-keys.ts";
import classes from "./group-row.module.css";
import rows from "../../grid/grid.module.css";
import { widthOf } from "../../grid/sizes.ts";
import type { PlacedColumn } from "../../grid/grid-column.ts";
import type { Decimals } from "../../grid/decimals.ts";
import { totalsInUnits } from "../units/shown-units.ts";
import { useUnits } from "../units/unit-queries.ts";
import { notAdded, countOf, nounOf, toggleGroup } from "./messages.ts";
import { isAddable } from "../units/is-addable.ts";
import { queryOfGroup, sumLabel, useGroupTotals } from "./use-group-totals.ts";

interface Props {
  readonly resource: Resource;
  readonly query: Query;
  readonly levels: readonly GroupLevel[];
  readonly index: number;
  readonly top: number;
  readonly line: GroupLine;
  readonly columns: readonly PlacedColumn[];
  /** The column that holds the tab stop; null if this row does not. */
  readonly activeColumn: number | null;
  /** During a scroll no totals are requested. */
  readonly passing: boolean;
  readonly decimals: Decimals;
}

/** The grid lines before the first column: the grid's first line, and the column that selects rows. */
const BEFORE_COLUMNS = 2;

const widthOfFirst = (columns: number): string =>
  `calc(${Array.from({ length: columns }, (_, at) => widthOf(at)).join(" + ")})`;

/** The line above a group's rows: what they have in common, how many they are, and the sums of their numbers. */
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
  // The heading spans the columns before the first number, and at least one.
  const span = Math.max(1, firstNumber < 0 ? columns.length : firstNumber);
  const Chevron = group.closed ? IconChevronRight : IconChevronDown;
  // The heading is one cell for all the columns it spans, so it has the focus of any of them.
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
        style={{ maxWidth: widthOfFirst(span), paddingLeft: 12 + group.level * 18 }}
        data-cell={`${index}:${column}`}
        tabIndex={activeColumn !== null && activeColumn !== SELECTOR ? 0 : -1}
      >
        <span className="sd-dimmed">{findField(resource, level.field)?.label}</span>{" "}
        <strong className={classes.value} title={group.path.at(-1) ?? ""}>
          {value}
        </strong>{" "}
        <span className={classes.count} title={countOf(resource, group.count)}>
          {formatCount(group.count)}
          <VisuallyHidden component="span"> {nounOf(resource, group.count)}</VisuallyHidden>
        </span>
      </div>
      {columns.map(({ spec, pin, edge, style }, at) => {
        if (spec.field.kind !== "number" || at < span) return null;
        const { text, title } = isAddable(spec.field, within, units)
          ? sumLabel(
              spec.field,
              totalsInUnits(units, spec.field, totals?.fields[spec.field.name] ?? []),
              decimals,
            )
          : { text: "–", title: notAdded(spec.field.label) };
        return (
          <div
            key={spec.id}
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
      })}
    </div>
  );
});
