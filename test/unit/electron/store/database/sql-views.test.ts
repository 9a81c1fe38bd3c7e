import { execFileSync } from "node:child_process";
import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  openInventoryForReading,
  openInventoryForWriting,
} from "../../../../../electron/store/database/inventory-file.ts";
import { SQL_VIEWS } from "../../../../../electron/store/database/sql-views.ts";
import { ensureDebianPackages, SQLITE_PACKAGES } from "../../../../../scripts/debian.ts";
import { formatInstant, fromMilliseconds } from "../../../../../shared/base/time/instant.ts";
import { documentedViews } from "../../../../helpers/documented-views.ts";
import { item, openStore } from "../support.ts";

beforeAll(() => {
  const problem = ensureDebianPackages(SQLITE_PACKAGES);
  if (problem !== null) throw new Error(problem);
});

/** The rows that Debian's SQLite shell reads. The shell has none of Stockdeck's functions. */
function readByShell(file: string, sql: string): readonly Record<string, unknown>[] {
  const text = execFileSync("sqlite3", ["-json", `file:${file}?mode=ro`, sql], { encoding: "utf8" });
  return text === "" ? [] : (JSON.parse(text) as Record<string, unknown>[]);
}

describe("views of a local copy for other programs", () => {
  it("the views in the file have exactly the columns of docs/sql.md, with their types", async () => {
    const { file } = await openStore();
    const views = readByShell(file, "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY rowid");
    const found = views.map(({ name }) => [
      name,
      readByShell(file, `PRAGMA table_info(${String(name)})`).map((column) => ({
        name: column["name"],
        // A computed text has no declared type.
        type: column["type"] || "TEXT",
      })),
    ]);
    const documented = documentedViews().map(({ name, columns }) => [
      name,
      columns.map(({ name: column, sqlite }) => ({ name: column, type: sqlite })),
    ]);
    expect(found).toEqual(documented);
    expect(found.map(([name]) => name)).toEqual(SQL_VIEWS.map(({ name }) => name));
  });

  it("another program reads items with their times, including missing rows", async () => {
    const store = await openStore();
    store.list("items", [
      item("a", { status: "checked_out", weight: 2.5, checkedOutAt: "2026-11-21T10:11:12.123456Z" }),
      item("b", { createdAt: "1969-12-31T23:59:59.999Z", updatedAt: "9999-12-31T23:59:59.999Z" }),
    ]);
    store.sql("UPDATE items SET noLongerReturnedSince = 0 WHERE id = 'b'");
    const rows = readByShell(
      store.file,
      "SELECT id, weight, checked_out_at, created_at, updated_at, no_longer_returned_since FROM v1_items ORDER BY id",
    );
    expect(rows).toEqual([
      {
        id: "a",
        weight: 2.5,
        checked_out_at: "2026-11-21T10:11:12.123456Z",
        created_at: "2025-01-01T00:00:00.000000Z",
        updated_at: "2025-06-01T00:00:00.000000Z",
        no_longer_returned_since: null,
      },
      {
        id: "b",
        weight: null,
        checked_out_at: null,
        created_at: "1969-12-31T23:59:59.999000Z",
        updated_at: "9999-12-31T23:59:59.999000Z",
        no_longer_returned_since: "1970-01-01T00:00:00.000000Z",
      },
    ]);
  });

  it("every instant has the time that Stockdeck shows", async () => {
    const store = await openStore();
    store.list("locations", [{ id: "l", name: "Hall" }]);
    const date = fc.date({ noInvalidDate: true, min: new Date("0001-01-01"), max: new Date("9999-12-31") });
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 999 }), (day, micros) => {
        const instant = fromMilliseconds(day.getTime(), micros);
        store.sql("UPDATE locations SET createdAt = ?", instant);
        const [row] = store.sql("SELECT created_at FROM v1_locations");
        const shown = formatInstant(instant);
        expect(row?.["created_at"]).toBe(shown.length === 24 ? shown.replace("Z", "000Z") : shown);
      }),
    );
  });

  it("an instant outside the years 0 to 9999 is null", async () => {
    const store = await openStore();
    store.list("locations", [
      { id: "a", name: "A", createdAt: "9999-12-31T23:59:59-12:00", updatedAt: "9999-12-31T23:59:59Z" },
      { id: "b", name: "B", createdAt: "0000-01-01T00:00:00+12:00", updatedAt: "0000-01-01T00:00:00Z" },
    ]);
    const rows = readByShell(store.file, "SELECT created_at, updated_at FROM v1_locations ORDER BY id");
    expect(rows).toEqual([
      { created_at: null, updated_at: "9999-12-31T23:59:59.000000Z" },
      { created_at: null, updated_at: "0000-01-01T00:00:00.000000Z" },
    ]);
  });

  it("the views of changes, stock days and values return the rows that Stockdeck wrote", async () => {
    const store = await openStore();
    const finish = { everything: true, facts: { firstPullComplete: true } };
    store.list("items", [item("a")], { finish });
    store.list("items", [item("a", { status: "archived", updatedAt: "2025-07-01T00:00:00.000Z" })]);
    const [change] = readByShell(store.file, "SELECT type, resource, id, fields FROM v1_changes");
    expect(change).toMatchObject({ type: "inventory.item.archived", resource: "items", id: "a" });
    expect(JSON.parse(String(change?.["fields"]))).toMatchObject({
      status: { old: "available", new: "archived" },
    });
    expect(readByShell(store.file, "SELECT * FROM v1_values")).toEqual([]);
    store.sql("UPDATE items SET value = 12.34, valueCurrency = 'EUR'");
    expect(readByShell(store.file, "SELECT * FROM v1_values")).toEqual([
      { item_id: "a", value: 12.34, currency: "EUR", gap: null },
    ]);
    expect(readByShell(store.file, "SELECT * FROM v1_status")).toEqual([
      { complete_as_of: null, last_refresh_at: null, last_full_check_at: null },
    ]);
    store.sql(`INSERT INTO facts VALUES ('mark', '"2026-11-21T10:11:12.000Z"')`);
    store.sql(`INSERT INTO facts VALUES ('lastPassAt', '"2026-11-21T10:11:12.345678Z"')`);
    expect(readByShell(store.file, "SELECT complete_as_of, last_refresh_at FROM v1_status")).toEqual([
      { complete_as_of: "2026-11-21T10:11:12.000000Z", last_refresh_at: "2026-11-21T10:11:12.345678Z" },
    ]);
    store.sql("INSERT INTO snapshots VALUES ('2026-11-21', 'types', '', 'available', 3, 1.5, NULL)");
    expect(readByShell(store.file, "SELECT day, items, length, weight FROM v1_stock_days")).toEqual([
      { day: "2026-11-21", items: 3, length: 1.5, weight: null },
    ]);
  });

  it("opening a file for writing repairs its views and columns", async () => {
    const { file } = await openStore();
    const spoil = (sql: string): void => {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    };
    const columns = (): unknown => readByShell(file, "SELECT name, type FROM pragma_table_info('v1_values')");
    const whole = columns();
    spoil(
      "DROP VIEW v1_values; CREATE VIEW v1_values AS SELECT 1 AS one; CREATE VIEW v1_older AS SELECT 1 AS one",
    );
    // A reader needs no views, and may not be allowed to write.
    openInventoryForReading(file).close();
    expect(columns()).not.toEqual(whole);
    openInventoryForWriting(file).database.close();
    expect(columns()).toEqual(whole);
    expect(readByShell(file, "SELECT name FROM sqlite_schema WHERE name = 'v1_older'")).toEqual([]);
    spoil(
      "DROP VIEW v1_values; ALTER TABLE items DROP COLUMN value; ALTER TABLE items ADD COLUMN value TEXT",
    );
    spoil("CREATE VIEW v1_values AS SELECT value FROM items");
    openInventoryForWriting(file).database.close();
    expect(columns()).toEqual(whole);
  });
});
