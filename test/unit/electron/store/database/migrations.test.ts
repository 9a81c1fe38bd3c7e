import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { columnType, INDEXES, OWN_COLUMNS } from "../../../../../electron/store/database/columns.ts";
import { compileQuery } from "../../../../../electron/store/query/compile-query.ts";
import { InventoryWriter } from "../../../../../electron/store/ingest/inventory-writer.ts";
import {
  INVENTORY_MIGRATIONS,
  USER_MIGRATIONS,
} from "../../../../../electron/store/database/migrations/index.ts";
import { openForReading, openForWriting } from "../../../../../electron/store/database/open-database.ts";
import {
  isInventoryReadable,
  openInventoryForReading,
  openInventoryForWriting,
} from "../../../../../electron/store/database/inventory-file.ts";
import { BACKUP_TABLES } from "../../../../../shared/features/backup/backup-tables.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { AppFailure, type AppError } from "../../../../../shared/base/errors.ts";
import {
  FIELDS,
  NO_LONGER_RETURNED,
  QUERY_FIELDS,
  COMPUTED_FIELDS,
} from "../../../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../../../shared/inventory/resource-names.ts";
import { makeReadOnly } from "../../../../helpers/read-only.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { item, openStore } from "../support.ts";

const databaseIn = (folder: string): string => path.join(folder, "inventory.sqlite");

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppFailure) return thrown.error;
    throw thrown;
  }
  throw new Error("expected a refusal");
}

describe("database migrations", () => {
  it.each(RESOURCES)(
    "the table of %s has exactly the catalogue's columns, then the store's own columns",
    async (resource) => {
      const store = await openStore();
      const columns = store.sql(`SELECT name, type FROM pragma_table_info('${resource}')`);
      expect(columns.map(({ name }) => name)).toEqual([
        "rowid",
        ...FIELDS[resource].map(({ name }) => name),
        ...OWN_COLUMNS,
        NO_LONGER_RETURNED.name,
        "seenUpdatedAt",
        ...COMPUTED_FIELDS[resource].map(({ name }) => name),
      ]);
      const types = new Map(columns.map(({ name, type }) => [name, type]));
      for (const field of QUERY_FIELDS[resource])
        expect([field.name, types.get(field.name)]).toEqual([field.name, columnType(field)]);
    },
  );

  it("opening a database file adds a missing computed column", async () => {
    for (const open of [(file: string) => openInventoryForWriting(file).database, openInventoryForReading]) {
      const file = databaseIn(await temporaryFolder());
      const { database: former } = openInventoryForWriting(file);
      former.exec("ALTER TABLE types DROP COLUMN stockLevel");
      // The previous column has another type, and so does its index.
      former.exec("DROP INDEX IF EXISTS types_by_problems; ALTER TABLE types DROP COLUMN problems");
      former.exec("ALTER TABLE types ADD COLUMN problems INTEGER");
      former.exec("CREATE INDEX types_by_problems ON types (problems) WHERE problems IS NOT NULL");
      former.close();
      expect(isInventoryReadable(file)).toBe(false);
      const database = open(file);
      const added = database
        .prepare("SELECT name, type FROM pragma_table_info('types') WHERE name IN ('problems', 'stockLevel')")
        .all();
      expect(added).toEqual([
        { name: "stockLevel", type: "TEXT" },
        { name: "problems", type: "TEXT" },
      ]);
      database.close();
      expect(isInventoryReadable(file)).toBe(true);
    }
  });

  it("the migrations make every table strict and set the version", async () => {
    const store = await openStore();
    const tables = store.sql(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.length).toBe(19);
    for (const table of tables) expect(table).toMatchObject({ strict: 1 });
    expect(store.sql("PRAGMA user_version")).toMatchObject([{ user_version: INVENTORY_MIGRATIONS.length }]);
  });

  it("a backup contains every user table except the tables of written files, messages and teams", async () => {
    const { database } = openForWriting(path.join(await temporaryFolder(), "user.sqlite"), USER_MIGRATIONS);
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
      name: string;
    }[];
    database.close();
    const names = tables.map(({ name }) => name).toSorted();
    expect(names).toEqual(
      [
        ...BACKUP_TABLES,
        "exports",
        "mails",
        "scheduled_files",
        "team_copies",
        "team_edits",
        "team_records",
        "team_state",
      ].toSorted(),
    );
  });

  it("the migrations make every user table strict and set the version", async () => {
    const file = path.join(await temporaryFolder(), "user.sqlite");
    makeUserStore(file).close();
    const database = new DatabaseSync(file);
    const tables = database
      .prepare(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
      )
      .all() as { name: string; strict: number }[];
    expect(tables.map(({ name }) => name).toSorted()).toEqual([
      "documents",
      "entries",
      "exports",
      "mails",
      "scheduled_files",
      "schedules",
      "team_copies",
      "team_edits",
      "team_records",
      "team_state",
    ]);
    for (const table of tables) expect(table).toMatchObject({ strict: 1 });
    expect(database.prepare("PRAGMA user_version").get()).toMatchObject({
      user_version: USER_MIGRATIONS.length,
    });
    database.close();
  });

  it("a reader migrates an older copy and backs it up first", async () => {
    const file = databaseIn(await temporaryFolder());
    const { database: older } = openForWriting(file, INVENTORY_MIGRATIONS);
    older.exec(
      "INSERT INTO locations (id, name, nameSort, nameKey, idKey, fetchSequence, fetchedAt) VALUES ('l-1', 'Hall', 'hall', 'hall', 'l-1', 1, 1)",
    );
    older.close();
    const newer = [...INVENTORY_MIGRATIONS, "CREATE TABLE later (a TEXT) STRICT"];
    for (const reader of [0, 1].map(() => openForReading(file, newer))) {
      expect(reader.prepare("SELECT id FROM locations").all()).toEqual([{ id: "l-1" }]);
      expect(reader.prepare("SELECT * FROM later").all()).toEqual([]);
      reader.close();
    }
    const backup = new DatabaseSync(`${file}.backup`, { readOnly: true });
    expect(backup.prepare("PRAGMA user_version").get()).toEqual({
      user_version: INVENTORY_MIGRATIONS.length,
    });
    backup.close();
  });

  it("a failed migration undoes all migrations", async () => {
    const file = databaseIn(await temporaryFolder());
    openForWriting(file, INVENTORY_MIGRATIONS).database.close();
    refusal(() =>
      openForWriting(file, [...INVENTORY_MIGRATIONS, "CREATE TABLE half (a); CREATE TABLE items (a);"]),
    );
    const { database, setAside } = openForWriting(file, INVENTORY_MIGRATIONS);
    expect(setAside).toBeNull();
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
    database.close();
  });
});

describe("query plans", () => {
  async function planOf(query: Parameters<typeof compileQuery>[1]): Promise<string> {
    const store = await openStore();
    store.list(
      "items",
      Array.from({ length: 500 }, (_, at) => item(`i-${at}`)),
    );
    store.writer.buildIndexes();
    const { from, where, orderBy, values } = compileQuery("items", query, { now: 0, someHidden: false });
    const rows = store.sql(
      `EXPLAIN QUERY PLAN SELECT t.rowid FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT 50`,
      ...values,
    );
    return rows.map(({ detail }) => detail).join("; ");
  }

  it("the first page of an unfiltered table uses the name index without a sort", async () => {
    const plan = await planOf({ version: 1 });
    expect(plan).toMatch(/USING (COVERING )?INDEX items_by_name/);
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("a search scans the table in its own order instead of fetching single rows", async () => {
    const plan = await planOf({ version: 1, search: "film" });
    expect(plan).toMatch(/SCAN t(;|$)/);
  });

  it("a query for the oldest check-outs uses the check-out index", async () => {
    const plan = await planOf({
      version: 1,
      filter: { field: "checkedOutAt", op: "before", value: "2026-01-01T00:00:00Z" },
      sort: [{ field: "checkedOutAt", direction: "asc" }],
    });
    expect(plan).toContain("items_by_check_out");
  });

  it("the database has exactly the expected indexes", async () => {
    const store = await openStore();
    store.writer.buildIndexes();
    const names = store
      .sql("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      .map(({ name }) => name);
    expect(names).toEqual(
      [
        ...Object.values(INDEXES)
          .flat()
          .map(([name]) => name),
        "alerts_open",
        "alerts_by_firing",
        "changes_by_record",
        "changes_by_type",
        "changes_by_time",
        "snapshots_by_record",
        "counted_uses_by_item",
        ...RESOURCES.map((resource) => `${resource}_no_longer_returned`),
      ].toSorted(),
    );
  });
});

describe("opening a database", () => {
  it("opening a newer version's database is refused and does not change the database", async () => {
    const file = databaseIn(await temporaryFolder());
    const newer = new DatabaseSync(file);
    newer.exec(
      "PRAGMA journal_mode = WAL; CREATE TABLE future (a); INSERT INTO future VALUES (1); PRAGMA user_version = 99;",
    );
    newer.close();
    const before = fs.readFileSync(file);
    expect(refusal(() => openForWriting(file, INVENTORY_MIGRATIONS))).toMatchObject({
      kind: "store",
      reason: "newer",
    });
    expect(refusal(() => openForReading(file, INVENTORY_MIGRATIONS))).toMatchObject({
      kind: "store",
      reason: "newer",
    });
    expect(refusal(() => new InventoryWriter(file)).message).toContain("left untouched");
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it.each(["no database at all, but long enough to look like one ".repeat(100), "short"])(
    "opening a damaged database sets the file aside and starts an empty database (%#)",
    async (text) => {
      const folder = await temporaryFolder();
      const file = databaseIn(folder);
      fs.writeFileSync(file, text);
      const writer = new InventoryWriter(file);
      const { setAside, totals, facts } = writer.describe();
      writer.close();
      expect(totals.items).toBe(0);
      expect(facts.mark).toBeNull();
      expect(fs.readFileSync(setAside ?? "", "utf8")).toBe(text);
      expect(path.dirname(setAside ?? "")).toBe(folder);
    },
  );

  it("opening a file reported as damaged checks the file only once and sets it aside", async () => {
    const file = databaseIn(await temporaryFolder());
    const writer = new InventoryWriter(file);
    writer.beginListing("items", writer.beginPass().pass);
    const records = Array.from({ length: 3_000 }, (_, at) => item(`i-${at}`));
    writer.storePages(
      "items",
      [{ records, requestId: null, fetched: { sequence: 1, at: 1, servedBy: 1, verified: false } }],
      null,
    );
    writer.close();
    const bytes = fs.readFileSync(file);
    bytes.fill(0xee, bytes.length >> 1, (bytes.length >> 1) + 4_096 * 8);
    fs.writeFileSync(file, bytes);
    fs.writeFileSync(`${file}.suspect`, "");
    const again = new InventoryWriter(file);
    expect(again.describe()).toMatchObject({
      totals: { items: 0 },
      setAside: expect.stringContaining("damaged"),
    });
    again.close();
    const third = new InventoryWriter(file);
    expect(third.describe().setAside).toBeNull();
    third.close();
  });

  it("opening a database reports an error if the folder cannot be created or written", async () => {
    const folder = await temporaryFolder();
    const obstacle = path.join(folder, "a-file");
    fs.writeFileSync(obstacle, "x");
    const error = { kind: "store", reason: "not_writable" };
    expect(
      refusal(() => openForWriting(path.join(obstacle, "deeper", "inventory.sqlite"), INVENTORY_MIGRATIONS)),
    ).toMatchObject(error);
    expect(
      refusal(() => openForWriting(path.join(obstacle, "inventory.sqlite"), INVENTORY_MIGRATIONS)),
    ).toMatchObject(error);
    fs.mkdirSync(path.join(folder, "taken.sqlite"));
    expect(
      refusal(() => openForWriting(path.join(folder, "taken.sqlite"), INVENTORY_MIGRATIONS)),
    ).toMatchObject({ kind: "store" });
    expect(fs.readFileSync(obstacle, "utf8")).toBe("x");
  });

  it("opening a missing database for reading does not create it", async () => {
    const folder = await temporaryFolder();
    expect(refusal(() => openForReading(databaseIn(folder), INVENTORY_MIGRATIONS))).toMatchObject({
      kind: "store",
    });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it("the user's texts are stored in a separate file", async () => {
    const file = path.join(await temporaryFolder(), "user.sqlite");
    const store = makeUserStore(file);
    store.set("a", "1");
    store.set("a", "2");
    store.set("b", "3");
    store.set("b", null);
    expect([store.get("a"), store.get("b"), store.get("c"), store.setAside()]).toEqual([
      "2",
      null,
      null,
      null,
    ]);
    store.close();
    const again = makeUserStore(file);
    expect(again.get("a")).toBe("2");
    again.close();
    expect(refusal(() => openForWriting(file, []))).toMatchObject({ reason: "newer" });
  });
});

it("a file that was not writable can be opened again when the file is writable", async () => {
  const file = databaseIn(await temporaryFolder());
  const former = openForWriting(file, INVENTORY_MIGRATIONS).database;
  // A reader keeps the database log open, as in the app after the writer's thread has ended.
  const reader = openForReading(file, INVENTORY_MIGRATIONS);
  reader.prepare("SELECT count(*) FROM items").get();
  former.close();
  const undo = makeReadOnly(file);
  // makeReadOnly has printed why.
  if (undo === null) return;
  try {
    expect(refusal(() => openForWriting(file, INVENTORY_MIGRATIONS))).toMatchObject({
      kind: "store",
      reason: "not_writable",
    });
  } finally {
    undo();
  }
  const { database } = openForWriting(file, INVENTORY_MIGRATIONS);
  database.exec("INSERT INTO facts VALUES ('test', '1')");
  database.close();
  reader.close();
});
