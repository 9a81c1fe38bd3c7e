import { describe, expect, it } from "vitest";
import { cellContent, cellTitle } from "../../../../../renderer/table/columns/cell-content.ts";
import { columnsOf, type ColumnSpec } from "../../../../../renderer/table/columns/column-layout.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const column = (id: string): ColumnSpec => {
  const found = columnsOf("items").find((spec) => spec.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const row = {
  id: "itm_1",
  name: "PET film",
  status: "checked_out",
  locationId: "loc_1",
  locationName: "Hall 1",
  weight: 12.5,
  checkedOutAt: "2026-03-01T12:00:00Z",
  checkedOutToUserId: null,
  materialTypeId: "typ_9",
};
const shown = (id: string, decimals = 0) => cellContent(column(id), row, NOW, decimals);

describe("cellContent()", () => {
  it("a cell shows null as empty", () => {
    expect(shown("checkedOutToUserId")).toEqual({
      text: "–",
      look: "empty",
      searched: false,
      aside: "",
      badge: null,
    });
    expect(cellTitle(column("checkedOutToUserId"), row)).toBeUndefined();
  });

  it("a cell shows a reference by name, or by id if the name is unknown", () => {
    expect(shown("locationId")).toMatchObject({ text: "Hall 1", look: "plain", searched: true });
    expect(shown("locationId:id")).toMatchObject({ text: "loc_1", look: "mono", searched: true });
    expect(shown("materialTypeId")).toMatchObject({ text: "typ_9", look: "mono", searched: true });
    expect(cellTitle(column("locationId"), row)).toBe("loc_1");
  });

  it("a cell shows an aligned number and the exact number as tooltip", () => {
    expect(shown("weight", 3).text).toBe("12.5\u2007\u2007");
    expect(cellTitle(column("weight"), { ...row, weight: 12.500_001 })).toBe("12.500001");
  });

  it("a cell shows the time since check-out and the UTC time as tooltip", () => {
    expect(shown("checkedOutAt").aside).toBe("9 d");
    expect(cellTitle(column("checkedOutAt"), row)).toBe("2026-03-01T12:00:00.000Z");
  });

  it("a cell shows a known value's label, and an unknown value unchanged", () => {
    expect(shown("status").text).toBe("Checked out");
    expect(cellContent(column("status"), { ...row, status: "lost" }, NOW, 0).text).toBe("lost");
  });
});
