import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { microseconds, parquetStream, scaledAmount } from "../../../../electron/delivery/files/parquet.ts";
import { exportColumns } from "../../../../electron/store/query/export-reader.ts";
import { formatInstant, parseInstant } from "../../../../shared/base/time/instant.ts";
import { item, openStore, type TestStore } from "../../../unit/electron/store/support.ts";
import { microsecondsOf, readParquet } from "./read-parquet.ts";
import { COLUMNS, exported } from "./support.ts";
import { cases } from "../../../helpers/whole-run.ts";

const DATES = new Set(["checkedOutAt", "archivedAt", "createdAt", "updatedAt"]);

/** The stored rows in the form that a file must have, in the default order. */
function stored(store: TestStore): readonly Readonly<Record<string, unknown>>[] {
  return store.sql("SELECT * FROM items ORDER BY nameSort, id").map((row) =>
    Object.fromEntries(
      COLUMNS.map((name) => {
        const value = row[name];
        if (!DATES.has(name) || typeof value !== "number") return [name, value];
        return [name, microsecondsOf(formatInstant(value))];
      }),
    ),
  );
}

async function expectRoundTrip(store: TestStore): Promise<void> {
  const { rows } = await readParquet(await exported(store.file, { format: "parquet" }));
  expect(rows).toEqual(stored(store));
}

const awkwardText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("=", ",", '"', "\n", "\u0000", "\ud83e", "\udffb", "🧻", "é"),
    maxLength: 8,
  }),
);
const randomItem = fc.record({
  name: awkwardText,
  status: fc.oneof(fc.constantFrom("available", "archived"), awkwardText),
  checkedOutToUserId: fc.option(awkwardText),
  weight: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  remainingLength: fc.option(fc.constantFrom(-0, 0, 1, 5e-324, 1.7976931348623157e308, 0.1 + 0.2)),
  originalLength: fc.option(fc.maxSafeInteger()),
  createdAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(8.6e12) })
    .map((date) => date.toISOString()),
  checkedOutAt: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 999_999 }))
      .map(
        ([year, micro]) =>
          `${String(year).padStart(4, "0")}-05-06T07:08:09.${String(micro).padStart(6, "0")}Z`,
      ),
  ),
});

describe("an export to Parquet", () => {
  it("hyparquet reads random rows back exactly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomItem, { minLength: 1, maxLength: 60 }), async (items) => {
        const store = await openStore();
        store.list(
          "items",
          items.map((fields, at) => item(`item-${at}`, fields)),
        );
        expect(stored(store).length).toBe(items.length);
        await expectRoundTrip(store);
      }),
      { numRuns: cases(12) },
    );
  });

  it("rows in several row groups keep their order and appear once", async () => {
    const store = await openStore();
    const count = 20_001;
    store.list(
      "items",
      Array.from({ length: count }, (_, at) =>
        item(`item-${at}`, { status: at % 2 === 0 ? "available" : null, weight: at / 8, archivedAt: null }),
      ),
    );
    const read = await readParquet(await exported(store.file, { format: "parquet" }));
    expect(read.groups).toBe(3);
    expect(read.rows).toEqual(stored(store));
  });

  it("every column has its field's type, even in a file without rows", async () => {
    const store = await openStore();
    const columns = exportColumns("items");
    const read = await readParquet(await exported(store.file, { format: "parquet", columns }));
    expect(read.rows).toEqual([]);
    expect(Object.keys(read.types)).toEqual(columns);
    expect(read.types).toMatchObject({
      id: "text",
      status: "text",
      weight: "DOUBLE",
      checkedOutAt: "TIMESTAMP(MICROS, UTC)",
      noLongerReturnedSince: "TIMESTAMP(MICROS, UTC)",
      value: "DECIMAL(28,4)",
      valueCurrency: "text",
      locationName: "text",
    });
    const types = await exported(store.file, {
      format: "parquet",
      resource: "types",
      columns: exportColumns("types"),
    });
    expect((await readParquet(types)).types).toMatchObject({
      itemCount: "INT64",
      outLongerCount: "INT64",
      totalLength: "DOUBLE",
      pricePerFoot: "DOUBLE",
      stockValue: "DECIMAL(28,4)",
    });
  });

  it("amounts are exact, counts are whole numbers, and missing values are null", async () => {
    const store = await openStore();
    store.list("items", [item("a"), item("b"), item("c"), item("d")]);
    store.sql("UPDATE items SET value = 1234.57, valueCurrency = 'EUR' WHERE id = 'a'");
    store.sql("UPDATE items SET value = 9007199254740991, valueCurrency = 'JPY' WHERE id = 'b'");
    store.sql("UPDATE items SET value = 0.0001, valueCurrency = 'CLF' WHERE id = 'c'");
    const columns = ["id", "value"];
    const { rows } = await readParquet(await exported(store.file, { format: "parquet", columns }));
    expect(rows).toEqual([
      { id: "a", value: 12_345_700n },
      { id: "b", value: 90_071_992_547_409_910_000n },
      { id: "c", value: 1n },
      { id: "d", value: null },
    ]);
    store.list("types", [{ id: "t", name: "Film" }]);
    store.sql("UPDATE types SET itemCount = 3, totalLength = 1.5");
    const counts = await exported(store.file, {
      format: "parquet",
      resource: "types",
      columns: ["itemCount", "availableCount", "totalLength"],
    });
    expect((await readParquet(counts)).rows).toEqual([
      { itemCount: 3n, availableCount: null, totalLength: 1.5 },
    ]);
  });

  it("every instant keeps its microseconds", () => {
    // Between 2004 and 2005, half of the instants change if they are divided and multiplied by a thousand.
    const instants = fc.oneof(
      fc.integer({ min: 1.0995e15, max: 1.126e15 }),
      fc.integer({ min: -8e15, max: 8e15 - 1 }),
    );
    fc.assert(
      fc.property(instants, (instant) => {
        expect(microseconds(instant)).toBe(BigInt(instant));
      }),
    );
    const far = parseInstant("9999-12-31T23:59:59.999Z") ?? 0;
    expect(microseconds(far)).toBe(BigInt(Date.parse("9999-12-31T23:59:59.999Z")) * 1_000n);
  });

  it("row groups with long texts are smaller, and the rows keep their order", async () => {
    const store = await openStore();
    const items = Array.from({ length: 3_000 }, (_, at) =>
      item(`i-${at}`, { name: `${String(at).padStart(4, "0")}${"x".repeat(9_000)}` }),
    );
    store.list("items", items);
    const { rows, groups } = await readParquet(await exported(store.file, { format: "parquet" }));
    expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(groups).toBeGreaterThan(2);
  });

  it("scaledAmount() returns the decimal that JavaScript prints", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(0, 2, 3, 4), (minor, digits) => {
        const amount = minor / 10 ** digits;
        const scaled = scaledAmount(amount);
        const text = `${scaled < 0n ? "-" : ""}${String(scaled < 0n ? -scaled : scaled).padStart(5, "0")}`;
        expect(Number(`${text.slice(0, -4)}.${text.slice(-4)}`)).toBe(amount);
        if (Math.abs(minor) < 1e15) expect(scaled).toBe(BigInt(minor) * 10n ** BigInt(4 - digits));
      }),
    );
    expect(scaledAmount(1e22)).toBe(10n ** 26n);
    expect(() => scaledAmount(0.00001)).toThrow("more than 4 decimals");
  });

  it("a Parquet file describes the export in its metadata and has column names without units", async () => {
    const store = await openStore();
    store.list("items", [item("a")]);
    const read = await readParquet(await exported(store.file, { format: "parquet" }));
    expect(read.createdBy).toBe("Stockdeck version 9.8.7");
    expect(read.facts).toMatchObject({
      kind: "stockdeck-export",
      format: "parquet",
      profile: "Main hall",
      resource: "items",
      rows: 1,
      query: { words: expect.arrayContaining(["Every one of the items"]) },
    });
    expect(Object.keys(read.types)).toEqual(COLUMNS);
  });

  it("unpaired surrogates become replacement characters", async () => {
    const chunks: Uint8Array[] = [];
    const content = {
      columns: [{ name: "text", type: "text", isUnique: false }] as const,
      groups: [[["a\ud83eb", null, "=1+1"]]],
      createdBy: "test",
      facts: "{}",
    };
    for await (const chunk of parquetStream(content, async () => {})) chunks.push(chunk);
    const { parquetReadObjects } = await import("hyparquet");
    const bytes = new Uint8Array(Buffer.concat(chunks));
    expect(await parquetReadObjects({ file: bytes.buffer })).toEqual([
      { text: "a\ufffdb" },
      { text: null },
      { text: "=1+1" },
    ]);
  });
});
