import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { exportFile } from "../../../../electron/delivery/files/export-file.ts";
import type { ChangesPlan } from "../../../../electron/delivery/files/export-plan.ts";
import { ObservedChanges } from "../../../../electron/store/query/change-reader.ts";
import type { ChangeFilter } from "../../../../shared/inventory/changes.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { item, openStore, type TestStore } from "../../../unit/electron/store/support.ts";
import { microsecondsOf, readParquet } from "./read-parquet.ts";
import { ndjson, pythonCsv, pythonXlsx } from "./support.ts";
import { CLI_PROGRAM } from "../../../helpers/child.ts";

const DIALECT = { delimiter: ",", decimal: "." } as const;

/** A copy in which two items changed: three fields of the first item in two passes, and the name of the second item. */
async function observed(): Promise<TestStore> {
  const store = await openStore();
  const finish = { everything: true, facts: { firstPullComplete: true } };
  store.list("items", [item("a", { name: "=Alpha" }), item("b")], { finish });
  store.list("items", [item("a", { name: "=Alpha", weight: 5, custom: { deep: [1] } })]);
  store.list("items", [
    item("a", { name: "=Alpha", weight: 2.5, custom: { deep: [1] } }),
    item("b", { name: "B, new" }),
  ]);
  return store;
}

async function exported(
  store: TestStore,
  format: ChangesPlan["format"],
  filter: ChangeFilter = {},
  plan: Partial<ChangesPlan> = {},
): Promise<{ readonly out: string; readonly rows: number; readonly seen: readonly number[] }> {
  const out = path.join(await temporaryFolder(), `out.${format}`);
  const seen: number[] = [];
  const { rows } = await exportFile(
    {
      inventory: store.file,
      out,
      plan: {
        changes: { of: "observed", filter },
        format,
        dialect: DIALECT,
        now: Date.UTC(2026, 0, 2),
        ...plan,
      },
      context: { appVersion: "9.8.7", connection: "Main hall", view: null },
      manifest: true,
    },
    { signal: new AbortController().signal, onRows: (done) => seen.push(done) },
  );
  return { out, rows, seen };
}

const manifestOf = (out: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(`${out}.manifest.json`, "utf8")) as Record<string, unknown>;

describe("an export of observed changes", () => {
  it("an NDJSON export of changes equals the output of `changes`", async () => {
    const store = await observed();
    const { out, rows, seen } = await exported(store, "ndjson");
    expect([rows, seen.at(-1)]).toEqual([3, 3]);
    const printed = execFileSync(
      process.execPath,
      [CLI_PROGRAM, "changes", "--data-dir", path.dirname(store.file)],
      { encoding: "utf8" },
    );
    expect(fs.readFileSync(out, "utf8")).toBe(printed);
    expect(ndjson(out)[0]).toMatchObject({ id: "a", fields: { weight: { old: null, new: 5 } } });
    expect(manifestOf(out)).toMatchObject({
      content: "changes",
      changes: 3,
      rows: 3,
      filter: { words: ["Every observed change"], json: {} },
    });
  });

  it("a CSV or XLSX export of changes has one line per changed field", async () => {
    const store = await observed();
    const { out, rows } = await exported(store, "csv");
    const [heading, ...lines] = await pythonCsv(out);
    expect(heading?.join(" ")).toBe(
      "type resource id name observedAfter observedBefore occurredAt field old new oldName newName",
    );
    expect(lines.map(([, resource, id, name, , , , ...field]) => [resource, id, name, ...field])).toEqual([
      ["items", "a", "'=Alpha", "weight", "", "5", "", ""],
      // For a field outside the specification, the log keeps only the name.
      ["items", "a", "'=Alpha", "custom", "", "", "", ""],
      ["items", "a", "'=Alpha", "weight", "5", "2.5", "", ""],
      ["items", "b", "B, new", "name", "Item b", "B, new", "", ""],
    ]);
    expect([rows, manifestOf(out)["rows"], manifestOf(out)["changes"]]).toEqual([3, 4, 3]);

    const { out: german } = await exported(store, "csv", {}, { dialect: { delimiter: ";", decimal: "," } });
    expect((await pythonCsv(german, ";"))[3]?.slice(-5)).toEqual(["weight", "5", "2,5", "", ""]);

    const sheets = await pythonXlsx((await exported(store, "xlsx")).out);
    const sheet = sheets["changes"];
    expect(sheet?.rows).toHaveLength(5);
    expect(sheet?.rows[3]).toMatchObject({ D: { text: "=Alpha" }, I: { number: "5" }, J: { number: "2.5" } });
    expect(Number(sheet?.rows[3]?.["F"]?.number)).toBeGreaterThan(20_000);
    const about = sheets["About this export"]?.rows.map(({ A, B }) => [A?.text, B?.text]) ?? [];
    expect(about).toContainEqual(["Number of changes", "3"]);
    expect(about).toContainEqual(["Changes", "Every observed change"]);
  });

  it("an export of changes adds names to the ids of locations, types and holders", async () => {
    const store = await openStore();
    const finish = { everything: true, facts: { firstPullComplete: true } };
    store.list("locations", [{ id: "l-1", name: "=Hall 1" }], { finish });
    store.list("items", [item("a", { locationId: "l-9" })], { finish });
    store.list("items", [item("a", { locationId: "l-1" })]);
    store.writer.useNames({ names: [{ id: "u-1", name: "Anna" }], state: "1" });
    store.list("items", [item("a", { locationId: "l-1", checkedOutToUserId: "u-1" })]);
    const lines = (await pythonCsv((await exported(store, "csv", { resource: "items" })).out)).map((line) =>
      line.slice(-5),
    );
    expect(lines).toContainEqual(["locationId", "l-9", "l-1", "", "'=Hall 1"]);
    expect(lines).toContainEqual(["checkedOutToUserId", "", "u-1", "", "Anna"]);
  });

  it("a Parquet export of changes has the CSV's lines with typed dates and nulls", async () => {
    const store = await observed();
    const { out, rows, seen } = await exported(store, "parquet");
    const [heading = [], ...lines] = await pythonCsv((await exported(store, "csv")).out);
    const read = await readParquet(out);
    expect([rows, seen.at(-1)]).toEqual([3, 3]);
    expect(Object.keys(read.types)).toEqual(heading);
    const wanted = lines.map((line) =>
      Object.fromEntries(
        heading.map((name, at) => {
          const text = line[at] ?? "";
          const isDate = read.types[name] !== "text";
          // Only a spreadsheet needs the apostrophe before a formula.
          return [name, text === "" ? null : isDate ? microsecondsOf(text) : text.replace(/^'(?==)/, "")];
        }),
      ),
    );
    expect(read.rows).toEqual(wanted);
    expect(read.facts).toMatchObject({ content: "changes", changes: 3, rows: lines.length });
  });

  it("a JSON export of changes has the same objects as NDJSON", async () => {
    const store = await observed();
    const { out } = await exported(store, "json");
    const { header, changes } = JSON.parse(fs.readFileSync(out, "utf8")) as {
      header: { content: string };
      changes: unknown[];
    };
    expect(header.content).toBe("changes");
    expect(changes).toEqual(ndjson((await exported(store, "ndjson")).out));
  });

  it("an export of changes contains only the filtered changes and describes the filter", async () => {
    const store = await observed();
    store.list("locations", [{ id: "l1", name: "Hall 1", createdAt: null, updatedAt: null }]);
    const { out, rows } = await exported(store, "ndjson", { search: "new" });
    expect([rows, ndjson(out).map(({ id }) => id)]).toEqual([1, ["b"]]);
    const none = await exported(store, "csv", { locations: ["l1"], holders: ["u-1"], search: "zzz" });
    expect([none.rows, (await pythonCsv(none.out)).length]).toEqual([0, 1]);
    expect(manifestOf(none.out)["filter"]).toMatchObject({
      words: ["Search: zzz", "At, from or to Hall 1", "Held, taken or given back by u-1"],
    });
    for (const format of ["xlsx", "json", "ndjson", "parquet"] as const)
      expect((await exported(store, format, { search: "zzz" })).rows).toBe(0);
  });

  it("an export of changes ignores changes committed during the export", async () => {
    const store = await openStore();
    const finish = { everything: true, facts: { firstPullComplete: true } };
    const items = Array.from({ length: 1_200 }, (_, at) => item(`i${at}`));
    store.list("items", items, { finish });
    store.list(
      "items",
      items.map((one) => ({ ...one, weight: 1 })),
    );
    const out = path.join(await temporaryFolder(), "out.ndjson");
    let passes = 0;
    const { rows } = await exportFile(
      {
        inventory: store.file,
        out,
        plan: { changes: { of: "observed", filter: {} }, format: "ndjson", dialect: DIALECT, now: 0 },
        context: { appVersion: "1", connection: null, view: null },
        manifest: false,
      },
      {
        signal: new AbortController().signal,
        onRows: () => {
          passes += 1;
          store.list("items", [item("i0", { weight: 1 + passes })]);
        },
      },
    );
    expect(passes).toBeGreaterThan(1);
    expect([rows, ndjson(out).length]).toEqual([1_200, 1_200]);
    expect(store.sql("SELECT count(*) AS n FROM changes")[0]?.["n"]).toBe(1_200 + passes);
  });

  it("an export of changes counts and reads the same database state", async () => {
    const store = await observed();
    const source = new ObservedChanges(store.file, {});
    store.list("items", [item("b", { weight: 9 })]);
    expect([source.counts.changes, [...source.changes()].length]).toEqual([3, 3]);
    source.close();
  });

  it("a cancelled export of changes leaves no file", async () => {
    const store = await openStore();
    const items = Array.from({ length: 1_200 }, (_, at) => item(`i${at}`));
    store.list("items", items, { finish: { everything: true, facts: { firstPullComplete: true } } });
    store.list(
      "items",
      items.map((one) => ({ ...one, weight: 1 })),
    );
    for (const format of ["csv", "xlsx"] as const) {
      const folder = await temporaryFolder();
      const abort = new AbortController();
      const work = exportFile(
        {
          inventory: store.file,
          out: path.join(folder, `out.${format}`),
          plan: { changes: { of: "observed", filter: {} }, format, dialect: DIALECT, now: 0 },
          context: { appVersion: "1", connection: null, view: null },
          manifest: true,
        },
        { signal: abort.signal, onRows: () => abort.abort() },
      );
      await expect(work).rejects.toMatchObject({ error: { kind: "cancelled" } });
      expect(fs.readdirSync(folder)).toEqual([]);
    }
  });
});
