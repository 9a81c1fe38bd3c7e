import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "../../../../../electron/store/database/decode.ts";
import { encode, type Encoded } from "../../../../../electron/store/database/encode.ts";
import { fieldColumns } from "../../../../../electron/store/database/columns.ts";
import { FIELDS } from "../../../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../../../shared/inventory/resource-names.ts";
import { item, openStore } from "../support.ts";

function encoded(record: unknown): Encoded {
  const result = encode("items", record);
  if ("reason" in result) throw new Error(result.reason);
  return result;
}

const reasonOf = (record: unknown): string => {
  const result = encode("items", record);
  return "reason" in result ? result.reason : "stored";
};

const roundTrip = (record: unknown): unknown => {
  const { cells, unmapped } = encoded(record);
  return decode("items", cells, unmapped);
};

const DATES = [
  "2026-01-02T03:04:05.678Z",
  "2026-01-02T03:04:05Z",
  "2026-01-02T03:04:05.123456789+05:30",
  "2026-01-02t03:04z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
];

describe("encode() and decode()", () => {
  it("a record with a column for each field is stored only in columns", () => {
    const record = item("a", { weight: 1.5, updatedAt: "2026-01-01T00:00:00.000Z" });
    expect(encoded(record).unmapped).toBeNull();
    expect(roundTrip(record)).toEqual(record);
  });

  it("the store distinguishes a missing field from null", () => {
    const { weight: _absent, ...record } = item("a", { status: null });
    const back = roundTrip(record);
    expect(back).toEqual(record);
    expect(back).not.toHaveProperty("weight");
    expect(back).toHaveProperty("status", null);
  });

  it.each(DATES)("the store returns the date %s exactly as received", (checkedOutAt) => {
    expect(roundTrip(item("a", { checkedOutAt }))).toHaveProperty("checkedOutAt", checkedOutAt);
  });

  it("the store keeps unknown fields, even a field called __proto__", () => {
    const text =
      '{"id":"a","name":"n","colour":{"rgb":[1,null]},"__proto__":{"polluted":true},"constructor":1}';
    const back = roundTrip(JSON.parse(text)) as object;
    expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(text));
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect("polluted" in back).toBe(false);
  });

  it.each([
    [{ name: "n" }, /^id/],
    [{ id: 7, name: "n" }, /^id/],
    [{ id: "", name: "n" }, /^id/],
    [{ id: "a\u0000b", name: "n" }, /^id/],
    [{ id: "a\ud800", name: "n" }, /^id/],
    [{ id: "a" }, /^name/],
    [{ id: "a", name: null }, /^name/],
    [{ id: "a", name: "n", weight: "12" }, /^weight/],
    [{ id: "a", name: "n", updatedAt: "yesterday" }, /^updatedAt/],
    [null, /^record/],
    [[], /^record/],
    ["text", /^record/],
  ])("the store reports %j as malformed and names the field", (record, reason) => {
    expect(reasonOf(record)).toMatch(reason);
  });

  it("the store reports a name that is megabytes long as malformed", () => {
    expect(reasonOf({ id: "a", name: "x".repeat(10_000_000) })).toMatch(/^name/);
  });

  it("the store accepts a status outside the specification", () => {
    expect(reasonOf(item("a", { status: "on_the_moon" }))).toBe("stored");
  });

  it("an encoded record has one cell per column, in column order", () => {
    for (const resource of RESOURCES) {
      const record = Object.fromEntries(
        FIELDS[resource].map(({ name, kind }) => [
          name,
          kind === "number" ? 1 : kind === "date" ? null : name,
        ]),
      );
      const result = encode(resource, record) as Encoded;
      const expected = FIELDS[resource].map(({ name, kind }) =>
        kind === "number" ? 1 : kind === "date" ? null : name,
      );
      expect(fieldColumns(resource)).toEqual(FIELDS[resource].map(({ name }) => name));
      expect(result.cells).toEqual(expected);
    }
  });
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("a\u0000b", "x\ud800", "\udc00", "Käfig 10"),
);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(value, fc.constantFrom(null, undefined));
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const date = fc.oneof(
  fc.constantFrom(...DATES),
  fc
    .date({
      noInvalidDate: true,
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T00:00:00Z"),
    })
    .map((when) => when.toISOString()),
);

const anyItem = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    name: text,
    status: optional(text),
    locationId: optional(text),
    remainingLength: optional(number),
    weight: optional(number),
    checkedOutToUserId: optional(text),
    checkedOutAt: optional(date),
    updatedAt: optional(date),
    extra: optional(fc.jsonValue()),
  })
  .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

describe("records in the store", () => {
  it("the store returns any record as received and skips unchanged records", async () => {
    const store = await openStore();
    let runs = 0;
    fc.assert(
      fc.property(anyItem, (some) => {
        const record = { ...some, id: `${(runs += 1)} ${some["id"] as string}` };
        const json = JSON.stringify(record);
        store.list("items", [JSON.parse(json)]);
        expect(store.reader.record("items", record.id)?.raw).toEqual(JSON.parse(json));
        expect(store.list("items", [JSON.parse(json)])).toMatchObject({
          changed: false,
          tally: { written: 0 },
        });
      }),
      { numRuns: 200 },
    );
  });

  it("the store sorts rows with dates from year 0001 to 9999", async () => {
    const store = await openStore();
    const dates = ["0001-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
    store.list(
      "items",
      dates.map((checkedOutAt, index) => item(`i${index}`, { checkedOutAt })),
    );
    const { rows } = store.reader.window(
      "items",
      { version: 1, sort: [{ field: "checkedOutAt", direction: "desc" }] },
      0,
      10,
      0,
    );
    expect(rows.map(({ checkedOutAt }) => checkedOutAt)).toEqual([
      "9999-12-31T23:59:59.000Z",
      "2026-01-01T00:00:00.000Z",
      "0001-01-01T00:00:00.000Z",
    ]);
  });
});
