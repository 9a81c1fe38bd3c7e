import { useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import type { GroupLevel } from "../../../shared/query/group-levels.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Row } from "../../../shared/contract/query-calls.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useNow, useServiceTime } from "../../host/use-now.ts";
import type { ChangeMarks } from "../query/change-marks.ts";
import { isHeading, type Line } from "../query/result-queries.ts";
import { endFirstRows } from "../early-paint/draw-first-rows.ts";
import { useLook } from "../early-paint/use-look.ts";
import { isSelected, type Selection } from "../selection/selection.ts";
import { idOf } from "../../grid/focus-state.ts";
import { verifiedWords } from "./grid-lines.ts";
import { cellContent } from "./cell-content.ts";
import { GroupRow } from "./group-row.tsx";
import type { PlacedColumn } from "../../grid/grid-column.ts";
import { RowPainter, type PaintedLine } from "../../grid/row-painter.ts";
import type { Decimals } from "../../grid/decimals.ts";
import type { PlacedRow, RowVirtualizer } from "../../grid/use-row-virtualizer.ts";
import classes from "../../grid/grid.module.css";

/** The lines that are on screen: rows, and the headings of their groups. */
export function GridRows({
  resource,
  query,
  levels,
  virtual,
  lineAt,
  columns,
  rendered,
  widths,
  active,
  openId,
  selection,
  marks,
  stamps,
  decimals,
  terms,
  late,
  handlers,
}: {
  readonly resource: Resource;
  readonly query: Query;
  readonly levels: readonly GroupLevel[];
  readonly virtual: Pick<RowVirtualizer, "rows" | "height" | "scrolling" | "visibleRows">;
  readonly lineAt: (index: number) => Line | undefined;
  readonly columns: readonly PlacedColumn[];
  /** Those of the columns that are rendered. */
  readonly rendered: readonly PlacedColumn[];
  /** Of all columns, in CSS pixels. */
  readonly widths: readonly number[];
  /** The cell that holds the tab stop. */
  readonly active: { readonly row: number; readonly column: number };
  readonly openId: string | null;
  readonly selection: Selection;
  readonly marks: ChangeMarks;
  /** When the service confirmed which record, in ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly decimals: Decimals;
  /** The folded terms that the rows were searched for. */
  readonly terms: readonly string[];
  /** Whether they look as if they wait for those of another query. */
  readonly late: boolean;
  readonly handlers: ComponentProps<"div">;
}) {
  const body = useRef<HTMLDivElement>(null);
  const localNow = useNow(60_000);
  const now = useServiceTime(localNow);
  const [painter] = useState(() => new RowPainter(cellContent));
  const activeIn = (index: number): number | null => (active.row === index ? active.column : null);
  const headings = virtual.rows.flatMap(({ index, top }) => {
    const line = lineAt(index);
    return isHeading(line) ? [{ index, top, line }] : [];
  });
  const painted = (row: Row | undefined, { index, top }: PlacedRow): PaintedLine => {
    const id = idOf(row);
    return {
      index,
      top,
      row,
      columns: rendered,
      open: openId !== null && id === openId,
      selected: id !== null && isSelected(selection, id),
      changed: (id !== null && marks.get(id)) || "",
      verified: verifiedWords(id, stamps, localNow),
      now,
      activeColumn: activeIn(index),
      decimals,
      terms,
    };
  };
  useLayoutEffect(() => {
    if (!body.current) return;
    const rows = virtual.rows.flatMap((place): PaintedLine[] => {
      const line = lineAt(place.index);
      if (isHeading(line)) return [];
      return [painted(line, place)];
    });
    painter.paint(body.current, rows, widths, !virtual.scrolling);
    if (virtual.rows.some(({ index }) => lineAt(index) !== undefined)) endFirstRows();
  });
  useLook(body, { resource, query, grouped: levels.length > 0, columns, widths });
  useLayoutEffect(() => () => painter.clear(), [painter]);

  return (
    <div
      ref={body}
      role="rowgroup"
      className={classes.body}
      data-pending={late || undefined}
      style={{ height: virtual.height }}
      {...handlers}
    >
      {headings.map(({ index, top, line }) => (
        <GroupRow
          // An element of its own for each: React would move those that stay, and with them the focus out of the page.
          key={index}
          index={index}
          top={top}
          line={line}
          resource={resource}
          query={query}
          levels={levels}
          columns={columns}
          activeColumn={activeIn(index)}
          passing={virtual.scrolling}
          decimals={decimals}
        />
      ))}
    </div>
  );
}
