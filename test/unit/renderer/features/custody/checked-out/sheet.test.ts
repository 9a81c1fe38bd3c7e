import { describe, expect, it } from "vitest";
import type { Row } from "../../../../../../shared/query/query-calls.ts";
import { NO_UNITS } from "../../../../../../shared/inventory/units.ts";
import { sheetFilter } from "../../../../../../renderer/features/custody/checked-out/sheet-items.ts";
import { readSheetSearch } from "../../../../../../renderer/features/custody/checked-out/sheet-search.ts";
import { sheetValueText } from "../../../../../../renderer/features/custody/checked-out/values.ts";
import {
  reminderText,
  sheetTable,
} from "../../../../../../renderer/features/custody/checked-out/sheet-texts.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const rows: readonly Row[] = [
  {
    id: "i-1",
    name: "Foil",
    checkedOutAt: "2026-06-01T10:00:00Z",
    locationName: "Hall 2",
    remainingLength: 12.5,
  },
  { id: "i-2", name: "Cable", checkedOutAt: null, checkedOutToUserId: "u-1", materialTypeId: "t-9" },
];

describe("a hand-over sheet's texts", () => {
  it("a reminder lists a holder's items with their known dates and locations", () => {
    const text = reminderText("Anna", { rows, total: 3 }, { ...NO_UNITS, length: "m" }, NOW);
    expect(text.split("\n")).toEqual([
      "Hello Anna,",
      "",
      "our inventory shows 3 items with you on Jun 15, 2026:",
      "",
      "- Foil (i-1), since Jun 1, 2026 (14 days), from Hall 2, 12.5 m",
      "- Cable (i-2)",
      "- and 1 more item",
      "",
      "Please bring back what you no longer need, or tell us what is different. Thank you!",
    ]);
  });

  it("the sheet has empty columns for return and signature", () => {
    const units = { ...NO_UNITS, length: "m" } as const;
    const { columns, rows: cells } = sheetTable("Anna", { rows, total: 2 }, units, NOW);
    expect(cells.every((row) => row.length === columns.length)).toBe(true);
    expect(cells[1]).toEqual(["Cable", "i-2", "", "t-9", "", "", null, "m", "", null, "", "u-1", null, null]);
  });
});

describe("a hand-over sheet's value", () => {
  const valued = (value: number, valueCurrency: string): Row => ({
    id: "i",
    name: "Roll",
    value,
    valueCurrency,
  });

  it("a sheet shows its items' value per currency", () => {
    const known = [valued(0.1, "EUR"), valued(0.2, "EUR"), valued(5, "JPY")];
    expect(sheetValueText({ rows: known, total: 3 })).toBe("€0.30 and ¥5");
    expect(sheetValueText({ rows: [...known, ...rows], total: 5 })).toBe(
      "€0.30 and ¥5 (known for 3 of 5 items)",
    );
  });

  it("a sheet without values shows no total value", () => {
    expect(sheetValueText({ rows, total: 2 })).toBeNull();
    expect(sheetValueText({ rows: [valued(1, "EUR")], total: 2_001 })).toBeNull();
  });

  it("a sheet has value columns only if an item has a value", () => {
    const { columns, rows: cells } = sheetTable(
      "Anna",
      { rows: [valued(1.5, "EUR"), ...rows], total: 3 },
      NO_UNITS,
      NOW,
    );
    const at = columns.indexOf("Value");
    expect(columns.slice(at, at + 2)).toEqual(["Value", "Currency"]);
    expect(cells.map((row) => row.slice(at, at + 2))).toEqual([
      [{ amount: 1.5, currency: "EUR" }, "EUR"],
      [null, ""],
      [null, ""],
    ]);
    expect(cells.every((row) => row.length === columns.length)).toBe(true);
  });
});

describe("a hand-over sheet's holders", () => {
  const entry = (id: string, team: string) => [id, { id, name: "", team, note: "" }] as const;
  const names = new Map([entry("u-1", "Night"), entry("u-2", ""), entry("u-3", "Night")]);

  it("the URL says whose items a sheet lists", () => {
    expect(readSheetSearch({ holder: 17, team: "Night", leaving: true })).toEqual({
      holder: "17",
      leaving: true,
    });
    expect(readSheetSearch({ team: "Night", leaving: "yes" })).toEqual({ team: "Night" });
    expect(readSheetSearch({ holder: {} })).toEqual({});
  });

  it("a sheet lists the items of one holder or of a team's members", () => {
    expect(sheetFilter({ team: "Night" }, names)).toMatchObject({ values: ["u-1", "u-3"] });
    expect(sheetFilter({ holder: "u-9" }, names)).toMatchObject({ values: ["u-9"] });
    expect([sheetFilter({}, names), sheetFilter({ team: "" }, names)]).toEqual([null, null]);
  });
});
