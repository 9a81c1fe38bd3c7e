import { describe, expect, it } from "vitest";
import type { Row } from "../../../../../shared/query/query-calls.ts";
import { markChanges, NO_MARKS, unmark } from "../../../../../renderer/table/query/change-marks.ts";

const before = (...rows: Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [String(row["id"]), row]));

describe("markChanges()", () => {
  const a: Row = { id: "a", weight: 1, locationId: "l", locationName: "Hall" };

  it("markChanges() marks changed values and renamed references", () => {
    expect(markChanges("items", NO_MARKS, before(a), [{ ...a, weight: 2 }]).get("a")).toBe("weight");
    expect(markChanges("items", NO_MARKS, before(a), [{ ...a, locationName: "Yard" }]).get("a")).toBe(
      "locationId",
    );
  });
  it("markChanges() marks a new holder, but not the holder's new name", () => {
    const lent: Row = { ...a, checkedOutToUserId: "u-1", checkedOutToUserName: null };
    const named = { ...lent, checkedOutToUserName: "Anna" };
    expect(markChanges("items", NO_MARKS, before(lent), [named])).toBe(NO_MARKS);
    const other = { ...lent, checkedOutToUserId: "u-2" };
    expect(markChanges("items", NO_MARKS, before(lent), [other]).get("a")).toBe("checkedOutToUserId");
  });
  it("markChanges() marks no new rows and no unchanged rows", () => {
    expect(markChanges("items", NO_MARKS, before(), [a])).toBe(NO_MARKS);
    expect(markChanges("items", NO_MARKS, before(a), [{ ...a }])).toBe(NO_MARKS);
  });
  it("markChanges() keeps earlier marks until the row is unmarked", () => {
    const once = markChanges("items", NO_MARKS, before(a), [{ ...a, weight: 2 }]);
    const twice = markChanges("items", once, before({ ...a, weight: 2 }), [
      { ...a, weight: 2, status: "archived" },
    ]);
    expect(twice.get("a")).toBe("weight status");
    expect(unmark(twice, ["a"]).size).toBe(0);
    expect(unmark(twice, ["b"])).toBe(twice);
  });
});
