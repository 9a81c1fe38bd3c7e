import { expect, it } from "vitest";
import type { Groups } from "../../../../../shared/query/grouping.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import { printedGroups } from "../../../../../renderer/table/print/printed-table.ts";

const shown: Query = { version: 1, sort: [{ field: "status", direction: "asc" }] };
const groups: Groups = { levels: 1, closed: true, exceptions: [] };
const bySum: Groups = { ...groups, order: { by: "sum", field: "weight", direction: "desc" } };
const byCount: Groups = { ...groups, order: { by: "count", direction: "desc" } };

it("printed groups are sorted by sums only if the printed rows are the shown rows", () => {
  const others: Query = { ...shown };
  expect(printedGroups({ shown, groups: bySum }, shown)).toEqual(bySum);
  expect(printedGroups({ shown, groups: bySum }, others)).toEqual(groups);
  expect(printedGroups({ shown, groups: byCount }, others)).toEqual(byCount);
  expect(printedGroups({ shown, groups: null }, others)).toBeNull();
});
