import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openInventoryForReading } from "../../../../electron/store/database/inventory-file.ts";
import type { Database } from "../../../../electron/store/database/open-database.ts";
import { serveHere } from "../../../../electron/store/database/worker-rpc.ts";
import { rebuildPast } from "../../../../electron/index/rebuild-past.ts";
import { findPastMoment } from "../../../../electron/store/query/past-moment.ts";
import type { AppFailure } from "../../../../shared/base/errors.ts";
import type { Row } from "../../../../shared/query/query-calls.ts";
import { exportSources, ExportReader } from "../../../../electron/store/query/export-reader.ts";
import { systemClock } from "../../../../electron/base/clock.ts";
import { QUERY_FIELDS, COMPUTED_FIELDS } from "../../../../shared/inventory/fields.ts";
import { STOCK_COLUMNS } from "../../../../shared/inventory/stock-columns.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import { parseInstant } from "../../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../../shared/inventory/resource-names.ts";
import type { Filter, Query } from "../../../../shared/query/query.ts";
import { compute, item, openStore, type TestStore } from "../store/support.ts";
import { cases } from "../../../helpers/whole-run.ts";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-03-01T12:00:00.000Z");
const NOW = FIRST + 1_000 * DAY;
const at = (day: number): number => FIRST + day * DAY;
/** A moment between the observations of one day and the next. */
const endOf = (day: number): string => new Date(at(day) + DAY / 2).toISOString();

const ids = fc.constantFrom("a", "b", "c", "d", "e", "f");
const texts = fc.constantFrom("Film 2", "Film 10", "film ä", "Zange", "100 %_");
const dates = fc.constantFrom(
  null,
  "2026-02-01T00:00:00.000Z",
  "2026-02-01T01:00:00+01:00",
  "2025-12-24T12:00:00.123456Z",
);
const numbers = fc.constantFrom(null, 0, 1.5, 20, 1e9);

const fields = {
  name: texts,
  status: fc.constantFrom("available", "checked_out", "archived", "lost", null),
  locationId: fc.constantFrom(null, "l1", "l2", "l3"),
  materialTypeId: fc.constantFrom(null, "t1", "t2"),
  remainingLength: numbers,
  weight: numbers,
  checkedOutToUserId: fc.constantFrom(null, "u1", "u2"),
  checkedOutAt: dates,
  updatedAt: dates,
};
const itemOf = fc
  .tuple(ids, fc.record(fields), fc.option(fc.constantFrom("x", "y", { deep: [1] })), fc.boolean())
  .map(([id, some, extra, isShort]) => {
    const record = { ...item(id), ...some, ...(extra === null ? {} : { extra }) };
    if (!isShort) return record;
    const { weight: _absent, ...rest } = record;
    return rest;
  });
const typeOf = fc
  .tuple(fc.constantFrom("t1", "t2", "t3"), texts, numbers, fc.constantFrom(null, "EUR", "USD"))
  .map(([id, name, width, currency]) => ({ id, name, width, currency, updatedAt: null }));
const placeOf = fc
  .tuple(fc.constantFrom("l1", "l2", "l3"), texts)
  .map(([id, name]) => ({ id, name, updatedAt: null }));

/** One observation of a refresh. */
type Step =
  | { readonly kind: "pages"; readonly resource: Resource; readonly records: readonly object[] }
  | { readonly kind: "record"; readonly record: object }
  | { readonly kind: "hide"; readonly resource: Resource; readonly id: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: pages("items", itemOf) },
  { weight: 2, arbitrary: pages("types", typeOf) },
  { weight: 2, arbitrary: pages("locations", placeOf) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("record" as const), record: itemOf }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("hide" as const),
      resource: fc.constant("items" as const),
      id: ids,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("hide" as const),
      resource: fc.constant("types" as const),
      id: fc.constantFrom("t1", "t2", "t3"),
    }),
  },
);
function pages(resource: Resource, record: fc.Arbitrary<object>): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant("pages" as const),
    resource: fc.constant(resource),
    records: fc.array(record, { maxLength: 4 }),
  });
}
const day = fc.array(step, { maxLength: 4 });
const history = fc.array(day, { minLength: 1, maxLength: 6 });

let sequence = 1_000;
function observe(store: TestStore, steps: readonly Step[], servedBy: number): void {
  for (const one of steps) {
    sequence += 1;
    const fetched = { sequence, at: servedBy, servedBy, verified: true };
    if (one.kind === "pages") store.list(one.resource, one.records, { sequence, servedBy, fullCheck: true });
    else if (one.kind === "record") store.writer.storeRecord("items", one.record, fetched);
    else store.writer.hideRecord(one.resource, one.id, fetched);
  }
  store.writer.saveFacts({ mark: new Date(servedBy).toISOString() });
}

/** Every row, hidden ones too. */
const ALL: Filter = {
  any: [
    { field: "noLongerReturnedSince", op: "empty" },
    { field: "noLongerReturnedSince", op: "notEmpty" },
  ],
};
/** Queries that need every part of the index, and queries that SQL answers. */
const QUERIES: readonly Query[] = [
  { version: 1, filter: ALL },
  { version: 1 },
  { version: 1, sort: [{ field: "name", direction: "desc" }] },
  { version: 1, sort: [{ field: "id", direction: "desc" }] },
  { version: 1, search: "film" },
];
const ITEM_QUERIES: readonly Query[] = [
  { version: 1, search: "zange" },
  { version: 1, search: "u1" },
  { version: 1, filter: { field: "status", op: "isNot", value: "available" } },
  {
    version: 1,
    filter: { field: "checkedOutAt", op: "notEmpty" },
    sort: [{ field: "locationId", direction: "asc" }],
  },
  { version: 1, sort: [{ field: "weight", direction: "desc" }] },
];

const STOCK_QUERIES: readonly Query[] = [
  { version: 1, filter: { field: "availableCount", op: "gt", value: 0 } },
  { version: 1, sort: [{ field: "totalLength", direction: "desc" }] },
];

const UNITS = { ...NO_UNITS, length: "m", weight: "kg" } as const;
const STOCK_NAMES: readonly string[] = STOCK_COLUMNS.map(({ name }) => name);
/** Whether a column has no history. */
const isWithoutPast = (resource: Resource, name: string): boolean =>
  COMPUTED_FIELDS[resource].some((field) => field.name === name) && !STOCK_NAMES.includes(name);

/** All answers of queries, except for columns without history. */
function answers(store: TestStore, asOf: string | null, now: number): object {
  const past = asOf === null ? {} : { asOf };
  return Object.fromEntries(
    RESOURCES.map((resource) => {
      const queries = [...QUERIES, ...(resource === "items" ? ITEM_QUERIES : STOCK_QUERIES)];
      const rows = queries.map((query) => {
        const { rows: found, total } = store.reader.window(resource, { ...query, ...past }, 0, 100, now);
        return [
          total,
          found.map((row) => Object.entries(row).filter(([name]) => !isWithoutPast(resource, name))),
        ];
      });
      return [resource, rows];
    }),
  );
}

/**
 * The part of a record that the log of changes stores: no unknown fields, null for absent values, instants in
 * one format.
 */
function logged({ extra: _unknown, ...record }: Record<string, unknown>): unknown {
  const known = Object.entries(record).filter(([, value]) => value !== null);
  return known.map(([name, value]) => [name, name.endsWith("At") ? parseInstant(String(value)) : value]);
}

/** The rows and records that an export by SQL alone writes. */
function exported(store: TestStore, asOf: string | null): object {
  const query: Query = { version: 1, filter: ALL, ...(asOf === null ? {} : { asOf }) };
  return RESOURCES.map((resource) => {
    const reader = new ExportReader(store.file, { resource, query, now: NOW });
    const names = QUERY_FIELDS[resource]
      .map(({ name }) => name)
      .filter((name) => !isWithoutPast(resource, name));
    const cells = [...reader.cells(exportSources(resource, names))];
    const records = [...reader.records()].map(logged);
    reader.close();
    return [cells, records];
  });
}

async function firstPull(): Promise<TestStore> {
  const store = await openStore();
  const first = { servedBy: at(-1), fullCheck: true };
  store.list("locations", [{ id: "l1", name: "Hall" }], first);
  store.list("types", [{ id: "t1", name: "PET film" }], first);
  const finish = {
    everything: true,
    facts: { firstPullComplete: true, mark: new Date(at(-1)).toISOString() },
  };
  store.list("items", [item("a"), item("b", { name: "Zange", locationId: "l1" })], { ...first, finish });
  store.writer.useUnits(UNITS);
  return store;
}

describe("rows of a past day", () => {
  it("rebuilt past rows equal the recorded rows for any history", async () => {
    await fc.assert(
      fc.asyncProperty(history, day, async (days, later) => {
        const store = await firstPull();
        const recorded = days.map((steps, number) => {
          observe(store, steps, at(number));
          compute(store, "stock", at(number));
          return [answers(store, null, NOW), exported(store, null)] as const;
        });
        const check = (): void => {
          for (const [number, [rows, files]] of recorded.entries()) {
            expect(answers(store, endOf(number), NOW)).toEqual(rows);
            expect(exported(store, endOf(number))).toEqual(files);
          }
        };
        check();
        // Further refreshes arrive while the last day is open.
        observe(store, later, at(days.length + 1));
        compute(store, "stock", at(days.length + 1));
        check();
      }),
      { numRuns: cases(25) },
    );
  }, 120_000);

  it("a time before the first observation is refused with the earliest known time", async () => {
    const store = await firstPull();
    const refused = (): unknown => {
      try {
        return store.reader.window("items", { version: 1, asOf: endOf(-3) }, 0, 10, NOW);
      } catch (thrown) {
        return (thrown as AppFailure).error;
      }
    };
    expect(refused()).toMatchObject({
      kind: "not_observed",
      message: expect.stringMatching(/^Nothing was observed before .*2026/),
    });
    expect(rowsAt(store, endOf(-1))).toHaveLength(2);
  });

  it("rows are known back to the newest deleted change", async () => {
    const store = await firstPull();
    for (const number of [0, 1, 2]) change(store, number, { weight: number });
    store.writer.prune({ days: 3_650, changes: 1 }, at(3));
    expect(() => rowsAt(store, endOf(0))).toThrow(/Nothing was observed before/);
    expect(rowsAt(store, endOf(1))).toMatchObject([{ weight: 1 }, {}]);
    expect(store.writer.describe().facts.observedSince).toBe(new Date(at(1)).toISOString());
  });

  it("an open past day is refused after its later changes were deleted", async () => {
    const store = await firstPull();
    for (const number of [0, 1, 2]) change(store, number, { weight: number });
    expect(rowsAt(store, endOf(0))).toMatchObject([{ weight: 0 }, {}]);
    store.writer.prune({ days: 3_650, changes: 1 }, at(3));
    expect(() => rowsAt(store, endOf(0))).toThrow(/Nothing was observed before/);
  });

  it("a day without a refresh has the rows of the last refresh before that day", async () => {
    const store = await firstPull();
    change(store, 0, { weight: 1 });
    change(store, 5, { weight: 2 });
    expect(findPastMoment(openToRead(store.file), parseInstant(endOf(3)) ?? 0)).toMatchObject({
      refreshedAt: at(0) * 1_000,
    });
    const gap = {
      changedNotBefore: new Date(at(0)).toISOString(),
      changedNotAfter: new Date(at(5)).toISOString(),
    };
    expect(rowsAt(store, endOf(3))).toMatchObject([
      { id: "a", weight: 1, ...gap },
      { changedNotBefore: null },
    ]);
    const inGap: Filter = { field: "changedNotAfter", op: "notEmpty" };
    expect(rowsAt(store, endOf(3), { filter: inGap })).toMatchObject([{ id: "a" }]);
    // The change on day 5 was not made before day 0, so the rows of day 5 are certain.
    expect(rowsAt(store, endOf(5), { filter: inGap })).toEqual([]);
  });

  it("durations of a past day end at the past day", async () => {
    const store = await firstPull();
    change(store, 0, { status: "checked_out", checkedOutAt: new Date(at(0)).toISOString() });
    const outLong: Filter = { field: "checkedOutAt", op: "olderThan", value: "P2D" };
    change(store, 9, { status: "available", checkedOutAt: null });
    expect(rowsAt(store, endOf(1), { filter: outLong })).toEqual([]);
    expect(rowsAt(store, endOf(4), { filter: outLong })).toMatchObject([{ id: "a" }]);
    expect(rowsAt(store, new Date(NOW + DAY).toISOString())).toMatchObject([{ status: "available" }, {}]);
  });

  it("a past day's type counts its stock from that day's items", async () => {
    const store = await firstPull();
    change(store, 0, { materialTypeId: "t1", weight: 1.5 });
    change(store, 1, { materialTypeId: null });
    compute(store, "stock", at(1));
    const [type] = store.reader.window("types", { version: 1 }, 0, 1, NOW).rows;
    expect(type).toMatchObject({ itemCount: 0, outLongerCount: 0 });
    const [past] = store.reader.window("types", { version: 1, asOf: endOf(0) }, 0, 1, NOW).rows;
    expect(past).toMatchObject({ name: "PET film", itemCount: 1, totalWeight: 1.5, outLongerCount: null });
  });

  it("a past day shows, finds and exports the present notes, also those of later", async () => {
    const store = await firstPull();
    change(store, 0, { weight: 1 });
    const note = (text: string): void =>
      void compute(store, "rows", NOW, { notes: [{ itemId: "a", text, outAt: "" }] });
    const found = (search: string): unknown =>
      rowsAt(store, endOf(-1), { search }).map(({ id, itemNote }) => [id, itemNote]);
    note("box is damaged");
    expect(found("damaged")).toEqual([["a", "box is damaged"]]);
    note("box was replaced");
    expect(found("replaced")).toEqual([["a", "box was replaced"]]);
    expect(found("damaged")).toEqual([]);
    const query: Query = { version: 1, asOf: endOf(-1) };
    const reader = new ExportReader(store.file, { resource: "items", query, now: NOW });
    expect([...reader.cells(exportSources("items", ["id", "itemNote"]))]).toContainEqual([
      "a",
      "box was replaced",
    ]);
    reader.close();
  });

  it("renamed rows keep their position in an open past day sorted by name", async () => {
    const store = await firstPull();
    const descending: Partial<Query> = { sort: [{ field: "name", direction: "desc" }] };
    const records = (name: string): object[] =>
      Array.from({ length: 30 }, (_, number) => item(`i${number}`, { name: `${name} ${number % 7}` }));
    store.list("items", records("Roll"), { servedBy: at(0) });
    const before = rowsAt(store, null, descending).map(({ id }) => id);
    change(store, 1, { weight: 1 });
    expect(rowsAt(store, endOf(0))).toHaveLength(32);
    store.list("items", records("Aal").slice(0, 9), { servedBy: at(2) });
    expect(rowsAt(store, endOf(0), descending).map(({ id }) => id)).toEqual(before);
  });

  it("many renamed rows are sorted by their old names", async () => {
    const store = await firstPull();
    const records = (name: (at: number) => string): object[] =>
      Array.from({ length: 300 }, (_, number) => item(`i${number}`, { name: name(number) }));
    store.list(
      "items",
      records((number) => `Roll ${number}`),
      { servedBy: at(0) },
    );
    const before = rowsAt(store, null);
    store.list(
      "items",
      records((number) => `Zange ${(number * 7) % 100}`),
      { servedBy: at(2) },
    );
    expect(rowsAt(store, endOf(0)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("a long past is rebuilt in steps", async () => {
    const store = await firstPull();
    for (let number = 0; number < 3; number += 1) change(store, number, { weight: number });
    const asOf = endOf(-1);
    const steps = [store.reader.rebuildPast(asOf)];
    while (steps.at(-1)?.isReady !== true) steps.push(store.reader.rebuildPast(asOf));
    expect(steps.at(-1)).toEqual({ done: 3, total: 3, isReady: true, refreshedAt: at(-1) * 1_000 });
    expect(rowsAt(store, null)).toMatchObject([{ weight: 2 }, {}]);
    expect(rowsAt(store, asOf)).toMatchObject([{ weight: null }, {}]);
    store.reader.closePast(endOf(0));
    store.reader.closePast(asOf);
    expect(rowsAt(store, asOf)).toMatchObject([{ weight: null }, {}]);
  });
});

describe("two past days at once", () => {
  it("two past days opened at once are rebuilt in turn", async () => {
    const store = await firstPull();
    const many = Array.from({ length: 4_000 }, (_, number) => `many-${number}`);
    for (const day of [0, 1, 2, 3, 4])
      observe(
        store,
        [{ kind: "pages", resource: "items", records: many.map((id) => item(id, { weight: day })) }],
        at(day),
      );
    const reader = serveHere(() => store.reader);
    // With this clock, a step ends after the first changes that it undoes, even on a fast machine.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 30));
    onTestFinished(() => clock.mockRestore());
    let steps = 0;
    const onProgress = (): void => void (steps += 1);
    const rebuilt = await Promise.all(
      [endOf(0), endOf(1)].map((asOf) => rebuildPast(reader, asOf, systemClock, { onProgress })),
    );
    expect(rebuilt.map(({ done, isReady }) => [done, isReady])).toEqual([
      [16_000, true],
      [12_000, true],
    ]);
    // Each past day needed several steps, between which the other day could have closed it.
    expect(steps).toBeGreaterThan(20);
  });
});

const openToRead = (file: string): Database => {
  const database = openInventoryForReading(file);
  onTestFinished(() => database.close());
  return database;
};

/** Observes one change of the item "a". */
function change(store: TestStore, number: number, some: Readonly<Record<string, unknown>>): void {
  observe(store, [{ kind: "pages", resource: "items", records: [item("a", some)] }], at(number));
}

function rowsAt(store: TestStore, asOf: string | null, parts: Partial<Query> = {}): readonly Row[] {
  const query: Query = { version: 1, ...parts, ...(asOf === null ? {} : { asOf }) };
  return store.reader.window("items", query, 0, 500, NOW).rows;
}
