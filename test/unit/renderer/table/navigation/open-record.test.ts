import { expect, it } from "vitest";
import { readTableSearch, searchOf } from "../../../../../renderer/table/navigation/open-record.ts";

it("the URL names the open record, the shown change and whether the details are at full width", () => {
  for (const change of [null, 7])
    for (const isFullWidth of [false, true]) {
      const search = searchOf({ id: "itm_1", change, isFullWidth }, "p");
      expect(readTableSearch({ ...search })).toEqual(search);
      expect([search.change ?? null, search.full ?? false]).toEqual([change, isFullWidth]);
    }
});

it("a URL with an invalid width opens the record next to the table", () => {
  for (const full of ["true", 1, false, null, {}])
    expect(readTableSearch({ record: "itm_1", connection: "p", full })).toEqual({
      record: "itm_1",
      connection: "p",
    });
  expect(readTableSearch({ full: true })).toEqual({});
});
