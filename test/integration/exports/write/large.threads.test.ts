// @module-tag whole
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { InventoryWriter } from "../../../../electron/store/ingest/inventory-writer.ts";
import { exportFile } from "../../../../electron/delivery/files/export-file.ts";
import { runExport } from "../../../../electron/delivery/files/run-export.ts";
import type { ExportFormat } from "../../../../shared/delivery/export-formats.ts";
import { openInventoryForReading } from "../../../../electron/store/database/inventory-file.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { generateRecords } from "../../../helpers/records.ts";
import { COLUMNS, ndjson, pythonCsv } from "./support.ts";

/** The number of rows is large enough for many parts of 2,000 lines. */
const ROWS = 30_000;
const BY_WEIGHT: Query = { version: 1, sort: [{ field: "weight", direction: "desc" }] };

let folder: string;
let inventory: string;
let writer: InventoryWriter;

beforeAll(() => {
  folder = fs.mkdtempSync("/tmp/stockdeck-test-");
  inventory = path.join(folder, "inventory.sqlite");
  writer = new InventoryWriter(inventory);
  writer.beginListing("items", writer.beginPass().pass);
  for (const [at, records] of [...generateRecords(ROWS, 5_000)].entries()) store(records, at);
  return () => {
    writer.close();
    fs.rmSync(folder, { recursive: true });
  };
});

function store(records: readonly unknown[], sequence: number): void {
  const fetched = { sequence: sequence + 1, at: 1, servedBy: 1, verified: false };
  writer.storePages("items", [{ records, requestId: null, fetched }], null);
}

const job = (format: ExportFormat, query: Query = { version: 1 }): Parameters<typeof exportFile>[0] => ({
  inventory,
  out: path.join(folder, `out.${format}`),
  plan: {
    resource: "items",
    query,
    format,
    columns: COLUMNS,
    wholeRecord: true,
    dialect: { delimiter: ",", decimal: "." },
    now: Date.now(),
  },
  context: { appVersion: "1", connection: null, view: null },
  manifest: false,
});

/** Ids in an order by SQL alone. */
function ids(orderBy: string): readonly unknown[] {
  const database = openInventoryForReading(inventory);
  const rows = database.prepare(`SELECT id FROM items ORDER BY ${orderBy}`).all() as { id: string }[];
  database.close();
  return rows.map(({ id }) => id);
}

const never = new AbortController().signal;

describe("exports that use several threads", () => {
  it("a large export has every row once, in the query's order, in every line format", async () => {
    const wanted = ids("weight DESC NULLS LAST, id");
    const seen: number[] = [];
    await exportFile(job("csv", BY_WEIGHT), { signal: never, onRows: (done) => seen.push(done) });
    expect((await pythonCsv(job("csv").out)).map(([id]) => id)).toEqual(["id", ...wanted]);
    expect(seen).toEqual(Array.from({ length: ROWS / 2_000 }, (_, at) => 2_000 * (at + 1)));
    await runExport(job("ndjson", BY_WEIGHT), { signal: never });
    expect(ndjson(job("ndjson").out).map(({ id }) => id)).toEqual(wanted);
    await runExport(job("json", BY_WEIGHT), { signal: never });
    const json = JSON.parse(fs.readFileSync(job("json").out, "utf8")) as { rows: { id: string }[] };
    expect(json.rows.map(({ id }) => id)).toEqual(wanted);
  });

  it("a large export ignores changes committed during the export", async () => {
    const wanted = ids("nameSort, id");
    let committed = false;
    await exportFile(job("csv"), {
      signal: never,
      onRows: () => {
        if (!committed) store([{ id: "item-later", name: "AAA first of all" }], 100);
        committed = true;
      },
    });
    expect((await pythonCsv(job("csv").out)).map(([id]) => id)).toEqual(["id", ...wanted]);
    expect(ids("nameSort, id")).toContain("item-later");
  });

  it.each(["csv", "ndjson", "xlsx", "parquet"] as const)(
    "a cancelled export keeps the old %s and leaves no temporary file",
    async (format) => {
      const { out } = job(format);
      fs.writeFileSync(out, "old");
      const cancel = new AbortController();
      let last = 0;
      const onRows = (done: number): void => {
        last = done;
        cancel.abort();
      };
      const error = await errorOf(runExport(job(format), { signal: cancel.signal, onRows }));
      expect([error.kind, error.message]).toEqual([
        "cancelled",
        "The export was cancelled. No file was changed.",
      ]);
      expect(last).toBeGreaterThan(0);
      expect(last).toBeLessThan(ROWS);
      expect(fs.readFileSync(out, "utf8")).toBe("old");
      expect(fs.readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
  );
});
