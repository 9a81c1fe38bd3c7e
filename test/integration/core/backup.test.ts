import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { makeUserStore } from "../../../electron/hosts/core/user-store.ts";
import type { Backup } from "../../../shared/features/backup/backup.ts";
import type { BackupTable } from "../../../shared/features/backup/backup-tables.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { FILM_VIEW, LOW_RULE, WEEKLY_PLAN } from "../../helpers/made-by-user.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, kept, memory, start, type CoreRig } from "./support.ts";
import { savedRecords } from "../../helpers/saved-records.ts";
import { afterPush } from "../../helpers/after-push.ts";

const KEY = "sample_live_KeyThatNoBackupHas";
const UNITS = { ...NO_UNITS, length: "m" } as const;

/** Makes an example of all data that a backup contains, except a schedule. */
async function fill(rig: CoreRig): Promise<string> {
  const { connectionId } = await rig.call("connect", { baseUrl: BASE, key: KEY });
  await rig.pulled();
  await rig.call("createView", { connectionId, resource: "items", name: "Films", definition: FILM_VIEW });
  await rig.call(
    "saveRecords",
    savedRecords(connectionId, "names", { "u-1": { name: "Ánna", team: "", note: "" } }),
  );
  await rig.call("saveRecords", savedRecords(connectionId, "units", { "": UNITS }));
  await rig.call(
    "saveRecords",
    savedRecords(connectionId, "thresholds", { "t-1": { measure: "items", below: 3 } }),
  );
  await rig.call("saveRecords", savedRecords(connectionId, "limits", { "": 14 }));
  await rig.call("saveItemNote", { connectionId, note: { itemId: "i-1", text: "Asked", askedOn: null } });
  await rig.call("saveAlertRule", { connectionId, rule: LOW_RULE });
  await rig.call("saveSettings", { ...(await rig.call("getSettings")), historyDays: 77 });
  return connectionId;
}

/** All data that `fill` made, as a page reads them. */
async function made(rig: CoreRig, connectionId: string): Promise<object> {
  const of = { connectionId };
  return {
    views: await rig.call("listViews", of),
    names: await rig.call("readRecords", { ...of, document: "names" }),
    units: await rig.call("readRecords", { ...of, document: "units" }),
    thresholds: await rig.call("readRecords", { ...of, document: "thresholds" }),
    limits: await rig.call("readRecords", { ...of, document: "limits" }),
    rules: (await rig.call("listAlertRules", of)).map(({ rule }) => rule),
    settings: await rig.call("getSettings"),
  };
}

async function backupOf(rig: CoreRig): Promise<string> {
  return (await rig.call("makeBackup")).text;
}

/** The backup with one table's rows edited. */
function edited(
  text: string,
  table: BackupTable,
  edit: (row: Record<string, unknown>) => Record<string, unknown>,
): string {
  const backup = JSON.parse(text) as Backup;
  const { columns, rows } = backup.tables[table];
  const edits = rows.map((row) => edit(Object.fromEntries(columns.map((name, at) => [name, row[at]]))));
  const names = [...new Set(edits.flatMap((row) => Object.keys(row)))];
  const changed = { columns: names, rows: edits.map((row) => names.map((name) => row[name] ?? null)) };
  return JSON.stringify({ ...backup, tables: { ...backup.tables, [table]: changed } });
}

it("a restore on an empty computer restores everything except the API key", async () => {
  const first = start(await temporaryFolder(), memory());
  const connectionId = await fill(first);
  const text = await backupOf(first);
  expect(text).not.toContain(KEY);
  // A backup also contains no rows of the service.
  expect(text).not.toContain(`Item of ${KEY}`);
  const before = await made(first, connectionId);
  expect(before).toMatchObject({
    names: [{ value: { name: "Ánna" } }],
    units: [{ value: UNITS }],
    settings: { historyDays: 77 },
  });

  const second = start(await temporaryFolder(), memory());
  expect(await second.call("readBackup", { text })).toMatchObject({
    connections: [
      {
        name: "inventory.example",
        here: false,
        views: 1,
        names: 1,
        notes: 1,
        counts: 0,
        rules: 1,
        schedules: 0,
      },
    ],
  });
  expect((await second.call("bootstrap")).connection).toBeNull();
  await second.call("restoreBackup", { text });
  expect(second.events.at(-1)).toEqual({ name: "restored", payload: {} });
  expect((await second.call("bootstrap")).connection).toMatchObject({
    connectionId,
    baseUrl: BASE,
    key: "none",
  });
  expect(await made(second, connectionId)).toEqual(before);
  // The restored data are on the disk, not only in memory.
  expect(JSON.parse(await backupOf(second)).tables).toEqual((JSON.parse(text) as Backup).tables);
  await second.call("replaceKey", { key: KEY });
  await second.pulled();
  expect(await second.items()).toEqual([`Item of ${KEY}`]);
});

it("a restore replaces only the data of connections in the backup", async () => {
  const keychain = memory();
  const rig = start(await temporaryFolder(), keychain);
  const connectionId = await fill(rig);
  const text = await backupOf(rig);
  const before = await made(rig, connectionId);
  await rig.call("createView", { connectionId, resource: "types", name: "Later", definition: FILM_VIEW });
  await rig.call(
    "saveRecords",
    savedRecords(connectionId, "names", { "u-1": { name: "Changed", team: "", note: "" } }),
  );
  await rig.call("saveRecords", savedRecords(connectionId, "units", { "": NO_UNITS }));
  await rig.call("editConnection", { connectionId, name: "Renamed", colour: "red" });
  const other = await rig.call("connect", { baseUrl: `${BASE}/two`, key: "other-key" });
  await rig.call("editConnection", {
    connectionId: other.connectionId,
    name: "inventory.example",
    colour: "pink",
  });
  await rig.call("createView", {
    connectionId: other.connectionId,
    resource: "items",
    name: "Own",
    definition: FILM_VIEW,
  });
  await rig.pulled();

  await rig.call("restoreBackup", { text });
  expect(await made(rig, connectionId)).toEqual(before);
  const { connections, connection } = await rig.call("bootstrap");
  expect(connections.connections.map(({ name }) => name)).toEqual([
    "inventory.example",
    "inventory.example (2)",
  ]);
  expect(connection?.connectionId).toBe(other.connectionId);
  expect(await rig.call("listViews", { connectionId: other.connectionId })).toMatchObject([{ name: "Own" }]);
  // The restored connection still has its rows and key.
  await rig.call("switchConnection", { connectionId });
  expect(await rig.items(connectionId)).toEqual([`Item of ${KEY}`]);
  expect(await keychain.get(connectionId)).toBe(kept(KEY));
});

it("restored units and names apply to rows at once", async () => {
  const rig = start(await temporaryFolder(), memory());
  const connectionId = await fill(rig);
  const id = `i-${KEY}`;
  const text = await backupOf(rig);
  await rig.call("saveRecords", savedRecords(connectionId, "units", { "": NO_UNITS }));
  await rig.call("restoreBackup", { text });
  expect(await rig.call("readRecords", { connectionId, document: "units" })).toEqual([
    { id: "", value: UNITS },
  ]);
  expect((await rig.call("getRecord", { connectionId, resource: "items", id }))?.row["name"]).toBe(
    `Item of ${KEY}`,
  );
});

it("a restore pauses all schedules until the user agrees", async () => {
  const rig = start(await temporaryFolder(), memory());
  const connectionId = await fill(rig);
  const row = {
    id: "6f1b8d52-6d2c-4c5e-9a8a-0f0d7c1e2b3a",
    connectionId,
    createdAt: 1,
    plan: JSON.stringify(WEEKLY_PLAN),
    folder: "/anywhere",
    paused: 0,
    anchor: 0,
    settledUntil: 0,
    last: null,
    failure: null,
  };
  const backup = JSON.parse(await backupOf(rig)) as Backup;
  const schedules = { columns: Object.keys(row), rows: [Object.values(row)] };
  const text = JSON.stringify({ ...backup, tables: { ...backup.tables, schedules } });
  expect(await rig.call("readBackup", { text })).toMatchObject({ connections: [{ schedules: 1 }] });
  await rig.call("restoreBackup", { text });
  expect(await rig.call("listSchedules")).toMatchObject([
    { connectionId, folder: "", paused: true, nextRun: null },
  ]);
  // The app never writes to a folder that the user has not chosen on this computer.
  expect(await rig.kindOf("runSchedule", { id: row.id })).toBe("invalid_input");
  expect(await rig.kindOf("pauseSchedule", { id: row.id, paused: false })).toBe("invalid_input");
  expect(await rig.kindOf("editSchedule", { id: row.id, plan: WEEKLY_PLAN, folder: null })).toBe(
    "invalid_input",
  );
});

it("a restore keeps the folder of an existing schedule", async () => {
  const chosen = await temporaryFolder();
  const folder = await temporaryFolder();
  const rig = start(folder, memory(), undefined, { chooseFolder: async () => chosen });
  const connectionId = await fill(rig);
  const choice = await rig.call("chooseScheduleFolder");
  await rig.call("createSchedule", { connectionId, plan: WEEKLY_PLAN, folder: choice.chosen?.folder ?? "" });
  const text = await backupOf(rig);
  await rig.call("restoreBackup", { text });
  expect(await rig.call("listSchedules")).toMatchObject([{ folder: chosen, paused: true }]);
});

it("a schedule restored on its own computer recognises its earlier files", async () => {
  const [folder, chosen] = [await temporaryFolder(), await temporaryFolder()];
  const rig = start(folder, memory(), undefined, { chooseFolder: async () => chosen });
  const connectionId = await fill(rig);
  const choice = await rig.call("chooseScheduleFolder");
  const plan = { connectionId, plan: WEEKLY_PLAN, folder: choice.chosen?.folder ?? "" };
  const { id } = await rig.call("createSchedule", plan);
  const later = await rig.call("createSchedule", plan);
  const text = await backupOf(rig);
  const backup = JSON.parse(text) as Backup;
  const { columns, rows } = backup.tables.schedules;
  const schedules = { columns, rows: rows.filter((row) => row[columns.indexOf("id")] === id) };
  for (const schedule of [id, later.id]) {
    await rig.call("runSchedule", { id: schedule });
    await afterPush(rig.core, async () => (await rig.kindOf("showScheduleFile", { id: schedule })) === "ok");
  }
  await rig.call("restoreBackup", {
    text: JSON.stringify({ ...backup, tables: { ...backup.tables, schedules } }),
  });
  expect(await rig.kindOf("showScheduleFile", { id })).toBe("ok");
  await rig.core.close();
  const database = new DatabaseSync(path.join(folder, "user.sqlite"), { readOnly: true });
  // The list of a removed schedule was deleted.
  expect(database.prepare("SELECT DISTINCT scheduleId FROM scheduled_files").all()).toEqual([
    { scheduleId: id },
  ]);
  database.close();
});

it("a restore keeps this computer's permissions for assistants", async () => {
  const first = start(await temporaryFolder(), memory());
  await fill(first);
  const allowed = { assistantsMayRead: true, assistantsSeeNames: true };
  await first.call("saveSettings", { ...(await first.call("getSettings")), ...allowed });
  const text = await backupOf(first);
  const second = start(await temporaryFolder(), memory());
  await second.call("restoreBackup", { text });
  expect(await second.call("getSettings")).toMatchObject({
    historyDays: 77,
    assistantsMayRead: false,
    assistantsSeeNames: false,
  });
  await second.call("saveSettings", { ...(await second.call("getSettings")), assistantsMayRead: true });
  await second.call("restoreBackup", { text });
  expect(await second.call("getSettings")).toMatchObject({
    assistantsMayRead: true,
    assistantsSeeNames: false,
  });
});

it("a restore keeps the sharing choices of a team, but no other team data", async () => {
  const folder = await temporaryFolder();
  const first = start(folder, memory());
  const connectionId = await fill(first);
  await first.call("setTeamScope", { connectionId, kind: "names", isShared: true });
  await first.core.close();
  const file = path.join(folder, "user.sqlite");
  const database = new DatabaseSync(file);
  // The threshold of `fill` still takes precedence over the team's.
  database
    .prepare("INSERT INTO documents (connectionId, document, id, version, value) VALUES (?, ?, ?, 1, ?)")
    .run(connectionId, "teamKept", "thresholds t-1", "true");
  database.close();
  const store = makeUserStore(file);
  const chosen = () =>
    ["teamScopes", "teamKept"].map((document) => store.records(connectionId, document, ""));
  const before = chosen();
  store.close();

  const rig = start(folder, memory());
  const text = await backupOf(rig);
  expect(text).toContain("thresholds t-1");
  const odd = [
    ["teamScopes", "elsewhere", '"team"'],
    ["teamScopes", "units", '"me"'],
    ["teamKept", "units", "true"],
    ["teamKept", "elsewhere u-1", "true"],
  ];
  const backup = JSON.parse(text) as Backup;
  const { columns, rows } = backup.tables.documents;
  const added = odd.map(([document = "", id = "", value = ""]) =>
    columns.map(
      (name) => ({ connectionId, document, id, value, version: 1, place: 0, deleted: 0 })[name] ?? null,
    ),
  );
  const documents = { columns, rows: [...rows, ...added] };
  await rig.call("restoreBackup", {
    text: JSON.stringify({ ...backup, tables: { ...backup.tables, documents } }),
  });
  await rig.core.close();
  const restored = makeUserStore(file);
  const after = ["teamScopes", "teamKept"].map((document) => restored.records(connectionId, document, ""));
  restored.close();
  expect(before.map((records) => records.length)).toEqual([1, 1]);
  expect(after).toEqual(before);
});

it("a backup with up to 100 connections is accepted", async () => {
  const rig = start(await temporaryFolder(), memory());
  await fill(rig);
  const backup = JSON.parse(await backupOf(rig)) as Backup;
  const listOf = (count: number): string =>
    JSON.stringify({
      connections: Array.from({ length: count }, (_, at) => ({
        connectionId: `p-${at}`,
        kind: "service",
        baseUrl: BASE,
        name: "Plant",
        colour: "blue",
      })),
      current: null,
    });
  const of = (count: number): string =>
    JSON.stringify({
      ...backup,
      tables: {
        ...backup.tables,
        entries: { columns: ["name", "value"], rows: [["connections", listOf(count)]] },
        documents: {
          columns: ["connectionId", "document", "id", "version", "value"],
          rows: Array.from({ length: 50_000 }, (_, at) => [`p-${at % count}`, "names", `u-${at}`, 1, "{}"]),
        },
      },
    });
  const { connections } = await rig.call("readBackup", { text: of(100) });
  expect(connections.map(({ names }) => names)).toEqual(Array.from({ length: 100 }, () => 500));
  expect(await rig.kindOf("readBackup", { text: of(101) })).toBe("invalid_input");
});

it("a restore finishes and reports a connection that cannot be opened", async () => {
  const first = start(await temporaryFolder(), memory());
  await fill(first);
  const text = await backupOf(first);
  const second = start(await temporaryFolder(), memory(), undefined, {
    policy: { baseUrl: "https://allowed.example" },
  });
  await second.call("restoreBackup", { text });
  expect(second.events.filter(({ name }) => name === "restored")).toHaveLength(1);
  expect(second.events.findLast(({ name }) => name === "settings")?.payload).toMatchObject({
    historyDays: 77,
  });
  const { connection, notice, connections } = await second.call("bootstrap");
  expect([connection, notice?.kind, connections.connections.length]).toEqual([null, "policy", 1]);
});

it("the first restore's safety copy survives later restores", async () => {
  const folder = await temporaryFolder();
  const rig = start(folder, memory());
  const connectionId = await fill(rig);
  const text = await backupOf(rig);
  await rig.call(
    "saveRecords",
    savedRecords(connectionId, "names", { "u-2": { name: "Only here", team: "", note: "" } }),
  );
  await rig.call("restoreBackup", { text });
  await rig.call("restoreBackup", { text });
  const copy = makeUserStore(path.join(folder, "user.sqlite.before-restore"));
  const names = copy
    .records(connectionId, "names", "")
    .map(({ value }) => JSON.parse(value) as { name: string });
  expect(names.map(({ name }) => name)).toEqual(["Ánna", "Only here"]);
  copy.close();
});

it("each later restore also keeps a copy of the data that it replaced", async () => {
  const folder = await temporaryFolder();
  const rig = start(folder, memory());
  const connectionId = await fill(rig);
  const text = await backupOf(rig);
  const rename = (name: string): Promise<unknown> =>
    rig.call("saveRecords", savedRecords(connectionId, "names", { "u-1": { name, team: "", note: "" } }));
  for (const name of ["Before the first", "Before the second", "Before the third"]) {
    await rename(name);
    await rig.call("restoreBackup", { text });
  }
  const copies = ["user.sqlite.before-restore", "user.sqlite.before-last-restore"];
  const names = copies.map((file) => {
    const copy = makeUserStore(path.join(folder, file));
    const records = copy.records(connectionId, "names", "");
    copy.close();
    return records.map(({ value }) => (JSON.parse(value) as { name: string }).name);
  });
  expect(names).toEqual([["Before the first"], ["Before the third"]]);
});

it("a restore accepts sample data whose address has another port", async () => {
  const folder = await temporaryFolder();
  const first = start(folder, memory(), nodeFetch);
  const { baseUrl } = await first.call("exploreSample");
  const text = await backupOf(first);
  await first.core.close();
  const second = start(folder, memory(), nodeFetch);
  const before = (await second.call("bootstrap")).connection?.baseUrl;
  expect(before).not.toBe(baseUrl);
  await second.call("restoreBackup", { text });
  expect((await second.call("bootstrap")).connection).toMatchObject({ baseUrl: before, key: "session" });
});

it("a file that is not a valid backup is refused and changes nothing", async () => {
  const rig = start(await temporaryFolder(), memory());
  const connectionId = await fill(rig);
  const text = await backupOf(rig);
  const backup = JSON.parse(text) as Backup;
  const before = await made(rig, connectionId);
  const refused: Readonly<Record<string, string>> = {
    "another text": "hello",
    "another format": JSON.stringify({ ...backup, format: "stockdeck-view" }),
    "a newer version": JSON.stringify({ ...backup, version: 99 }),
    "an unknown table": JSON.stringify({
      ...backup,
      tables: { ...backup.tables, sqlite_master: backup.tables.documents },
    }),
    "an unknown column": edited(text, "documents", (row) => ({ ...row, owner: "me" })),
    "a column that is SQL": edited(text, "documents", (row) => ({ ...row, "id) VALUES (1); --": 1 })),
    "a missing value": edited(text, "documents", (row) => ({ ...row, value: null })),
    "a number for a text": edited(text, "documents", (row) => ({ ...row, version: "two" })),
    "a row twice": JSON.stringify({
      ...backup,
      tables: {
        ...backup.tables,
        documents: {
          ...backup.tables.documents,
          rows: [...backup.tables.documents.rows, ...backup.tables.documents.rows],
        },
      },
    }),
    "another connection as sample data": edited(text, "entries", (row) =>
      row["name"] === "connections"
        ? { ...row, value: String(row["value"]).replace('"kind":"service"', '"kind":"sample"') }
        : row,
    ),
    "an address that is none": edited(text, "entries", (row) =>
      row["name"] === "connections"
        ? { ...row, value: String(row["value"]).replace(BASE, "http://elsewhere.example") }
        : row,
    ),
  };
  for (const [what, hostile] of Object.entries(refused)) {
    expect([what, await rig.kindOf("readBackup", { text: hostile })]).toEqual([what, "invalid_input"]);
    expect([what, await rig.kindOf("restoreBackup", { text: hostile })]).toEqual([what, "invalid_input"]);
  }
  expect(await made(rig, connectionId)).toEqual(before);
});

it("a restore skips rows of unknown connections and invalid rows", async () => {
  const rig = start(await temporaryFolder(), memory());
  const connectionId = await fill(rig);
  let text = await backupOf(rig);
  const change: Readonly<Record<string, object>> = {
    names: { value: JSON.stringify({ name: "x".repeat(100_000), team: "", note: "" }) },
    itemNotes: { id: "../elsewhere" },
    alertRules: { connectionId: "../elsewhere" },
  };
  text = edited(text, "documents", (row) => ({ ...row, ...change[String(row["document"])] }));
  expect(await rig.call("readBackup", { text })).toMatchObject({
    connections: [{ views: 1, notes: 0, rules: 0 }],
  });
  await rig.call("restoreBackup", { text });
  expect(await made(rig, connectionId)).toMatchObject({ names: [], rules: [], views: [{ name: "Films" }] });
  expect(await rig.call("listItemNotes", { connectionId, itemId: "i-1" })).toEqual([]);
});

it.each([
  ["alertRules", 200, 201],
  ["itemNotes", 25_000, 25_001],
  ["names", 20_000, 20_001],
] as const)(
  "a backup with more %s than a connection can have is refused",
  async (document, most, tooMany) => {
    const rig = start(await temporaryFolder(), memory());
    await fill(rig);
    const backup = JSON.parse(await backupOf(rig)) as Backup;
    const { columns, rows } = backup.tables.documents;
    const row = rows.find((cells) => cells[columns.indexOf("document")] === document) ?? [];
    const at = columns.indexOf("id");
    // Every document has this form of ids.
    const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const textWith = (count: number): string => {
      const copies = Array.from({ length: count }, (_, number) => row.with(at, idOf(number)));
      return JSON.stringify({
        ...backup,
        tables: { ...backup.tables, documents: { columns, rows: copies } },
      });
    };
    expect(await rig.kindOf("readBackup", { text: textWith(most) })).toBe("ok");
    expect(await rig.kindOf("readBackup", { text: textWith(tooMany) })).toBe("invalid_input");
    expect(await rig.kindOf("restoreBackup", { text: textWith(tooMany) })).toBe("invalid_input");
  },
);
