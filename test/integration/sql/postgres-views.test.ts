// @module-tag whole
import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { SQL_VIEWS } from "../../../electron/store/database/sql-views.ts";
import type { SampleService } from "../../service/index.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { documentedViews } from "../../helpers/documented-views.ts";
import { OdbcConnection } from "../../helpers/odbc.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { addTokenOf, collect, type CollectorUnderTest } from "../collector/support.ts";
import { serve } from "../sample-service/support.ts";

const postgres = startPostgres();

/** Seconds of reading while the collector writes. `STOCKDECK_ODBC_SECONDS=60` sets a long run. */
const SECONDS = Number(process.env["STOCKDECK_ODBC_SECONDS"] ?? 4);
const PATIENCE = { timeout: (SECONDS + 60) * 1_000 };

/** A database, and a login with the rights of the role for the views. */
async function databaseWithReader(): Promise<{
  readonly database: string;
  readonly login: string;
  readonly store: string;
}> {
  const database = await postgres.database();
  const login = `reader_${randomUUID().slice(0, 8)}`;
  return { database, login, store: postgres.urlOf(database) };
}

/** The role that reads the views of a database. */
const readerOf = (database: string): string => `stockdeck_reader_${database}`;

/** Creates a login in the role that the collector made. */
async function letIn(database: string, login: string): Promise<void> {
  await postgres.query(database, `CREATE ROLE ${login} LOGIN IN ROLE ${readerOf(database)}`);
  onTestFinished(async () => void (await postgres.query("postgres", `DROP ROLE IF EXISTS ${login}`)));
}

/** Dumps a store and restores it under another name. @returns the name of the new database. */
async function restoredFrom(store: string): Promise<string> {
  const copy = await postgres.database();
  const file = path.join(await temporaryFolder(), "copy.dump");
  postgres.run("pg_dump", "--format=custom", `--file=${file}`, store);
  postgres.run("pg_restore", `--dbname=${postgres.urlOf(copy)}`, file);
  return copy;
}

async function readAs(store: string, login: string): Promise<pg.Client> {
  const address = new URL(store);
  address.username = login;
  const client = new pg.Client({ connectionString: address.href, ssl: false });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function saveDocument(
  collector: CollectorUnderTest,
  token: string,
  document: string,
  id: string,
  value: unknown,
): Promise<void> {
  const edit = { edit: randomUUID(), document, id, value: JSON.stringify(value), basedOn: 0, editedAt: 1 };
  const { status } = await fetch(`${collector.url}/stockdeck/v1/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ edits: [edit] }),
  });
  expect(status).toBe(200);
}

const viewsIn = async (database: string): Promise<unknown> =>
  (
    await postgres.query(
      database,
      "SELECT table_name FROM information_schema.views WHERE table_schema = 'stockdeck_sql' ORDER BY 1",
    )
  ).map(({ table_name: name }) => name);

describe("the views in PostgreSQL", () => {
  it("the database has exactly the columns in docs/sql.md, with their types", async () => {
    const { database, store } = await databaseWithReader();
    await collect(await serve({ items: 1 }), { store, sqlViews: true });
    const rows = await postgres.query(
      database,
      `SELECT c.relname AS view, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
         FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'stockdeck_sql'::regnamespace AND c.relkind = 'v' ORDER BY c.oid, a.attnum`,
    );
    const typeOf = (type: unknown): unknown => (type === "timestamp with time zone" ? "timestamptz" : type);
    const found = SQL_VIEWS.map(({ name }) => ({
      name,
      columns: rows
        .filter(({ view }) => view === name)
        .map((row) => ({ name: row["name"], postgres: typeOf(row["type"]) })),
    }));
    expect(await viewsIn(database)).toEqual(SQL_VIEWS.map(({ name }) => name).toSorted());
    expect(found).toEqual(
      documentedViews().map(({ name, columns }) => ({
        name,
        columns: columns.map(({ name: column, postgres: type }) => ({ name: column, postgres: type })),
      })),
    );
  });

  it("the views have the service's records in every date and text format", async () => {
    // If more than 5 % of the items were removed, the collector would ask first.
    const service = await serve({ items: 60 });
    const { database, store } = await databaseWithReader();
    service.company.upsertItem({
      id: "odd",
      name: "a\u0000b\ud83ec \\u0000",
      weight: 0.1,
      createdAt: "2026-02-03 04:05+01",
      checkedOutAt: "2026-11-21T10:11:12.1234569Z",
      archivedAt: "0000-01-01T00:00:00Z",
      unknown: "\ud83e",
    });
    service.company.upsertItem({ id: "far", name: "Far", createdAt: "2026-01-01T10:00:00+16:00" });
    service.company.upsertItem({ id: "bare", name: "Bare", locationId: "", checkedOutAt: "", status: "" });
    service.company.upsertItem({ id: "gone", name: "Gone" });
    const collector = await collect(service, { store, sqlViews: true });
    service.company.removeItem("gone");
    await collector.refresh("full");
    const read = (sql: string): ReturnType<typeof postgres.query> => postgres.query(database, sql);
    await waitUntil(
      async () =>
        (
          await read(
            "SELECT FROM stockdeck_sql.v1_items WHERE no_longer_returned_since > now() - interval '1 hour'",
          )
        ).length === 1,
      "the row that is no longer returned",
    );
    expect(
      await read(
        `SELECT id, name, weight::text, created_at, archived_at,
           (checked_out_at AT TIME ZONE 'UTC')::text AS checked_out
           FROM stockdeck_sql.v1_items WHERE id = 'odd'`,
      ),
    ).toMatchObject([
      {
        id: "odd",
        name: "a\ufffdb\ufffdc \\u0000",
        weight: "0.1",
        created_at: new Date("2026-02-03T03:05:00Z"),
        archived_at: null,
        checked_out: "2026-11-21 10:11:12.123456",
      },
    ]);
    expect(await read("SELECT created_at FROM stockdeck_sql.v1_items WHERE id = 'far'")).toEqual([
      { created_at: new Date("2025-12-31T18:00:00Z") },
    ]);
    expect(
      await read("SELECT location_id, checked_out_at, status FROM stockdeck_sql.v1_items WHERE id = 'bare'"),
    ).toEqual([{ location_id: null, checked_out_at: null, status: null }]);
    expect(await read("SELECT * FROM stockdeck_sql.v1_status")).toEqual([
      {
        complete_as_of: expect.any(Date),
        last_refresh_at: expect.any(Date),
        last_full_check_at: expect.any(Date),
      },
    ]);
  });

  it("a program that reads old views does not delay a collector's start", async () => {
    const { database, login, store } = await databaseWithReader();
    const service = await serve({ items: 3 });
    const first = await collect(service, { store, sqlViews: true });
    await first.close();
    await letIn(database, login);
    await postgres.query(database, "COMMENT ON SCHEMA stockdeck_sql IS 'views of another version'");
    const reader = await readAs(store, login);
    await reader.query("BEGIN; SELECT count(*) FROM stockdeck_sql.v1_items");
    const second = await collect(service, { ...first.again, sqlViews: true });
    expect((await reader.query("SELECT FROM stockdeck_sql.v1_items")).rowCount).toBe(3);
    await reader.query("COMMIT");
    await second.close();
    await collect(service, { ...first.again, sqlViews: true });
    expect(
      await postgres.query(database, "SELECT obj_description('stockdeck_sql'::regnamespace) AS comment"),
    ).toEqual([{ comment: expect.stringContaining("Views of Stockdeck") }]);
  });

  it("the reader role can read only the views and write nothing", async () => {
    const { database, login, store } = await databaseWithReader();
    await collect(await serve({ items: 3 }), { store, sqlViews: true });
    await letIn(database, login);
    const reader = await readAs(store, login);
    for (const { name } of SQL_VIEWS) await reader.query(`SELECT * FROM stockdeck_sql.${name}`);
    expect((await reader.query("SELECT FROM stockdeck_sql.v1_items")).rowCount).toBe(3);
    const tables = await postgres.query(
      database,
      "SELECT relname FROM pg_class WHERE relnamespace = 'stockdeck'::regnamespace AND relkind = 'r'",
    );
    expect(tables.map(({ relname }) => relname)).toEqual(
      expect.arrayContaining(["records", "tokens", "team_records", "state"]),
    );
    for (const { relname } of tables)
      await expect(reader.query(`SELECT FROM stockdeck.${String(relname)}`)).rejects.toThrow(
        "permission denied",
      );
    for (const sql of [
      "DELETE FROM stockdeck_sql.v1_stock_days",
      "UPDATE stockdeck_sql.v1_stock_days SET items = 0",
      "INSERT INTO stockdeck_sql.v1_values (item_id) VALUES ('a')",
      "CREATE TABLE stockdeck_sql.own (a int)",
      "CREATE VIEW stockdeck_sql.own AS SELECT 1",
    ])
      await expect(reader.query(sql)).rejects.toThrow(/permission denied|cannot (delete|insert|update)/);
  });

  it("settings of the database or the reader do not change the views", async () => {
    const { database, login, store } = await databaseWithReader();
    for (const setting of [
      "standard_conforming_strings = off",
      "DateStyle = 'SQL, DMY'",
      "IntervalStyle = sql_standard",
      "TimeZone = 'America/St_Johns'",
      "extra_float_digits = -3",
      "search_path = public",
    ])
      await postgres.query("postgres", `ALTER DATABASE ${database} SET ${setting}`);
    const service = await serve({ items: 2 });
    service.company.upsertItem({
      id: "odd",
      name: "a\u0000b",
      weight: 0.1234567890123,
      createdAt: "2026-02-03 04:05+01",
      checkedOutAt: "2026-11-21T10:11:12.123456Z",
      updatedAt: "2026-11-21T10:11:12,5-03:30",
    });
    await collect(service, { store, sqlViews: true });
    await letIn(database, login);
    const inUtc = (column: string): string =>
      `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS ${column}`;
    const times = ["created_at", "checked_out_at", "updated_at"].map(inUtc).join(", ");
    for (const own of [
      "",
      "SET standard_conforming_strings = on",
      "SET search_path = public, pg_catalog",
      "SET IntervalStyle = iso_8601; SET DateStyle = German",
    ]) {
      const reader = await readAs(store, login);
      await reader.query(own);
      const { rows } = await reader.query(
        `SELECT name, weight::text, ${times} FROM stockdeck_sql.v1_items WHERE id = 'odd'`,
      );
      expect(rows).toEqual([
        {
          name: "a\ufffdb",
          weight: "0.1234567890123",
          created_at: "2026-02-03T03:05:00.000000",
          checked_out_at: "2026-11-21T10:11:12.123456",
          updated_at: "2026-11-21T13:41:12.500000",
        },
      ]);
    }
  });

  it("a restored database lets only its own reader role read the views", async () => {
    const { database, login, store } = await databaseWithReader();
    const service = await serve({ items: 3 });
    await (await collect(service, { store, sqlViews: true })).close();
    await letIn(database, login);
    const copy = await restoredFrom(store);
    const former = await readAs(postgres.urlOf(copy), login);
    expect((await former.query("SELECT FROM stockdeck_sql.v1_items")).rowCount).toBe(3);
    const restored = await collect(service, { store: postgres.urlOf(copy), sqlViews: true, newEpoch: true });
    await expect(former.query("SELECT FROM stockdeck_sql.v1_items")).rejects.toThrow("permission denied");
    await expect(former.query("SELECT stockdeck_sql.instant('')")).rejects.toThrow("permission denied");
    const own = `${login}_2`;
    await letIn(copy, own);
    const reader = await readAs(postgres.urlOf(copy), own);
    expect((await reader.query("SELECT FROM stockdeck_sql.v1_items")).rowCount).toBe(3);
    // The next start restores rights that an administrator revoked, and a dropped view.
    await postgres.query(copy, `REVOKE ALL ON stockdeck_sql.v1_types FROM ${readerOf(copy)}`);
    await postgres.query(copy, "DROP VIEW stockdeck_sql.v1_values");
    await restored.close();
    await collect(service, { ...restored.again, sqlViews: true });
    await reader.query("SELECT FROM stockdeck_sql.v1_types; SELECT FROM stockdeck_sql.v1_values");
    // The first database's reader still reads its own database.
    expect((await (await readAs(store, login)).query("SELECT FROM stockdeck_sql.v1_items")).rowCount).toBe(3);
  });

  it("an old reader role loses its rights even if the reader blocks the replacement of the views", async () => {
    const { database, login, store } = await databaseWithReader();
    const service = await serve({ items: 3 });
    await (await collect(service, { store, sqlViews: true })).close();
    await letIn(database, login);
    const copy = await restoredFrom(store);
    await postgres.query(copy, "COMMENT ON SCHEMA stockdeck_sql IS 'of another version'");
    const former = await readAs(postgres.urlOf(copy), login);
    await former.query("BEGIN; SELECT count(*) FROM stockdeck_sql.v1_items");
    await collect(service, { store: postgres.urlOf(copy), sqlViews: true, newEpoch: true });
    await expect(former.query("SELECT FROM stockdeck_sql.v1_items")).rejects.toThrow("permission denied");
  });

  it("functions and operators in schemas writable by others are never called", async () => {
    const { database, login, store } = await databaseWithReader();
    const service = await serve({ items: 1 });
    const first = await collect(service, { store, sqlViews: true });
    await first.close();
    await letIn(database, login);
    // Databases from before PostgreSQL 15 let every user create objects in `public`.
    await postgres.query(database, "GRANT CREATE ON SCHEMA public TO PUBLIC");
    const attacker = await readAs(store, login);
    await attacker.query("CREATE TABLE public.calls (role text); GRANT INSERT ON public.calls TO PUBLIC");
    // Each function fits its arguments better than the function of the catalogue.
    for (const [signature, result, value] of [
      ["quote_ident(name)", "text", "quote_ident($1::text)"],
      ["obj_description(oid, unknown)", "text", "''"],
      ["pg_advisory_xact_lock(int, int)", "void", "NULL"],
      ["current_setting(varchar)", "text", "'x'"],
      ["starts_with(name, text)", "boolean", "true"],
    ] as const)
      await attacker
        .query(
          `CREATE FUNCTION public.${signature} RETURNS ${result} LANGUAGE plpgsql AS
             $$ BEGIN INSERT INTO public.calls VALUES (current_user); RETURN ${value}; END $$`,
        )
        .catch(() => {});
    expect((await attacker.query("SELECT FROM pg_proc WHERE proname = 'quote_ident'")).rowCount).toBe(2);
    const second = await collect(service, { ...first.again, sqlViews: true });
    service.company.upsertItem({ id: "new", name: "New" });
    await second.refresh("full");
    expect(await postgres.query(database, "SELECT role FROM public.calls")).toEqual([]);
    await second.close();
    await postgres.query(database, `DROP OWNED BY ${login} CASCADE`);
  });

  it("a collector without the option for SQL views creates no views", async () => {
    const { database, store } = await databaseWithReader();
    const service = await serve({ items: 1 });
    const first = await collect(service, { store });
    expect(await viewsIn(database)).toEqual([]);
    await first.close();
    await (await collect(service, { ...first.again, sqlViews: true })).close();
    const [before] = await postgres.query(database, "SELECT 'stockdeck_sql.v1_items'::regclass::oid AS oid");
    await (await collect(service, { ...first.again })).close();
    await (await collect(service, { ...first.again, sqlViews: true })).close();
    expect(await postgres.query(database, "SELECT 'stockdeck_sql.v1_items'::regclass::oid AS oid")).toEqual([
      before,
    ]);
    await postgres.query(database, "COMMENT ON SCHEMA stockdeck_sql IS 'of another version'");
    await collect(service, { ...first.again, sqlViews: true });
    expect(await viewsIn(database)).toEqual(SQL_VIEWS.map(({ name }) => name).toSorted());
  });

  it("a collector without permission to create the reader role prints the commands that create the role", async () => {
    const { database, store } = await databaseWithReader();
    await postgres.query(
      database,
      `CREATE ROLE plain_owner LOGIN; GRANT CREATE ON DATABASE ${database} TO plain_owner`,
    );
    const address = new URL(store);
    address.username = "plain_owner";
    const service = await serve({ items: 1 });
    await expect(collect(service, { store: address.href, sqlViews: true })).rejects.toThrow(
      `CREATE ROLE ${readerOf(database)} NOLOGIN;`,
    );
    expect(await viewsIn(database)).toEqual([]);
  });

  it(
    "stock values in the views are the leader's exact amounts and follow price changes",
    PATIENCE,
    async () => {
      const { database, store } = await databaseWithReader();
      const service = await serve({ items: 0 });
      service.company.upsertType({
        id: "film",
        name: "Film",
        pricingBasis: "per foot",
        pricePerFoot: 0.1,
        currency: "EUR",
      });
      service.company.upsertItem({ id: "roll", name: "Roll", materialTypeId: "film", remainingLength: 3 });
      service.company.upsertItem({ id: "loose", name: "Loose", remainingLength: 3 });
      const collector = await collect(service, { store, sqlViews: true });
      const values = (): Promise<readonly Record<string, unknown>[]> =>
        postgres.query(
          database,
          "SELECT item_id, value::text, currency, gap FROM stockdeck_sql.v1_values ORDER BY item_id",
        );
      expect(await values()).toEqual([]);
      const token = await addTokenOf(collector, "Editor", "annotate");
      await saveDocument(collector, token, "units", "", { ...NO_UNITS, length: "ft" });
      await saveDocument(collector, token, "priceBases", "per foot", "foot");
      const loose = { item_id: "loose", value: null, currency: null, gap: "no material type" };
      const becomes = (value: string): Promise<void> =>
        waitUntil(async () => (await values()).some((row) => row["value"] === value), `the value ${value}`);
      await becomes("0.3");
      expect(await values()).toEqual([loose, { item_id: "roll", value: "0.3", currency: "EUR", gap: null }]);
      service.company.upsertType({
        id: "film",
        name: "Film",
        pricingBasis: "per foot",
        pricePerFoot: 0.7,
        currency: "EUR",
      });
      await collector.refresh("full");
      await becomes("2.1");
      // Another collector takes over. The last pricing basis was removed while no collector led.
      await collector.close();
      await postgres.query(database, "DELETE FROM stockdeck.team_records WHERE document = 'priceBases'");
      await collect(service, { store, sqlViews: true });
      await waitUntil(async () => (await values()).length === 0, "no values");
    },
  );
});

const ITEMS = 50;

/** Sets two fields of all items to one number. */
function writeRound(service: SampleService, round: number): void {
  for (let at = 0; at < ITEMS; at += 1)
    service.company.upsertItem({
      id: `item-${at}`,
      name: `Item ${at}`,
      weight: round,
      remainingLength: round,
    });
}

/**
 * Selects five numbers that are the same in every published state. A reader that sees half a publication gets
 * other numbers.
 */
const INVARIANTS = `SELECT count(*), count(DISTINCT weight), sum((remaining_length <> weight)::int),
    (SELECT count(*) FROM stockdeck_sql.v1_changes WHERE fields -> 'weight' IS NOT NULL AND type LIKE '%updated')
      - ${ITEMS} * max(weight)::int,
    (SELECT count(*) FROM stockdeck_sql.v1_changes AS c JOIN stockdeck_sql.v1_items AS i USING (id)
      WHERE c.number > (SELECT max(number) FROM stockdeck_sql.v1_changes) - ${ITEMS}
        AND (c.fields -> 'weight' ->> 'new')::numeric <> i.weight)
  FROM stockdeck_sql.v1_items`;

it("an ODBC reader sees only complete publications of a collector", PATIENCE, async () => {
  const { database, login, store } = await databaseWithReader();
  const service = await serve({ items: 0 });
  writeRound(service, 0);
  const collector = await collect(service, { store, sqlViews: true });
  await letIn(database, login);
  const { hostname, port } = new URL(store);
  const odbc = new OdbcConnection(
    `DRIVER=PostgreSQL Unicode;Server=${hostname};Port=${port};Database=${database};Uid=${login};ReadOnly=1`,
  );
  const stop = new AbortController();
  const end = Date.now() + SECONDS * 1_000;
  let round = 0;
  const writing = (async () => {
    while (!stop.signal.aborted) {
      writeRound(service, (round += 1));
      await collector.refresh("incremental");
    }
  })();
  const seen = new Set<string>();
  try {
    for (let reads = 0; Date.now() < end || seen.size < 4; reads += 1) {
      const answer = (await odbc.row(INVARIANTS)).map(Number);
      expect(answer).toEqual([ITEMS, 1, 0, 0, 0]);
      seen.add((await odbc.row("SELECT max(weight) FROM stockdeck_sql.v1_items")).join());
    }
  } finally {
    stop.abort();
    await writing;
  }
  expect(round).toBeGreaterThan(3);
});
