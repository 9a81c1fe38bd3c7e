import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../../renderer/inventory/columns/column-layout.ts";
import { COPY_FORMATS, type CopyFormat } from "../../../../../renderer/inventory/selection/copy-formats.ts";
import type { Row } from "../../../../../shared/contract/query-calls.ts";

const columns = columnsOf("items").filter(({ id }) => ["name", "locationId", "weight"].includes(id));
const ROWS: readonly Row[] = [
  { id: "i-1", name: "Film | 20 \\ <b>\tµm\nA", locationId: "l-1", locationName: "Hall 1", weight: 12.5 },
  { id: "i-2", name: "=SUM(A1)", locationId: "l-9", locationName: null, weight: null },
];

function written(format: CopyFormat): string {
  return format.text(
    columns,
    ROWS.map((row) => format.line(columns, row)),
  );
}

describe("copied rows", () => {
  it("are tab-separated lines, with or without column names", () => {
    expect(written(COPY_FORMATS.tabs)).toBe("Film | 20 \\ <b> µm A\tHall 1\t12.5\n'=SUM(A1)\tl-9\t");
    expect(written(COPY_FORMATS.tabsWithHeader).split("\n")[0]).toBe("Name\tLocation\tWeight");
  });

  it("are a Markdown table with escaped bars", () => {
    expect(written(COPY_FORMATS.markdown).split("\n")).toEqual([
      "| Name | Location | Weight |",
      "| --- | --- | --: |",
      "| Film \\| 20 \\\\ <b> µm A | Hall 1 | 12.5 |",
      "| '=SUM(A1) | l-9 |  |",
    ]);
  });

  it("are JSON with the API's names and types, and the names of references", () => {
    expect(JSON.parse(written(COPY_FORMATS.json))).toEqual([
      { name: ROWS[0]?.["name"], locationId: "l-1", locationName: "Hall 1", weight: 12.5 },
      { name: "=SUM(A1)", locationId: "l-9", locationName: null, weight: null },
    ]);
  });

  it("are an escaped HTML table, and its text", () => {
    const lines = ROWS.map((row) => COPY_FORMATS.table.line(columns, row));
    expect(COPY_FORMATS.table.html(columns, lines)).toBe(
      "<table><thead><tr><th>Name</th><th>Location</th><th>Weight</th></tr></thead><tbody>"
        + "<tr><td>Film | 20 \\ &lt;b&gt; µm A</td><td>Hall 1</td><td>12.5</td></tr>"
        + "<tr><td>'=SUM(A1)</td><td>l-9</td><td></td></tr></tbody></table>",
    );
    expect(written(COPY_FORMATS.table)).toBe(written(COPY_FORMATS.tabsWithHeader));
  });

  it("are their ids", () => {
    expect(written(COPY_FORMATS.ids)).toBe("i-1\ni-2");
  });
});
