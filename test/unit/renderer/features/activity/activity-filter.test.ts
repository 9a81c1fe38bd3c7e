import { expect, it } from "vitest";
import {
  compileActivity,
  countActive,
  filterOf,
  KINDS,
  NO_FILTER,
  readActivitySearch,
  searchOf,
} from "../../../../../renderer/features/activity/activity-filter.ts";
import { groupAt } from "../../../../../renderer/features/activity/change-groups.ts";
import { CHANGE_TYPES } from "../../../../../shared/inventory/change-types.ts";
import { changeFilterSchema, type ListedChange } from "../../../../../shared/inventory/changes.ts";

const NOW = Date.parse("2026-11-21T10:07:31Z");

it("the activity filter rounds its time to the minute", () => {
  expect(compileActivity(NO_FILTER, NOW)).toEqual({});
  const filter = {
    find: "  foil ",
    kinds: ["No longer returned", "Location no longer returned"],
    place: "loc_1",
    holder: "u-1",
    span: "hour",
    period: null,
  } as const;
  const compiled = compileActivity(filter, NOW);
  expect(changeFilterSchema.parse(compiled)).toEqual({
    search: "foil",
    types: ["stockdeck.item.no_longer_returned", "stockdeck.location.no_longer_returned"],
    locations: ["loc_1"],
    holders: ["u-1"],
    since: "2026-11-21T09:07:00.000Z",
  });
  expect(countActive(filter)).toBe(5);
  expect([...KINDS.values()].flat().toSorted()).toEqual(CHANGE_TYPES.toSorted());
});

it("the activity filter reads known values from the URL and ignores unknown values", () => {
  const address = { find: 12, kinds: "Archived,x,Checked out", place: "", holder: 7, span: "year" };
  const filter = {
    find: "12",
    kinds: ["Archived", "Checked out"],
    place: null,
    holder: "7",
    span: "all",
    period: null,
  } as const;
  expect(filterOf(readActivitySearch(address))).toEqual(filter);
  expect(filterOf(searchOf({ ...filter, span: "week" }))).toEqual({ ...filter, span: "week" });
  expect(readActivitySearch({ kinds: ["Archived"], span: "week" })).toEqual({ span: "week" });
});

it("a chart bar sets the filter's period", () => {
  const period = { from: "2026-11-20T23:00:00.000Z", until: "2026-11-21T23:00:00.000Z" };
  const filter = filterOf(readActivitySearch({ ...period, span: "week" }));
  expect(filter.period).toEqual(period);
  expect(compileActivity(filter, NOW)).toEqual({ since: period.from, until: period.until });
  expect(countActive(filter)).toBe(2);
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(filterOf(readActivitySearch({ from: "soon", until: period.until })).period).toBeNull();
});

it("the changes of one pass form a group that shows the number and the times of the changes", () => {
  const at = (pass: number, after: string | null, before: string): ListedChange => ({
    number: 1,
    pass,
    name: "",
    id: "itm",
    type: "inventory.item.updated",
    resource: "items",
    observedAfter: after,
    observedBefore: before,
    occurredAt: null,
    event: null,
    holder: null,
    oldHolder: null,
    fields: {},
  });
  const changes = [
    at(9, "10:05", "10:06"),
    at(9, "10:04", "10:07"),
    at(8, "10:03", "10:04"),
    at(8, null, "10:04"),
  ];
  const changeAt = (index: number): ListedChange | undefined => changes[index];
  expect(groupAt(0, 4, changeAt)).toEqual({
    observedAfter: "10:04",
    observedBefore: "10:07",
    count: 2,
    more: false,
  });
  expect(groupAt(1, 4, changeAt)).toBeNull();
  expect(groupAt(2, 4, changeAt)).toMatchObject({ observedAfter: null, count: 2, more: false });
  expect(groupAt(2, 300, changeAt)).toMatchObject({ count: 2, more: true });
  expect(groupAt(5, 300, changeAt)).toBeNull();
});
