import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStandIn, limitRecord } from "../../../../shared/inventory/record-limits.ts";

const whole = { id: "a", name: "A", status: "available", weight: 1, updatedAt: "2026-01-01T00:00:00Z" };

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe("limitRecord()", () => {
  it("limitRecord() returns the same object for an ordinary record", () => {
    expect(limitRecord("items", whole)).toBe(whole);
    expect(limitRecord("locations", { id: "l", name: "L" })).toEqual({ id: "l", name: "L" });
  });

  it("limitRecord() keeps small unknown fields of any kind", () => {
    const record = { ...whole, colour: "red", tags: ["a", { b: null }], __proto__x: 1 };
    expect(limitRecord("items", record)).toEqual(record);
  });

  it.each([
    ["a text", "x".repeat(16_000), 16_002],
    ["a text of two-byte letters", "é".repeat(20_000), 40_002],
    ["a text of surrogate pairs", "😀".repeat(10_000), 40_002],
    ["a list", Array<number>(10_000).fill(1), 20_001],
    ["an object", { list: "y".repeat(20_000) }, 20_011],
  ])("limitRecord() replaces a too long unknown field by its length: %s", (_what, value, notKeptBytes) => {
    expect(limitRecord("items", { ...whole, extra: value })).toEqual({ ...whole, extra: { notKeptBytes } });
  });

  it("limitRecord() keeps 64,000 characters of unknown fields", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, "v".repeat(95)]));
    const limited = limitRecord("items", { ...whole, ...many }) as Record<string, unknown>;
    expect(JSON.stringify(limited).length).toBeLessThan(75_000);
    expect(limited["f0"]).toBe("v".repeat(95));
    const kept = Object.keys(limited).filter((name) => /^f\d+$/.test(name)).length;
    expect(limited["stockdeck:furtherFields"]).toBe(5_000 - kept);
  });

  it("limitRecord() limits a record with too long field names", () => {
    const long = limitRecord("items", { ...whole, ["n".repeat(1_000_000)]: 1 });
    expect(JSON.stringify(long).length).toBeLessThan(1_000);
  });

  it("limitRecord() replaces a record nested deeper than 200 levels", () => {
    expect(limitRecord("items", { ...whole, x: nested(199) })).toEqual({ ...whole, x: nested(199) });
    const deep = limitRecord("items", { ...whole, x: nested(200) }) as Record<string, unknown>;
    expect([isStandIn(deep), deep["id"], deep["name"]]).toEqual([true, "a", "A"]);
    expect(isStandIn(limitRecord("types", nested(100_000)) as Record<string, unknown>)).toBe(true);
  });

  it("limitRecord() limits the size of a value that is not a record", () => {
    expect(limitRecord("items", null)).toBeNull();
    expect(limitRecord("items", 7)).toBe(7);
    expect(limitRecord("items", Array(1_000_000).fill(1))).toEqual([]);
    expect((limitRecord("items", "s".repeat(1_000_000)) as string).length).toBe(10_001);
  });

  it("limitRecord() keeps a known field too long for the store to accept", () => {
    const { name, weight } = limitRecord("items", {
      ...whole,
      name: "n".repeat(50_000),
      weight: "w".repeat(50_000),
    }) as Record<string, string>;
    expect([name?.length, weight?.length]).toEqual([10_001, 10_001]);
  });

  it("limitRecord() limits any record, and a second call changes nothing", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3, maxKeys: 30 }), fc.nat(40_000), (extra, length) => {
        const record = { ...whole, ...extra, long: "z".repeat(length) };
        const limited = limitRecord("items", record);
        expect(JSON.stringify(limited).length).toBeLessThan(400_000);
        expect(limitRecord("items", limited)).toEqual(limited);
      }),
      { numRuns: 300 },
    );
  });
});
