import fc from "fast-check";
import { expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import { lateFilter } from "../../../../../shared/features/custody/late-filter.ts";
import { boundedDays, lateReason } from "../../../../../renderer/features/custody/messages.ts";
import {
  limitFor,
  limitsOf,
  type Limit,
  type Limits,
} from "../../../../../shared/features/custody/out-limits.ts";
import { NO_USUAL_TIMES } from "../../../../../shared/features/custody/usual-times.ts";
import { chipFilterSchema } from "../../../../../shared/query/field-filter.ts";
import { checkQuery, EVERYTHING } from "../../../../../shared/query/query.ts";
import { parseInstant } from "../../../../../shared/base/time/instant.ts";
import { compileFilter } from "../../../../../shared/query/views/compile-view.ts";
import { evaluate } from "../../../electron/store/query/query-model.ts";
import { filled, idsByIndex, modelOf, NOW } from "../../../electron/store/query/query-samples.ts";

const TODAY = localDay(new Date());

const DAY = 86_400_000;
const fixed = (days: number | null): Limit => ({ days, why: { kind: "fixed", for: "all" } });
const limits: fc.Arbitrary<Limits> = fc
  .record({
    all: fc.option(fc.constantFrom(1, 7, 30, 100, null), { nil: undefined }),
    types: fc.dictionary(fc.constantFrom("t-1", "t-2", "t-9"), fc.constantFrom(1, 7, 30, null)),
  })
  .map(({ all, types }) => ({
    all: all === undefined ? null : fixed(all),
    types: new Map(Object.entries(types).map(([typeId, days]) => [typeId, fixed(days)])),
  }));

it("the late filter finds exactly the items that are out longer than their type's limit", async () => {
  const store = await filled();
  const model = modelOf("items");
  const shown = evaluate(model, EVERYTHING);
  fc.assert(
    fc.property(limits, (wanted) => {
      const isLate = (row: (typeof model.rows)[number]): boolean => {
        const limit = limitFor(wanted, row["materialTypeId"]);
        const since = row["checkedOutAt"];
        if (!limit || limit.days === null || typeof since !== "string") return false;
        const outAt = (parseInstant(since) ?? 0) / 1_000;
        return outAt >= 0 && NOW - outAt > limit.days * DAY;
      };
      const late = model.rows.filter((row) => shown.includes(String(row["id"])) && isLate(row));
      const filter = lateFilter(wanted);
      const found = filter
        ? idsByIndex(store, "items", { version: 1, filter: compileFilter(filter, TODAY) })
        : [];
      expect(found.toSorted()).toEqual(late.map(({ id }) => String(id)).toSorted());
    }),
  );
});

it("the late filter is a valid query even with many different limits", () => {
  const types = new Map(
    Array.from({ length: 900 }, (_, at): [string, Limit] => [`t-${at}`, fixed((at % 60) + 1)]),
  );
  const filter = lateFilter({ all: fixed(99), types });
  expect(chipFilterSchema.safeParse(filter).success).toBe(true);
  expect(
    () => filter && checkQuery("items", { version: 1, filter: compileFilter(filter, TODAY) }),
  ).not.toThrow();
});

it("the late filter is a valid query even with more limits than the dialog allows", () => {
  const types = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`t-${at}`, at + 1]));
  const limitsOfMany = limitsOf(NO_USUAL_TIMES, { all: 9, types });
  const filter = lateFilter(limitsOfMany);
  expect(
    () => filter && checkQuery("items", { version: 1, filter: compileFilter(filter, TODAY) }),
  ).not.toThrow();
  // A limit is never shortened, so that no item is marked too early.
  expect(limitsOfMany.types.get("t-0")?.days).toBe(4);
  expect(limitsOfMany.types.get("t-149")?.days).toBe(152);
});

it("the user's limits stay exact if there are few different values", () => {
  const types = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`t-${at}`, (at % 60) + 1]));
  const { types: exact } = limitsOf(NO_USUAL_TIMES, { all: null, types });
  expect([...exact].map(([id, { days }]) => [id, days])).toEqual(Object.entries(types));
});

it("a late item has a text that gives the reason", () => {
  const time = { cases: 25, median: { least: 0, most: 0 }, p90: { least: 11.2 * DAY, most: 11.8 * DAY } };
  const why = { kind: "usual", basis: "type", time } as const;
  expect(lateReason(41.3 * DAY, 12, why)).toBe("41 days; 90 % of this type return within 12");
  expect(lateReason(41.3 * DAY, 12, { ...why, basis: "all" })).toBe(
    "41 days; 90 % of all items return within 12",
  );
  expect(lateReason(41.3 * DAY, 14, fixed(14).why)).toBe("41 days; the limit for all types is 14");
  expect(boundedDays({ least: 11.2 * DAY, most: 12.5 * DAY })).toBe("12 to 13 days");
  expect(boundedDays({ least: 40.9 * DAY, most: null })).toBe("more than 40 days");
});
