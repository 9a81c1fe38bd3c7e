import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogramOf } from "../../../../electron/index/histogram.ts";
import { Bitmap } from "../../../../electron/index/bitmap.ts";
import { bucketBounds } from "../../../../shared/query/bucket-edges.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { histogramOf as modelHistogram } from "../store/query/model-answers.ts";
import { item, openStore } from "../store/support.ts";

const ALL: Query = { version: 1 };
const NO_NAMES = {
  locations: new Map<string, string>(),
  types: new Map<string, string>(),
  names: new Map<string, string>(),
};

describe("a histogram", () => {
  it("a histogram has each bucket's bounds and count, and counts empty values separately", async () => {
    const store = await openStore();
    const weights = [0, 1, 2.4, 2.5, 9.99, 10, null];
    store.list(
      "items",
      weights.map((weight, at) => item(`i-${at}`, { weight, status: at < 4 ? "available" : "archived" })),
    );
    expect(store.reader.histogram("items", ALL, "weight", 4, 0)).toEqual({
      bounds: { min: 0, max: 10 },
      buckets: [3, 1, 0, 2],
      empty: 1,
    });
    const archived: Query = { version: 1, filter: { field: "status", op: "is", value: "archived" } };
    expect(store.reader.histogram("items", archived, "weight", 2, 0)).toEqual({
      bounds: { min: 9.99, max: 10 },
      buckets: [1, 1],
      empty: 1,
    });
  });

  it("a histogram has one bucket for a single number", async () => {
    const store = await openStore();
    store.list("items", [item("a", { weight: -0.5 }), item("b", { weight: -0.5 }), item("c")]);
    expect(store.reader.histogram("items", ALL, "weight", 30, 0)).toEqual({
      bounds: { min: -0.5, max: -0.5 },
      buckets: [2],
      empty: 1,
    });
    expect(store.reader.histogram("items", ALL, "remainingLength", 30, 0)).toEqual({
      bounds: null,
      buckets: [],
      empty: 3,
    });
    store.list("items", [item("d", { weight: 1e308 }), item("e", { weight: -1e308 })]);
    expect(store.reader.histogram("items", ALL, "weight", 30, 0).buckets).toEqual([4]);
  });

  it("a histogram refuses a field that is not numeric", async () => {
    const store = await openStore();
    expect(() => store.reader.histogram("items", ALL, "status", 10, 0)).toThrow(/holds numbers/);
    expect(() => store.reader.histogram("items", ALL, "weight); --", 10, 0)).toThrow(/holds numbers/);
  });
});

describe("histograms of any numbers", () => {
  it("a histogram of any numbers equals the result of plain JavaScript", async () => {
    const store = await openStore();
    let sequence = 1;
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 50 }),
        (weights, buckets) => {
          sequence += 1;
          const records = Array.from({ length: 40 }, (_, at) =>
            item(`i-${at}`, { weight: weights[at] ?? null, updatedAt: null }),
          );
          store.list("items", records, { sequence });
          const found = store.reader.histogram("items", ALL, "weight", buckets, 0);
          const rows = store.sql("SELECT id, name, weight FROM items");
          const model = { resource: "items", rows, names: NO_NAMES, now: 0 } as const;
          expect(found).toEqual(modelHistogram(model, ALL, "weight", buckets));
          expect(found.buckets.reduce((sum, count) => sum + count, found.empty)).toBe(40);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("each bucket's bounds include exactly the numbers counted in the bucket", () => {
    const count = (values: Float64Array, buckets: number): void => {
      const found = histogramOf(Bitmap.full(values.length), values, buckets);
      const { bounds } = found;
      if (!bounds) throw new Error("There are no bounds.");
      const included = found.buckets.map((_, bucket) => {
        const { min, max } = bucketBounds(bounds, found.buckets.length, bucket);
        return values.filter((value) => value >= min && value <= max).length;
      });
      expect(included).toEqual(found.buckets);
    };
    // Lengths with one decimal are often on an edge, so that the rounding decides.
    for (let least = 0; least < 20; least += 1)
      for (let span = 1; span <= 20; span += 1)
        count(
          Float64Array.from({ length: span * 10 + 1 }, (_, at) => (least * 11 + at) / 10),
          12,
        );
    // The numbers are so close together that several edges are equal.
    count(
      Float64Array.from({ length: 9 }, (_, at) => 1e15 + at / 8),
      50,
    );
    fc.assert(
      fc.property(
        fc.float64Array({ noNaN: true, noDefaultInfinity: true, minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        count,
      ),
    );
  });

  it("a histogram of a million rows counts each row once", () => {
    const values = Float64Array.from({ length: 1_000_000 }, (_, at) => (at * 7_919) % 100_003);
    const { buckets } = histogramOf(Bitmap.full(values.length), values, 40);
    expect(buckets.reduce((sum, count) => sum + count)).toBe(values.length);
  });
});
