import { useMemo, type CSSProperties } from "react";
import type { ColumnSpec, GridField, PinSide, PlacedColumn } from "./grid-column.ts";
import { SELECTOR_WIDTH, widthVariable } from "./sizes.ts";
import type { ColumnGeometry } from "./columns-in-sight.ts";
import type { GridTable } from "./grid-table.ts";

/**
 * The least width that pinned columns must leave to the other columns, in CSS pixels. If they leave less, pinned
 * columns scroll too.
 */
const LEAST_SCROLLING_WIDTH = 240;

/**
 * The shown columns in their order. The array stays the same object until the columns change, so that rows are not
 * painted again.
 * @param columns all columns of the table.
 */
export function usePlacedColumns<F extends GridField>(
  table: GridTable,
  columns: readonly ColumnSpec<F>[],
): readonly PlacedColumn<F>[] {
  const shown = table.getVisibleLeafColumns().flatMap((column) => {
    const spec = columns.find(({ id }) => id === column.id);
    return spec ? [{ spec, pin: sideOf(column.getIsPinned()) }] : [];
  });
  const key = shown.map(({ spec, pin }) => `${spec.id}/${pin ?? ""}`).join(" ");
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the shown columns
  return useMemo(() => place(shown), [key, columns]);
}

function place<F extends GridField>(
  shown: readonly { readonly spec: ColumnSpec<F>; readonly pin: PinSide | undefined }[],
): PlacedColumn<F>[] {
  return shown.map(({ spec, pin }, at) => {
    const next = shown[at + (pin === "right" ? -1 : 1)];
    const edge = pin !== undefined && next?.pin !== pin;
    if (pin === undefined) return { spec, at, pin, edge, style: undefined, gap: undefined };
    // In a wide window, there is free space before the columns pinned at the right. The explicit start keeps cells out
    // of this space.
    const style = pin === "left" ? { left: offsetOf(at) } : { right: offsetOf(at), gridColumnStart: at + 3 };
    return { spec, at, pin, edge, style, gap: pin === "right" && edge ? "auto" : undefined };
  });
}

const pinVariable = (at: number): `--${string}` => `--sd-pin-${at}`;
const offsetOf = (at: number): string => `var(${pinVariable(at)})`;

export interface GridLayout {
  readonly style: CSSProperties;
  readonly geometry: ColumnGeometry;
  /** False if pinned columns would leave too little space. Then they scroll with the other columns. */
  readonly pinned: boolean;
}

/** Computes the widths of the columns and the offsets of pinned columns. @param viewportWidth in CSS pixels. */
export function layOut(table: GridTable, viewportWidth: number): GridLayout {
  const leafs = table.getVisibleLeafColumns();
  const tracks = [`${SELECTOR_WIDTH}px`, ...leafs.map((column) => `${column.getSize()}px`)];
  const right = leafs.filter((column) => column.getIsPinned() === "end").length;
  const offsets = leafs.flatMap((column, at): [string, string][] => {
    const pin = column.getIsPinned();
    if (pin === false) return [];
    return [
      [
        pinVariable(at),
        `${pin === "start" ? SELECTOR_WIDTH + column.getStart("start") : column.getAfter("end")}px`,
      ],
    ];
  });
  const pinnedWidth = (side: "start" | "end"): number =>
    leafs.reduce((sum, column) => sum + (column.getIsPinned() === side ? column.getSize() : 0), 0);
  const [startWidth, endWidth] = [SELECTOR_WIDTH + pinnedWidth("start"), pinnedWidth("end")];
  const pinned = startWidth + endWidth + LEAST_SCROLLING_WIDTH <= viewportWidth;
  return {
    pinned,
    geometry: { widths: leafs.map((column) => column.getSize()), start: SELECTOR_WIDTH, viewportWidth },
    style: {
      ...Object.fromEntries(offsets),
      ...Object.fromEntries(leafs.map((column, at) => [widthVariable(at), `${column.getSize()}px`])),
      ["--sd-columns" as string]: tracks.toSpliced(tracks.length - right, 0, "minmax(0, 1fr)").join(" "),
      ["--sd-width" as string]: `${table.getTotalSize() + SELECTOR_WIDTH}px`,
      // A focused cell must not be hidden behind the pinned columns.
      scrollPaddingLeft: pinned ? startWidth : SELECTOR_WIDTH,
      scrollPaddingRight: pinned ? endWidth : 0,
    },
  };
}

const sideOf = (pin: false | "start" | "end"): PinSide | undefined =>
  pin === false ? undefined : pin === "start" ? "left" : "right";
