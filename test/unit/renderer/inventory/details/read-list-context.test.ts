import { expect, it } from "vitest";
import { readListContext } from "../../../../../renderer/inventory/details/read-list-context.ts";

it("accepts a query of these records, and nothing else from an address", () => {
  const query = {
    version: 1,
    search: "film",
    filter: { field: "status", op: "is", value: "available" },
    sort: [{ field: "weight", direction: "desc" }],
  };
  expect(readListContext("items", query)).toEqual(query);
  expect(readListContext("locations", query)).toBeNull();
  const deep = Array.from({ length: 5_000 }).reduce<unknown>((not) => ({ not }), query.filter);
  for (const among of [
    undefined,
    null,
    3,
    "film",
    [],
    {},
    { version: 2 },
    { version: 1, search: "x".repeat(501) },
    { version: 1, filter: { field: "__proto__", op: "is", value: "a" } },
    { version: 1, filter: deep },
    { version: 1, elsewhere: true },
  ])
    expect(readListContext("items", among)).toBeNull();
});
