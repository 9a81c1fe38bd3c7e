import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../renderer/table/columns/column-layout.ts";
import { columnsWithin, renderedColumns } from "../../../../renderer/grid/columns-in-sight.ts";
import type { PlacedColumn } from "../../../../renderer/grid/grid-column.ts";

const GEOMETRY = { widths: Array.from({ length: 20 }, () => 100), start: 38, viewportWidth: 500 };

const place = (pins: Readonly<Record<number, "left" | "right">> = {}): readonly PlacedColumn[] =>
  columnsOf("items")
    .slice(0, 10)
    .map((spec, at) => ({ spec, at, pin: pins[at], edge: false, style: undefined, gap: undefined }));
const shown = (columns: readonly PlacedColumn[]) =>
  columns.map(({ at, style }) =>
    style?.gridColumnStart === undefined ? at : `${at}@${style.gridColumnStart}`,
  );

describe("columnsWithin()", () => {
  it("columnsWithin() includes columns up to 240 pixels outside the visible area", () => {
    expect(columnsWithin(GEOMETRY, 0)).toEqual([0, 7]);
    expect(columnsWithin(GEOMETRY, 1_000)).toEqual([7, 17]);
    expect(columnsWithin(GEOMETRY, 1_538)).toEqual([12, 19]);
  });

  it("columnsWithin() includes all columns if they fit", () => {
    expect(columnsWithin({ ...GEOMETRY, viewportWidth: 2_100 }, 0)).toEqual([0, 19]);
  });
});

describe("renderedColumns()", () => {
  it("renderedColumns() returns the same array if it omits no column", () => {
    const columns = place();
    expect(renderedColumns(columns, [0, 9], 3)).toBe(columns);
  });

  it("renderedColumns() includes pinned and focused columns", () => {
    expect(shown(renderedColumns(place({ 0: "left" }), [4, 5], 8))).toEqual([0, "4@6", 5, "8@10"]);
    expect(shown(renderedColumns(place(), [2, 3], 0))).toEqual([0, "2@4", 3]);
    expect(shown(renderedColumns(place(), [2, 3], -1))).toEqual(["2@4", 3]);
  });

  it("renderedColumns() reserves the width of omitted columns", () => {
    const gaps = renderedColumns(place({ 0: "left" }), [4, 5], 7).map(({ gap }) => gap);
    expect(gaps).toEqual([
      undefined,
      "calc(var(--sd-column-1) + var(--sd-column-2) + var(--sd-column-3))",
      undefined,
      "calc(var(--sd-column-6))",
    ]);
  });

  it("renderedColumns() keeps the track of a right-pinned column", () => {
    const columns = place({ 9: "right" }).map((column) =>
      column.pin ? { ...column, style: { right: 0, gridColumnStart: 12 } } : column,
    );
    expect(shown(renderedColumns(columns, [0, 1], 0))).toEqual([0, 1, "9@12"]);
  });
});
