import type { Field } from "../../../shared/inventory/fields.ts";
import { useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import type { Row } from "../../../shared/query/query-calls.ts";
import { useNow, useServiceTime } from "../../host/use-now.ts";
import { isHeading } from "../../inventory/records/read-rows.ts";
import { endEarlyPaint } from "../early-paint/paint-early-rows.ts";
import { useLayoutSnapshot } from "../early-paint/use-layout-snapshot.ts";
import { isSelected } from "../selection/use-selection.ts";
import { idOf } from "../../grid/use-grid-focus.ts";
import { verifiedLabel, type GridView } from "./use-grid-view.ts";
import { cellContent } from "../columns/cell-content.ts";
import type { TableModel } from "./table-model.ts";
import { GroupRow } from "./group-row.tsx";
import { RowPainter, type PaintedRowInput } from "../../grid/row-painter.ts";
import type { PlacedRow } from "../../grid/use-row-virtualizer.ts";
import classes from "../../grid/grid.module.css";

interface GridRowsProps {
  readonly model: TableModel;
  readonly view: GridView;
  readonly openId: string | null;
  /** When the service last confirmed each record, by id; ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly handlers: ComponentProps<"div">;
}

/** The display rows on screen: rows, and the headings of their groups. */
export function GridRows({
  model: { resource, result, selection },
  view,
  openId,
  stamps,
  handlers,
}: GridRowsProps) {
  const { displayRowAt, columns, rendered, levels, decimals, terms, focus } = view;
  const { virtual } = view.rows;
  const { widths } = view.layout.geometry;
  const query = result.shown;
  const body = useRef<HTMLDivElement>(null);
  const localNow = useNow(60_000);
  const now = useServiceTime(localNow);
  const [painter] = useState(() => new RowPainter(cellContent));
  const activeIn = (index: number): number | null => (focus.active.row === index ? focus.column : null);
  const headings = virtual.rows.flatMap(({ index, top }) => {
    const line = displayRowAt(index);
    return isHeading(line) ? [{ index, top, line }] : [];
  });
  const painted = (row: Row | undefined, { index, top }: PlacedRow): PaintedRowInput<Field> => {
    const id = idOf(row);
    return {
      index,
      top,
      row,
      columns: rendered,
      open: openId !== null && id === openId,
      selected: id !== null && isSelected(selection.selection, id),
      changed: (id !== null && view.marking.marks.get(id)) || "",
      verified: verifiedLabel(id, stamps, localNow),
      now,
      activeColumn: activeIn(index),
      decimals,
      terms,
    };
  };
  useLayoutEffect(() => {
    if (!body.current) return;
    const rows = virtual.rows.flatMap((place): PaintedRowInput<Field>[] => {
      const line = displayRowAt(place.index);
      if (isHeading(line)) return [];
      return [painted(line, place)];
    });
    painter.paint(body.current, rows, widths, !virtual.scrolling);
    if (virtual.rows.some(({ index }) => displayRowAt(index) !== undefined)) endEarlyPaint();
  });
  useLayoutSnapshot(body, { resource, query, grouped: levels.length > 0, columns, widths });
  useLayoutEffect(() => () => painter.clear(), [painter]);

  return (
    <div
      ref={body}
      role="rowgroup"
      className={classes.body}
      data-pending={view.isLate || undefined}
      style={{ height: virtual.height }}
      {...handlers}
    >
      {headings.map(({ index, top, line }) => (
        <GroupRow
          // The index is the key, so that React moves no element that stays: a moved element would lose the focus.
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
