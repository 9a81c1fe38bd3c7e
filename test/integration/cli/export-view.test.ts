import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { processTerminal } from "../../../electron/hosts/cli/terminal.ts";
import { syncCommand } from "../../../electron/hosts/cli/sync-command.ts";
import { InventoryWriter } from "../../../electron/store/ingest/inventory-writer.ts";
import { makeUserStore } from "../../../electron/hosts/core/user-store.ts";
import { startSampleService, type SampleService } from "../../service/index.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { readParquet } from "../exports/write/read-parquet.ts";
import { pythonCsv, pythonXlsx } from "../exports/write/support.ts";
import { CANARY, cli, syncOf } from "./support.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";

const CONNECTION_ID = "main-hall";
const VIEW: ViewDefinition = {
  version: 1,
  minor: 0,
  search: "",
  filters: [
    {
      enabled: true,
      filter: { kind: "choice", field: "status", negate: false, values: ["archived"], empty: false },
    },
    { enabled: false, filter: { kind: "presence", field: "weight", empty: true } },
  ],
  sort: [{ field: "updatedAt", direction: "desc" }],
  columns: {
    order: ["updatedAt", "name", "locationId", "locationId:id", "weight"],
    visibility: { "locationId:id": true, weight: false, status: false, materialTypeId: false },
    widths: {},
    pins: { name: "left" },
  },
};

/** The folder of the app: `user.sqlite`, and a connection's folder below. */
let root: string;
let folder: string;
let service: SampleService;

beforeAll(async () => {
  root = fs.mkdtempSync("/tmp/stockdeck-test-");
  folder = path.join(root, "profiles", CONNECTION_ID);
  service = await startSampleService({ items: 300, key: CANARY });
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const signal = new AbortController().signal;
  const terminal = { ...processTerminal(signal, NO_POLICY), environmentKey: CANARY, out: say, progress: say };
  const code = await syncCommand(syncOf(service, folder).slice(1), terminal);
  if (code !== 0) throw new Error(said.join("\n"));
  const writer = new InventoryWriter(path.join(folder, "inventory.sqlite"));
  writer.saveFacts({ connectionId: CONNECTION_ID });
  writer.close();
  const user = makeUserStore(path.join(root, "user.sqlite"));
  const connection = {
    connectionId: CONNECTION_ID,
    kind: "service",
    baseUrl: service.url,
    name: "Main hall",
    colour: "blue",
  };
  user.set("connections", JSON.stringify({ connections: [connection], current: CONNECTION_ID }));
  const addView = (connectionId: string, id: string, name: string): void =>
    user.saveOwn(connectionId, "views", {
      id,
      value: JSON.stringify({ resource: "items", name, definition: VIEW }),
    });
  addView(CONNECTION_ID, "11111111-1111-4111-8111-111111111111", "Put away");
  addView("other", "22222222-2222-4222-8222-222222222222", "Theirs");
  const team = {
    sequence: 1,
    document: "views",
    id: "33333333-3333-4333-8333-333333333333",
    value: JSON.stringify({ resource: "items", name: "The team's", definition: VIEW }),
    version: 1,
    editedAt: 1,
    editedBy: "Desk 2",
    losers: [],
  };
  const page = {
    records: [team],
    last: 1,
    epoch: "e",
    label: "Desk 1",
    right: "annotate",
    clockAhead: 0,
  } as const;
  user.storeTeamPage(CONNECTION_ID, page, { all: true, asks: false, more: false }, Date.now());
  user.close();
  return async () => {
    await service.close();
    fs.rmSync(root, { recursive: true });
  };
});

const exportOf = (format: string, ...more: readonly string[]): ReturnType<typeof cli> =>
  cli([
    "export",
    "--data-dir",
    folder,
    "--resource",
    "items",
    "--format",
    format,
    "--out",
    out(format),
    ...more,
  ]);
const out = (format: string): string => path.join(root, `out.${format}`);

const archived = (): readonly string[] =>
  [...service.company.items.all()]
    .filter(({ status }) => status === "archived")
    .toSorted(
      (a, b) => Date.parse(b.updatedAt ?? "") - Date.parse(a.updatedAt ?? "") || (a.id < b.id ? -1 : 1),
    )
    .map(({ name }) => name);

describe("export of a view", () => {
  it("the export finds a team's view by its name", async () => {
    const { code, json } = await exportOf("csv", "--view", "The team's");
    expect([code, json]).toMatchObject([0, { ok: true, rows: archived().length }]);
  });

  it("the export of a named view has the table's rows, order and columns", async () => {
    const { code, json } = await exportOf("csv", "--view", "put AWAY");
    const columns = [
      "name",
      "updatedAt",
      "locationName",
      "locationId",
      "remainingLength",
      "checkedOutToUserId",
      "checkedOutAt",
    ];
    expect([code, json]).toMatchObject([0, { ok: true, resource: "items", format: "csv", columns }]);
    const [heading, ...rows] = await pythonCsv(out("csv"));
    expect(heading).toEqual(columns);
    expect(rows.map(([name]) => name)).toEqual(archived());
    expect(json.rows).toBe(rows.length);
    const places = new Map([...service.company.locations.all()].map(({ id, name }) => [id, name]));
    for (const [, , name, id = ""] of rows) expect(name).toBe(places.get(id) ?? "");
  });

  it("the export finds built-in views, but no views of another connection", async () => {
    fs.rmSync(out("xlsx"), { force: true });
    const [named, byId, theirs] = await Promise.all([
      exportOf("ndjson", "--view", "Checked out (longest first)"),
      cli([
        "export",
        "--data-dir",
        folder,
        "--resource",
        "items",
        "--format",
        "json",
        "--out",
        out("json"),
        "--view",
        "checked_out",
      ]),
      exportOf("xlsx", "--view", "Theirs"),
    ]);
    const held = [...service.company.items.all()].filter(({ status }) => status === "checked_out");
    expect([named.json, byId.json]).toMatchObject([{ rows: held.length }, { rows: held.length }]);
    expect([theirs.code, theirs.stdout]).toEqual([2, ""]);
    expect(theirs.stderr).toMatch(
      /^stockdeck: --view: items have no view "Theirs" \(they have Put away, The team.s, All, /,
    );
    expect(fs.existsSync(out("xlsx"))).toBe(false);
  });

  it("an export accepts extra columns, such as names for ids", async () => {
    await exportOf(
      "csv",
      "--view",
      "Put away",
      "--columns",
      "all-named",
      "--delimiter",
      ";",
      "--decimal",
      ",",
    );
    const [heading = [], ...rows] = await pythonCsv(out("csv"), ";");
    expect(heading.slice(0, 7)).toEqual([
      "id",
      "name",
      "status",
      "locationId",
      "locationName",
      "materialTypeId",
      "materialTypeName",
    ]);
    expect(heading).toHaveLength(17);
    const weights = rows.map((row) => row[heading.indexOf("weight")] ?? "");
    expect(weights.some((weight) => /^\d+,\d+$/.test(weight))).toBe(true);
  });

  it("the export of a view has holder names next to the holders' ids", async () => {
    const named = ["--columns", "all-named"];
    const before = await exportOf("json", "--view", "checked_out");
    expect(before.json.columns).not.toContain("checkedOutToUserName");
    expect((await exportOf("json", ...named)).json.columns).toHaveLength(17);
    const holder = [...service.company.items.all()].find(
      (item) => item.checkedOutToUserId,
    )?.checkedOutToUserId;
    if (!holder) throw new Error("nobody holds anything");
    const useNames = (names: { id: string; name: string }[], state: string | null): void => {
      const writer = new InventoryWriter(path.join(folder, "inventory.sqlite"));
      writer.useNames({ names, state });
      writer.close();
    };
    useNames([{ id: holder, name: "Ánna, Print" }], "anna");
    const { json } = await exportOf("json", "--view", "checked_out");
    const file = fs.readFileSync(out("json"), "utf8");
    const { rows } = JSON.parse(file) as { rows: Record<string, unknown>[] };
    const columns = [...(before.json.columns as string[])];
    columns.splice(columns.indexOf("checkedOutToUserId") + 1, 0, "checkedOutToUserName");
    expect(json.columns).toEqual(columns);
    const names = new Map(rows.map((row) => [row["checkedOutToUserId"], row["checkedOutToUserName"]]));
    expect(names.get(holder)).toBe("Ánna, Print");
    expect([...names].filter(([, name]) => name !== null)).toHaveLength(1);
    expect((await exportOf("json", ...named)).json.columns).toHaveLength(18);
    useNames([], null);
    expect((await exportOf("json", "--view", "checked_out")).json.columns).toEqual(before.json.columns);
  });

  it("an export describes its source in a manifest without key and address", async () => {
    const { json } = await exportOf("csv", "--view", "Put away", "--manifest");
    const text = fs.readFileSync(`${out("csv")}.manifest.json`, "utf8");
    expect(json.manifest).toBe(`${out("csv")}.manifest.json`);
    const data = fs.readFileSync(out("csv"));
    expect(JSON.parse(text)).toMatchObject({
      kind: "stockdeck-export",
      file: "out.csv",
      bytes: data.length,
      sha256: createHash("sha256").update(data).digest("hex"),
      app: { name: "Stockdeck", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      profile: "Main hall",
      view: { name: "Put away", definition: { filters: VIEW.filters } },
      query: {
        words: ["Status is one of archived", "Sorted by Updated (descending)"],
        json: { version: 1, sort: [{ field: "updatedAt", direction: "desc" }] },
      },
      completeAsOf: expect.stringMatching(/^\d{4}-.*Z$/),
      rows: archived().length,
      columns: expect.arrayContaining([{ name: "locationName", label: "Location" }]),
    });
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(new URL(service.url).host);
  });

  it("an export to a workbook or JSON describes its source", async () => {
    await Promise.all([exportOf("xlsx", "--view", "Put away"), exportOf("json", "--view", "Put away")]);
    const about = (await pythonXlsx(out("xlsx")))["About this export"]?.rows.map(({ A, B }) => [
      A?.text,
      B?.text,
    ]);
    expect(about).toEqual(
      expect.arrayContaining([
        ["Connection", "Main hall"],
        ["View", "Put away"],
        ["Rows", "Status is one of archived"],
        ["Number of rows", String(archived().length)],
      ]),
    );
    const { header, rows } = JSON.parse(fs.readFileSync(out("json"), "utf8")) as {
      header: Record<string, unknown>;
      rows: { name: string }[];
    };
    expect(header).toMatchObject({ profile: "Main hall", view: { name: "Put away" }, rows: rows.length });
    expect(rows.map(({ name }) => name)).toEqual(archived());
  });

  it("a Parquet export has the JSON header as metadata, without key and address", async () => {
    await Promise.all([exportOf("parquet", "--view", "Put away"), exportOf("json", "--view", "Put away")]);
    const { facts, rows } = await readParquet(out("parquet"));
    const { header } = JSON.parse(fs.readFileSync(out("json"), "utf8")) as {
      header: Record<string, unknown>;
    };
    expect(facts).toEqual({
      ...header,
      format: "parquet",
      exportedAt: (facts as { exportedAt: string }).exportedAt,
    });
    expect(rows.map(({ name }) => name)).toEqual(archived());
    const bytes = fs.readFileSync(out("parquet"), "latin1");
    expect(bytes).not.toContain(CANARY);
    expect(bytes).not.toContain(new URL(service.url).host);
  });

  it("an export can refresh first and keeps the old file if the refresh fails", async () => {
    service.company.upsertItem({ id: "just-now", name: "Put away just now", status: "archived" });
    const before = await exportOf("ndjson", "--view", "Put away");
    const fresh = await exportOf("ndjson", "--view", "Put away", "--sync-first");
    expect(fresh.json.rows).toBe(before.json.rows + 1);
    expect(fresh.stdout.trimEnd().split("\n")).toHaveLength(1);
    fs.writeFileSync(out("ndjson"), "old");
    const failed = await exportOf("ndjson", "--sync-first", "--base-url", "http://127.0.0.1:9");
    expect([failed.code, failed.json]).toMatchObject([6, { ok: false, error: { kind: "network" } }]);
    expect(fs.readFileSync(out("ndjson"), "utf8")).toBe("old");
  });
});
