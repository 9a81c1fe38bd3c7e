import { describe, expect, it } from "vitest";
import { moveByKey } from "../../../../renderer/grid/grid-keys.ts";

const bounds = { rows: 100, columns: 5, page: 20 };
const from = { row: 50, column: 2 };

describe("moveByKey()", () => {
  it.each([
    ["ArrowDown", false, { row: 51, column: 2 }],
    ["ArrowUp", false, { row: 49, column: 2 }],
    ["ArrowLeft", false, { row: 50, column: 1 }],
    ["ArrowRight", false, { row: 50, column: 3 }],
    ["PageDown", false, { row: 70, column: 2 }],
    ["PageUp", false, { row: 30, column: 2 }],
    ["Home", false, { row: 50, column: 0 }],
    ["End", false, { row: 50, column: 4 }],
    ["Home", true, { row: 0, column: 0 }],
    ["End", true, { row: 99, column: 4 }],
  ])("moveByKey() moves the grid focus by %s (ctrl %s)", (key, ctrl, to) =>
    expect(moveByKey(key, ctrl, from, bounds)).toEqual(to),
  );

  it("moveByKey() stays within the grid, including its header row -1", () => {
    expect(moveByKey("ArrowUp", false, { row: 0, column: 0 }, bounds)).toEqual({ row: -1, column: 0 });
    expect(moveByKey("ArrowUp", false, { row: -1, column: 0 }, bounds)).toEqual({ row: -1, column: 0 });
    expect(moveByKey("PageUp", false, { row: 3, column: 0 }, bounds)).toEqual({ row: 0, column: 0 });
    expect(moveByKey("PageDown", false, { row: 95, column: 4 }, bounds)).toEqual({ row: 99, column: 4 });
    expect(moveByKey("ArrowRight", false, { row: 0, column: 4 }, bounds)).toEqual({ row: 0, column: 4 });
  });

  it("moveByKey() ignores keys that do not move the focus", () =>
    expect(moveByKey("a", false, from, bounds)).toBeNull());
});
