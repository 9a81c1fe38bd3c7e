import { describe, expect, it } from "vitest";
import { listHolders, searchHolders } from "../../../../../renderer/features/names/holder-table.tsx";

const NAMES = new Map(
  [
    { id: "u-1", name: "Zoë 10", team: "Print", note: "" },
    { id: "u-2", name: "Zoë 9", team: "", note: "desk 5" },
    { id: "u-3", name: "", team: "Print", note: "" },
  ].map((entry) => [entry.id, entry]),
);
const COUNTS = [
  { value: "u-9", count: 3 },
  { value: "u-1", count: 2 },
];
const idsOf = (holders: readonly { readonly id: string }[]): string[] => holders.map(({ id }) => id);

describe("the table of holders", () => {
  const holders = listHolders(COUNTS, NAMES);

  it("the holder table lists every id that has an item or a name", () => {
    expect(idsOf(holders)).toEqual(["u-2", "u-1", "u-3", "u-9"]);
    expect(holders.map(({ items }) => items)).toEqual([0, 2, 0, 3]);
  });

  it.each([
    ["", false, ["u-2", "u-1", "u-3", "u-9"]],
    ["print zoe", false, ["u-1"]],
    ["DESK", false, ["u-2"]],
    ["", true, ["u-3", "u-9"]],
    ["u-9 print", false, []],
  ])("the search %j finds holders by any of their texts", (search, unnamedOnly, wanted) => {
    expect(idsOf(searchHolders(holders, search, unnamedOnly))).toEqual(wanted);
  });
});
