import { expect, it } from "vitest";
import { usualNote } from "../../../../../../renderer/features/custody/checked-out/messages.ts";
import { limitsOf, NO_LIMITS } from "../../../../../../shared/features/custody/out-limits.ts";
import type { UsualTimes } from "../../../../../../shared/features/custody/usual-times-schema.ts";

const DAY = 86_400_000;
const time = (cases: number, days: number): UsualTimes["all"] & object => ({
  cases,
  median: { least: 0, most: DAY },
  p90: { least: days * DAY, most: (days + 7) * DAY },
});
const noteOf = (types: UsualTimes["types"]): string => {
  const usual = { since: null, all: time(90, 167), types };
  return usualNote({ usual, fixed: NO_LIMITS, limits: limitsOf(usual, NO_LIMITS) });
};

it("the note on usual times begins with the times of types, if types have their own", () => {
  const types = [15, 115].map((days, at) => ({ typeId: `typ_${at}`, ...time(20, days) }));
  expect(noteOf(types)).toMatch(
    /^2 material types have usual times of their own, within which 90 % of the type’s items return: 22 to 122 days\. All other types have the usual time of all items: 167 to 174 days\. From 90 returns/,
  );
  expect(noteOf(types.slice(0, 1))).toMatch(
    /^1 material type has a usual time of its own, .*: 22 days\. All other types/,
  );
});

it("the note on usual times names the time of all items, if no type has its own", () => {
  expect(noteOf([])).toMatch(/^Usual is the time within which .*: 167 to 174 days\. From 90 returns/);
});
