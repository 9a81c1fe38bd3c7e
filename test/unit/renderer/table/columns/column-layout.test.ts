import { describe, expect, it } from "vitest";
import {
  columnsOf,
  DEFAULT_LAYOUT,
  dropColumn,
  moveColumn,
  resolveLayout,
} from "../../../../../renderer/table/columns/column-layout.ts";

/** Stockdeck's own columns, hidden until the user shows them. */
const OWN = [
  "problems",
  "stockValue",
  "valueOut",
  "stockCurrency",
  "changedNotBefore",
  "changedNotAfter",
  "noLongerReturnedSince",
];
/** The stock of a location, displayed next to its name. */
const STOCK = [
  "itemCount",
  "availableCount",
  "checkedOutCount",
  "archivedCount",
  "totalLength",
  "totalWeight",
  "outLongerCount",
  "lastItemChange",
];
const shownStock = Object.fromEntries(STOCK.map((name) => [name, true]));

describe("columnsOf()", () => {
  it("each reference has a name column and an id column", () => {
    const ids = columnsOf("items").map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("startingLength");
    expect(ids).toContain("locationId:id");
    expect(ids[0]).toBe("name");
  });
});

describe("resolveLayout()", () => {
  const columns = columnsOf("locations");

  it("resolveLayout() shows the default columns if nothing is saved", () => {
    const layout = resolveLayout(columns, DEFAULT_LAYOUT);
    expect(layout.order).toEqual(["name", ...STOCK, "id", "createdAt", "updatedAt", ...OWN]);
    expect(layout.visibility).toEqual({
      name: true,
      id: true,
      createdAt: true,
      updatedAt: true,
      ...shownStock,
      ...Object.fromEntries(OWN.map((name) => [name, false])),
    });
  });

  it("resolveLayout() always shows the name column", () => {
    const hidden = Object.fromEntries(columns.map(({ id }) => [id, false]));
    const { visibility } = resolveLayout(columns, { ...DEFAULT_LAYOUT, visibility: hidden });
    expect(Object.keys(visibility).filter((id) => visibility[id])).toEqual(["name"]);
  });

  it("resolveLayout() drops unknown columns and appends new columns", () => {
    const layout = resolveLayout(columns, {
      order: ["updatedAt", "gone"],
      visibility: { id: false, gone: true },
      widths: {},
      pins: {},
    });
    expect(layout.order).toEqual(["updatedAt", "name", ...STOCK, "id", "createdAt", ...OWN]);
    expect(layout.visibility).toEqual({
      name: true,
      id: false,
      createdAt: true,
      updatedAt: true,
      ...shownStock,
      ...Object.fromEntries(OWN.map((name) => [name, false])),
    });
  });

  it("resolveLayout() keeps column widths within limits", () => {
    const { widths } = resolveLayout(columns, { ...DEFAULT_LAYOUT, widths: { name: 3, id: 99_999 } });
    expect(widths).toMatchObject({ name: 64, id: 900 });
  });
});

describe("moveColumn()", () => {
  const hidden = Object.fromEntries([...STOCK, "id"].map((name) => [name, false]));
  const layout = resolveLayout(columnsOf("locations"), { ...DEFAULT_LAYOUT, visibility: hidden });

  it("moveColumn() skips hidden columns", () => {
    expect(moveColumn(layout, "name", 1).order).toEqual([
      ...STOCK,
      "id",
      "createdAt",
      "name",
      "updatedAt",
      ...OWN,
    ]);
    expect(moveColumn(layout, "createdAt", -1).order).toEqual([
      "createdAt",
      "name",
      ...STOCK,
      "id",
      "updatedAt",
      ...OWN,
    ]);
  });
  it("moveColumn() stops at both ends", () => {
    expect(moveColumn(layout, "name", -1)).toBe(layout);
    expect(moveColumn(layout, "updatedAt", 1)).toBe(layout);
  });
});

describe("pinned columns", () => {
  const layout = resolveLayout(columnsOf("locations"), {
    ...DEFAULT_LAYOUT,
    order: ["name", "id", "createdAt", "updatedAt"],
    pins: { name: "left", id: "left", gone: "right" },
  });

  it("resolveLayout() drops the pin of an unknown column", () => {
    expect(layout.pins).toEqual({ name: "left", id: "left" });
  });
  it("a pinned column moves only among pinned columns", () => {
    expect(moveColumn(layout, "name", 1).order.slice(0, 2)).toEqual(["id", "name"]);
    expect(moveColumn(layout, "id", 1)).toBe(layout);
    expect(moveColumn(layout, "createdAt", -1)).toBe(layout);
  });
  it("dropping a column among pinned columns pins the dropped column", () => {
    const taken = dropColumn(layout, "updatedAt", "name", "after");
    expect(taken.order.slice(0, 3)).toEqual(["name", "updatedAt", "id"]);
    expect(taken.pins["updatedAt"]).toBe("left");
    const free = dropColumn(layout, "name", "updatedAt", "before");
    expect(free.order.slice(0, 3)).toEqual(["id", "createdAt", "name"]);
    expect(free.pins).toEqual({ id: "left" });
    expect(dropColumn(layout, "name", "name", "after")).toBe(layout);
  });
});
