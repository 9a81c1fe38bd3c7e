import { expect, it } from "vitest";
import { withRecord, type TableSource } from "../../../../../renderer/inventory/exports/export-requests.ts";
import { ALL_VIEW } from "../../../../../shared/query/views/built-in-views.ts";
import { names } from "../../../../../shared/query/filter-names.ts";
import { parseQuery } from "../../../../../shared/query/query.ts";

const SOURCE: TableSource = {
  of: "rows",
  resource: "items",
  shown: { version: 1, asOf: "2026-03-01T12:00:00.000Z" },
  groups: null,
  selected: null,
  filtered: false,
  columns: ["id"],
  hasNames: false,
  record: null,
  modified: false,
  view: ALL_VIEW,
};

it("the export of a record contains the record's row even if the record is missing", () => {
  const query = withRecord(SOURCE, "i-1", "Foil").record?.query ?? { version: 1 };
  expect(parseQuery("items", query)).toEqual(query);
  expect(query.asOf).toBe(SOURCE.shown.asOf);
  expect(query.filter).toMatchObject({ all: [{ field: "id", op: "is", value: "i-1" }, expect.anything()] });
  expect(query.filter && names(query.filter, "noLongerReturnedSince")).toBe(true);
});
