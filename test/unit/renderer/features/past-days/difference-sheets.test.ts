import { expect, it } from "vitest";
import { differenceSheets } from "../../../../../renderer/features/past-days/difference-sheets.ts";
import type { ViewChange } from "../../../../../shared/inventory/changes.ts";

const record = (id: string, what: ViewChange["what"], fields: ViewChange["fields"] = {}): ViewChange => ({
  id,
  name: `Item ${id}`,
  what,
  fields,
  observedAfter: null,
  observedBefore: "2026-11-02T10:00:00.000Z",
});

it("a comparison has a sheet for entered, left and changed rows", () => {
  const sheets = differenceSheets("items", [
    record("a", "changed", { weight: { old: 1, new: 2 }, extra: { old: null, new: null } }),
    record("b", "left"),
  ]);
  expect(sheets.map(({ name }) => name)).toEqual(["Left since", "Changed since"]);
  expect(sheets[1]?.rows).toEqual([
    ["Item a", "a", "Weight", 1, 2, null, "2026-11-02T10:00:00.000Z"],
    ["Item a", "a", "extra", null, null, null, "2026-11-02T10:00:00.000Z"],
  ]);
  expect(sheets[0]?.rows).toEqual([["Item b", "b", "", null, null, null, "2026-11-02T10:00:00.000Z"]]);
});

it("rows over a sheet's limit continue on another sheet", () => {
  const many = Array.from({ length: 25_001 }, (_, at) => record(String(at), "left"));
  expect(differenceSheets("items", many).map(({ name, rows }) => [name, rows.length])).toEqual([
    ["Left since", 25_000],
    ["Left since 2", 1],
  ]);
});
