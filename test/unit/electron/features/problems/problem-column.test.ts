import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROBLEM_RULES, type ProblemRule } from "../../../../../shared/features/problems/problems.ts";
import type { ProblemMute } from "../../../../../shared/features/problems/problem-mutes.ts";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import { compute, item, openStore, type TestStore } from "../../store/support.ts";
import { cases } from "../../../../helpers/whole-run.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();

type Fields = Readonly<Record<string, unknown>>;

const HALL = { id: "hall", name: "Hall" };
const FILM = {
  id: "film",
  name: "Film",
  calculatedDensity: 100,
  densityDisplayUnit: "kg/km",
  spoolWeight: 2,
};
const fine = (id: string, fields: Fields = {}): Record<string, unknown> =>
  item(id, { locationId: "hall", materialTypeId: "film", ...fields });

async function storeOf(records: readonly unknown[]): Promise<TestStore> {
  const store = await openStore();
  store.list("types", [FILM]);
  store.list("locations", [HALL]);
  store.list("items", records);
  return store;
}

function problemsOf(store: TestStore, resource = "items"): Record<string, string> {
  const rows = store.sql(`SELECT id, problems FROM ${resource} WHERE problems IS NOT NULL ORDER BY id`);
  return Object.fromEntries(rows.map(({ id, problems }) => [String(id), String(problems)]));
}

function find(store: TestStore, mutes: readonly ProblemMute[] = [], now = NOW): Record<string, string> {
  compute(store, "rows", now, { problems: mutes });
  return problemsOf(store);
}

const mute = (rule: ProblemRule, id: string | null = null): ProblemMute => ({
  resource: "items",
  rule,
  id,
  reason: "Known",
  mutedAt: at(0),
});

describe("data problems", () => {
  it("a problem rule's name has no separator and is unique", () => {
    const rules = [...new Set(Object.values(PROBLEM_RULES).flat())];
    for (const rule of rules) {
      expect(rule).not.toContain(",");
      expect(rules.filter((other) => other.includes(rule))).toEqual([rule]);
    }
  });

  it("a second search writes no row with unchanged problems", async () => {
    const store = await storeOf([fine("a"), fine("b", { locationId: null })]);
    const search = (mutes: readonly ProblemMute[] = []) =>
      compute(store, "rows", NOW, { problems: mutes }).flatMap(({ resource, changed }) =>
        changed ? [resource] : [],
      );
    expect(search()).toEqual(["items"]);
    // Another mute compares all rows again.
    expect(search([mute("negative value")])).toEqual([]);
    expect(search()).toEqual([]);
    expect(problemsOf(store)).toEqual({ b: "no location" });
  });

  it.each<[ProblemRule, Fields]>([
    ["no location", { locationId: null }],
    ["no material type", { materialTypeId: null }],
    ["checked out without holder", { status: "checked_out" }],
    ["holder without check-out", { checkedOutToUserId: "usr_1" }],
    ["remaining above starting length", { remainingLength: 11, startingLength: 10 }],
    ["negative value", { originalLength: -1 }],
    ["weight disagrees with length", { remainingLength: 100, weight: 14 }],
    ["archived but changing", { status: "archived", archivedAt: at(-90), updatedAt: at(-60) }],
    ["updated in the future", { updatedAt: at(6) }],
    ["impossible date", { createdAt: "1969-12-31T23:59:59.999Z" }],
    ["impossible date", { createdAt: "0001-01-01T00:00:00Z" }],
    ["impossible date", { createdAt: at(1_441) }],
    ["impossible date", { checkedOutAt: at(1_441) }],
    ["impossible date", { checkedOutAt: "1899-12-30T00:00:00Z" }],
    ["impossible date", { archivedAt: "9999-12-31T00:00:00Z" }],
    ["impossible date", { updatedAt: "1960-01-01T00:00:00Z" }],
    ["unknown location", { locationId: "gone" }],
    ["unknown material type", { materialTypeId: "gone" }],
  ])("the problem search finds this problem: %s", async (rule, fields) => {
    const store = await storeOf([fine("a"), fine("b", fields)]);
    store.writer.useUnits({ ...NO_UNITS, length: "m", weight: "kg" });
    expect(find(store)).toEqual({ b: rule });
    const query: Query = { version: 1, filter: { field: "problems", op: "contains", value: rule } };
    expect(store.reader.window("items", query, 0, 5, NOW).rows.map((row) => row["id"])).toEqual(["b"]);
    expect(store.reader.count("items", query, NOW).total).toBe(1);
  });

  it.each<[string, Fields]>([
    [
      "an archived item without location or type",
      { status: "archived", locationId: null, materialTypeId: null },
    ],
    ["a checked-out item with a holder", { status: "checked_out", checkedOutToUserId: "usr_1" }],
    ["a full roll", { remainingLength: 10, startingLength: 10 }],
    ["a weight without the spool", { remainingLength: 100, weight: 10 }],
    ["a weight with the spool", { remainingLength: 100, weight: 12 }],
    ["an item with two archiving dates", { status: "archived", archivedAt: at(-1), updatedAt: at(-0.5) }],
    ["a clock that is a little ahead", { updatedAt: at(4) }],
    ["the first instant of 1970", { checkedOutAt: "1970-01-01T00:00:00Z" }],
    ["a check-out dated one day ahead", { checkedOutAt: at(1_440) }],
  ])("the problem search reports no problem for %s", async (_what, fields) => {
    const store = await storeOf([fine("a"), fine("b", fields)]);
    store.writer.useUnits({ ...NO_UNITS, length: "m", weight: "kg" });
    expect(find(store)).toEqual({});
  });

  it("the problem search compares weights with lengths only after the units are confirmed", async () => {
    const store = await storeOf([fine("a", { remainingLength: 100, weight: 500 })]);
    expect(find(store)).toEqual({});
    store.writer.useUnits({ ...NO_UNITS, length: "m", weight: "kg" });
    expect(find(store)).toEqual({ a: "weight disagrees with length" });
    store.list("types", [{ ...FILM, calculatedDensity: 5_000, updatedAt: at(-1) }]);
    expect(find(store)).toEqual({});
  });

  it("the problem search finds a duplicate name until one of the items changes", async () => {
    const store = await storeOf([
      fine("a", { name: "Röll 7" }),
      fine("b", { name: "roll 7" }),
      fine("c", { name: "Roll 07" }),
    ]);
    expect(find(store)).toEqual({ a: "duplicate name", b: "duplicate name" });
    store.list("items", [fine("b", { name: "Roll 8", updatedAt: at(-5) })]);
    expect(find(store)).toEqual({});
    store.list("items", [fine("c", { name: "Roll 8", updatedAt: at(-4) })]);
    expect(find(store)).toEqual({ b: "duplicate name", c: "duplicate name" });
    store.list("items", [fine("b", { name: "Roll 8", status: "archived", updatedAt: at(-3) })]);
    expect(find(store)).toEqual({});
  });

  it("names that differ only in stroked letters count as duplicates", async () => {
    const names = [
      "バルブ",
      "パルプ",
      "ที่ 1",
      "ทา 1",
      "Straße",
      "STRASSE",
      "Łódź",
      "Lo\u200bdz",
      "ﾊﾞﾈ",
      "バネ",
    ];
    const store = await storeOf(names.map((name, row) => fine(`i-${row}`, { name })));
    expect(Object.keys(find(store))).toEqual(["i-4", "i-5", "i-6", "i-7", "i-8", "i-9"]);
  });

  it("a problem ends when its future date passes or its location becomes known", async () => {
    const store = await storeOf([fine("a", { updatedAt: at(60) }), fine("b", { locationId: "yard" })]);
    expect(find(store)).toEqual({ a: "updated in the future", b: "unknown location" });
    store.list("locations", [{ id: "yard", name: "Yard" }]);
    expect(find(store, [], NOW + 120 * MINUTE)).toEqual({});
  });

  it("the problem search skips muted problems until they are unmuted", async () => {
    const store = await storeOf([
      fine("a", { locationId: null }),
      fine("b", { locationId: null, materialTypeId: null }),
    ]);
    const both = { a: "no location", b: "no location, no material type" };
    expect(find(store)).toEqual(both);
    expect(find(store, [mute("no location", "a")])).toEqual({ b: both.b });
    expect(find(store, [mute("no location")])).toEqual({ b: "no material type" });
    expect(
      find(
        store,
        PROBLEM_RULES.items.map((rule) => mute(rule)),
      ),
    ).toEqual({});
    expect(find(store)).toEqual(both);
  });

  it("the problem search compares dates with the service's clock", async () => {
    const store = await storeOf([fine("a", { checkedOutAt: at(600) })]);
    store.writer.saveFacts({ mark: at(-1_000) });
    expect(find(store)).toEqual({ a: "impossible date" });
    store.writer.saveFacts({ mark: at(-800) });
    expect(find(store)).toEqual({});
  });

  it("the problem search accepts a date between the high-water mark and the last response", async () => {
    const store = await storeOf([fine("a", { checkedOutAt: at(-5) })]);
    store.writer.saveFacts({ mark: at(-3 * 24 * 60) });
    expect(find(store)).toEqual({ a: "impossible date" });
    compute(store, "rows", NOW, {}, { answeredAt: NOW });
    expect(problemsOf(store)).toEqual({});
  });

  it("the problem search finds impossible dates of types and locations", async () => {
    const store = await storeOf([]);
    store.list("types", [{ ...FILM, createdAt: "1969-01-01T00:00:00Z", updatedAt: at(-1) }]);
    store.list("locations", [{ ...HALL, createdAt: at(3_000) }]);
    compute(store, "rows", NOW);
    expect(problemsOf(store, "types")).toEqual({ film: "impossible date" });
    expect(problemsOf(store, "locations")).toEqual({ hall: "impossible date" });
  });

  it("the problem search also covers types and locations", async () => {
    const store = await storeOf([]);
    store.list("types", [FILM, { id: "f2", name: "FILM", width: -1 }]);
    store.list("locations", [HALL, { id: "h2", name: "Hall", updatedAt: at(90) }]);
    find(store);
    expect(problemsOf(store, "types")).toEqual({
      f2: "negative value, duplicate name",
      film: "duplicate name",
    });
    expect(problemsOf(store, "locations")).toEqual({
      h2: "duplicate name, updated in the future",
      hall: "duplicate name",
    });
  });

  it("the problem search writes only changed problems", async () => {
    const store = await storeOf([fine("a", { locationId: null }), fine("b")]);
    const changed = () => compute(store, "rows", NOW).map((commit) => commit.changed);
    expect(changed()).toEqual([true, false, false]);
    expect(changed()).toEqual([false, false, false]);
  });

  it("problems found incrementally equal the problems that plain JavaScript finds for any history", async () => {
    const record = fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e"),
      name: fc.constantFrom("One", "one", "Two"),
      status: fc.constantFrom("available", "checked_out", "archived", null),
      locationId: fc.constantFrom("hall", "gone", null),
      materialTypeId: fc.constantFrom("film", "gone", null),
      checkedOutToUserId: fc.constantFrom("usr_1", null),
      remainingLength: fc.constantFrom(-1, 5, 20, null),
      startingLength: fc.constantFrom(10, null),
      weight: fc.constantFrom(-2, 1, null),
      archivedAt: fc.constantFrom(at(-600), null),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(record, { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (passes) => {
          const store = await storeOf([]);
          const known = new Map<string, Fields>();
          for (const [step, records] of passes.entries()) {
            const rows = records.map((fields, place) => ({
              ...item(fields.id),
              ...fields,
              updatedAt: at(step - 300 + place / 60),
            }));
            for (const row of rows) known.set(row.id, row);
            store.list("items", rows);
            find(store);
          }
          const expected = Object.fromEntries(
            [...known.values()].flatMap((row) => {
              const broken = plainProblems(row, [...known.values()]);
              return broken.length === 0 ? [] : [[String(row["id"]), broken.join(", ")]];
            }),
          );
          expect(problemsOf(store)).toEqual(expected);
        },
      ),
      { numRuns: cases(80) },
    );
  });
});

/** A plain version of the rules, for records without units. */
function plainProblems(row: Fields, all: readonly Fields[]): readonly ProblemRule[] {
  const isUsed = row["status"] !== "archived";
  const number = (name: string): number => Number(row[name] ?? Number.NaN);
  const time = (name: string): number => {
    const text = row[name];
    return typeof text === "string" ? Date.parse(text) : Number.NaN;
  };
  const key = (of: Fields): string => (of["name"] as string).toLowerCase();
  const holds: Readonly<Record<(typeof PROBLEM_RULES)["items"][number], boolean>> = {
    "no location": isUsed && row["locationId"] === null,
    "no material type": isUsed && row["materialTypeId"] === null,
    "checked out without holder": row["status"] === "checked_out" && row["checkedOutToUserId"] === null,
    "holder without check-out": row["checkedOutToUserId"] !== null && row["status"] !== "checked_out",
    "remaining above starting length": number("remainingLength") > number("startingLength"),
    "negative value": ["startingLength", "remainingLength", "weight"].some((name) => number(name) < 0),
    "weight disagrees with length": false,
    "duplicate name":
      isUsed
      && all.some((other) => other !== row && other["status"] !== "archived" && key(other) === key(row)),
    "archived but changing": !isUsed && time("updatedAt") > time("archivedAt") + MINUTE,
    "updated in the future": false,
    "impossible date": false,
    "older than seen before": false,
    "unknown location": row["locationId"] === "gone",
    "unknown material type": row["materialTypeId"] === "gone",
  };
  return PROBLEM_RULES.items.filter((rule) => holds[rule]);
}
