import fs from "node:fs";
import path from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { companyRecords } from "../sync/support.ts";
import { CANARY, cli, syncOf } from "./support.ts";
import { CLI_PROGRAM } from "../../helpers/child.ts";

let service: SampleService;
let folder: string;

beforeAll(async () => {
  folder = fs.mkdtempSync("/tmp/stockdeck-test-");
  service = await startSampleService({ items: 300, key: CANARY });
  service.company.upsertItem({
    id: "=formula",
    name: '=1+1, "quoted"\nline',
    weight: -2.5,
    colour: { nested: [1] },
  });
  const child = await new Promise<number | null>((resolve) => {
    void import("node:child_process").then(({ spawn }) =>
      spawn(process.execPath, [CLI_PROGRAM, ...syncOf(service, folder)], {
        env: { ...process.env, STOCKDECK_API_KEY: CANARY },
      }).once("close", resolve),
    );
  });
  if (child !== 0) throw new Error(`the sync before the exports ended with ${child}`);
});

afterAll(async () => {
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function exported(
  format: string,
  resource: string,
  ...more: string[]
): Promise<{ text: string; json: unknown }> {
  const out = path.join(folder, `out-${resource}.${format}`);
  const { code, json, stderr } = await cli([
    "export",
    "--data-dir",
    folder,
    "--resource",
    resource,
    "--format",
    format,
    "--out",
    out,
    ...more,
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(fs.readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  return { text: fs.readFileSync(out, "utf8"), json };
}

describe("the command `export`", () => {
  it.each(["items", "types", "locations"] as const)(
    "the ndjson export of %s contains every record with the API's field names",
    async (resource) => {
      const { text, json } = await exported("ndjson", resource);
      const records = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { id: string });
      expect(records.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(companyRecords(service, resource));
      expect(json).toMatchObject({ ok: true, rows: records.length, resource });
    },
  );

  it("a CSV export has every row and no executable formula", async () => {
    const { text, json } = await exported("csv", "items");
    const names = FIELDS.items.map(({ name }) => name);
    expect(text.startsWith(`\ufeff${names.join(",")}\r\n`)).toBe(true);
    expect(json).toMatchObject({ rows: 301 });
    expect(text).toContain(`'=formula,"'=1+1, ""quoted""\nline",`);
    expect(text).toContain(",-2.5,");
    expect(text.trimEnd().split("\r\n")).toHaveLength(302);
  });

  it("an export accepts a query and columns and keeps the query's order", async () => {
    const query = {
      version: 1,
      filter: { field: "status", op: "is", value: "checked_out" },
      sort: [{ field: "checkedOutAt", direction: "desc" }],
    };
    const { text } = await exported(
      "ndjson",
      "items",
      "--query",
      JSON.stringify(query),
      "--columns",
      "id, checkedOutAt,locationName",
    );
    const places = new Map([...service.company.locations.all()].map(({ id, name }) => [id, name]));
    const wanted = [...service.company.items.all()]
      .filter(({ status }) => status === "checked_out")
      .toSorted(
        (a, b) =>
          Date.parse(b.checkedOutAt ?? "") - Date.parse(a.checkedOutAt ?? "") || (a.id < b.id ? -1 : 1),
      )
      .map(({ id, checkedOutAt, locationId }) => ({
        id,
        checkedOutAt: new Date(checkedOutAt ?? "").toISOString(),
        locationName: places.get(locationId ?? "") ?? null,
      }));
    expect(wanted.length).toBeGreaterThan(5);
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(wanted);
  });

  it("a failed export keeps the old file and reports the reason", async () => {
    const out = path.join(folder, "old.csv");
    fs.writeFileSync(out, "old");
    const missing = await cli([
      "export",
      "--data-dir",
      path.join(folder, "nowhere"),
      "--resource",
      "items",
      "--format",
      "csv",
      "--out",
      out,
    ]);
    expect([missing.code, missing.stdout]).toEqual([7, ""]);
    expect(missing.stderr).toMatch(/no data here yet/);
    expect(fs.readFileSync(out, "utf8")).toBe("old");
    const unwritable = await cli([
      "export",
      "--data-dir",
      folder,
      "--resource",
      "items",
      "--format",
      "csv",
      "--out",
      path.join(out, "x.csv"),
    ]);
    expect(unwritable.code).toBe(7);
  });
});
