import fs from "node:fs";
import { read as readSheet, utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportPlan } from "../../../../electron/exports/write/export-plan.ts";
import { NO_UNITS } from "../../../../shared/domain/units.ts";
import { namedColumns } from "../../../../shared/views/shown-columns.ts";
import { item, openStore, type TestStore } from "../../../unit/electron/store/support.ts";
import { exported } from "../write/support.ts";
import { compared, written } from "./support.ts";

const AWKWARD: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'say "hi"', id: "-dash", status: "" },
  { name: "line\nfeed", status: "two\r\nlines" },
  { name: "tab\tinside", checkedOutToUserId: "\tfirst" },
  { name: "000123", locationId: "007" },
  { name: "=1+1", id: "=id" },
  { name: "'=already", checkedOutToUserId: "\rreturn" },
  { name: "a;=1+1", checkedOutToUserId: "\nfeed", status: "＝wide" },
  { name: 'b,"-1', checkedOutToUserId: "c|@d", id: "x;-y" },
  { name: "שלום, 👩‍👩‍👧; |", status: '"a,b"' },
  { name: " <b>&amp;</b> ", checkedOutToUserId: "_x0041_" },
  { name: "control \u0001\u001f\u007f \u2028", checkedOutToUserId: "" },
  { name: "long ".repeat(1_900), status: "x" },
  { weight: -2.5, startingLength: 1e-7, originalLength: 5e-324, remainingLength: 1.7976931348623157e308 },
  { weight: 0.1 + 0.2, startingLength: 1e21, originalLength: 123_456_789_012_345_680, remainingLength: -0 },
  { createdAt: "1066-10-14T09:00:00.000Z", updatedAt: "1899-12-31T23:59:59.999Z" },
  { createdAt: "1900-03-01T00:00:00.000Z", updatedAt: "2026-11-21T10:11:12.123456Z" },
  { checkedOutAt: "1969-12-31T23:59:59.999Z", archivedAt: "2026-02-03T00:00:00+01:00", extra: { a: [1] } },
];

async function awkward(): Promise<TestStore> {
  const store = await openStore();
  store.writer.useNames({ names: [{ id: "_x0041_", name: "=Änna, 7" }], state: "named" });
  store.writer.useUnits({
    ...NO_UNITS,
    length: "m",
    weight: "kg",
    overrides: { "mat-1": { length: "ft", weight: null, width: null, thickness: null } },
  });
  store.list("locations", [{ id: "007", name: "Hall, 7", createdAt: null, updatedAt: null }]);
  store.list(
    "items",
    AWKWARD.map((fields, at) => item(`i${at}`, fields)),
  );
  return store;
}

const FORMATS: readonly (readonly [string, Pick<ExportPlan, "format"> & Partial<ExportPlan>])[] = [
  ["CSV", { format: "csv" }],
  ["CSV with semicolons and decimal commas", { format: "csv", dialect: { delimiter: ";", decimal: "," } }],
  ["CSV with tabs", { format: "csv", dialect: { delimiter: "\t", decimal: "." } }],
  ["CSV with bars and decimal commas", { format: "csv", dialect: { delimiter: "|", decimal: "," } }],
  ["XLSX", { format: "xlsx" }],
  ["JSON", { format: "json" }],
  ["NDJSON", { format: "ndjson" }],
];

describe("an export of a company that did not change", () => {
  it.each(FORMATS)("as %s gives no difference, with names beside ids or as sent", async (_name, plan) => {
    const store = await awkward();
    for (const more of [
      {},
      { columns: namedColumns("items", true), wholeRecord: false },
      { columns: ["id"], wholeRecord: false },
    ]) {
      const found = await compared(await exported(store.file, { ...plan, ...more }), store.file);
      expect([found.differences, found.notes]).toEqual([[], []]);
      expect(found).toMatchObject({ added: 0, gone: 0, changed: 0, same: AWKWARD.length, matchedBy: "id" });
    }
  });

  it("gives no difference for any texts and numbers", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const fields = fc.record({
      name: text,
      status: text,
      weight: fc.double({ noNaN: true, noDefaultInfinity: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 8 }), async (rows) => {
        const store = await openStore();
        store.list(
          "items",
          rows.map((row, at) => item(`i${at}`, row)),
        );
        for (const [, plan] of FORMATS) {
          const found = await compared(await exported(store.file, plan), store.file);
          expect([plan.format, found.differences, found.same]).toEqual([plan.format, [], rows.length]);
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it("gives no difference in a CSV of an earlier version, which left formulas behind delimiters alone", async () => {
    const store = await openStore();
    store.list("items", [item("-a", { name: "=1;=2" }), item("b;=c", { name: "＝3" })]);
    const file = await written("former.csv", "id,name\r\n'-a,'=1;=2\r\nb;=c,＝3\r\n");
    const found = await compared(file, store.file);
    expect([found.differences, found.same]).toEqual([[], 2]);
    store.list("items", [item("-a", { name: "=1;=4" }), item("b;=c", { name: "＝3" })]);
    expect((await compared(file, store.file)).differences).toMatchObject([
      { kind: "changed", id: "-a", fields: { name: { old: "=1;=2", new: "=1;=4" } } },
    ]);
  });

  it("gives no difference after another program saved it with shared texts and its own XML", async () => {
    const store = await openStore();
    store.list("items", [
      item("a", { name: "First & <second>", weight: 1.5, updatedAt: "2026-01-02T03:04:05.678Z" }),
      item("b", { name: "=1+1", checkedOutToUserId: "000123" }),
    ]);
    const book = readSheet(fs.readFileSync(await exported(store.file, { format: "xlsx" })));
    const again = await written(
      "again.xlsx",
      write(book, { type: "buffer", bookSST: true, compression: true }) as Buffer,
    );
    const found = await compared(again, store.file);
    expect([found.differences, found.same]).toEqual([[], 2]);
    expect(JSON.parse(found.read.header ?? "")).toMatchObject({ resource: "items", profile: "Main hall" });
    expect(utils.sheet_to_json(book.Sheets["items"] ?? {})).toHaveLength(2);
  });

  it("of more rows than a sheet takes is read from all of its sheets", async () => {
    const store = await openStore();
    store.list("items", [item("a"), item("b"), item("c")]);
    const book = readSheet(fs.readFileSync(await exported(store.file, { format: "xlsx" })));
    const [heading, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets["items"] ?? {}, { header: 1 });
    const split = utils.book_new();
    utils.book_append_sheet(split, utils.aoa_to_sheet([heading ?? [], ...rows.slice(0, 2)]), "items");
    utils.book_append_sheet(split, utils.aoa_to_sheet([heading ?? [], ...rows.slice(2)]), "items 2");
    utils.book_append_sheet(split, utils.aoa_to_sheet([["id"], ["z"]]), "other");
    const found = await compared(
      await written("two.xlsx", write(split, { type: "buffer" }) as Buffer),
      store.file,
    );
    expect([found.gone, found.added, found.read.rows]).toEqual([0, 0, 3]);
  });
});
