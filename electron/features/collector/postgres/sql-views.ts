import { createHash } from "node:crypto";
import { AppFailure } from "../../../../shared/base/errors.ts";
import {
  SQL_VIEWS,
  type SqlView,
  type ViewColumn,
  type ViewType,
} from "../../../store/database/sql-views.ts";
import { storeError } from "../../../store/database/store-error.ts";
import { inTransaction, type Queryable } from "./connect.ts";
import { LOCKS } from "./schema.ts";

/** PostgreSQL's codes for a lack of rights, and for a lock that is taken. */
const [INSUFFICIENT_PRIVILEGE, LOCK_NOT_AVAILABLE] = ["42501", "55P03"];
/** The most ms for which replacing the views waits for their readers. New readers have to wait for this time too. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Makes the views for other programs, and the role that reads them. After an update the views are made again. The views
 * run with the rights of their owner, so the role needs no rights on the tables.
 * @returns false if a program that reads the former views blocked their replacement; the former views still work.
 * @throws AppFailure of kind `store` if the collector's role may not create the reader's role or the schema.
 */
export async function makeSqlViews(client: Queryable): Promise<boolean> {
  // Rights are revoked first, because a reader may block the replacement of views, but cannot block the revocation.
  await alone(client, () => takeRights(client));
  try {
    await alone(client, async () => {
      const { reader, owner } = await makeReader(client);
      const found = await client.query<{ comment: string | null }>(
        "SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = 'stockdeck_sql'",
      );
      // PostgreSQL requires the right to create a schema even if the schema exists.
      if (found.rowCount === 0)
        await create(client, `CREATE SCHEMA stockdeck_sql AUTHORIZATION ${owner}`, "a schema");
      if (found.rows[0]?.comment !== COMMENT || !(await hasAllViews(client)))
        for (const statement of MADE) await client.query(statement);
      await giveRights(client, reader);
    });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === LOCK_NOT_AVAILABLE) return false;
    throw thrown;
  }
}

/** Runs work as one transaction. Only one collector at a time does this. @throws whatever the work throws. */
const alone = (client: Queryable, work: () => Promise<void>): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [...LOCKS.migration]);
    await work();
  });

/** The SQL expression for the name of the reader's role. */
const READER_NAME = "left('stockdeck_reader_' || current_database(), 63)::name";

/**
 * Makes the role that may read only the views. Programs log in as members of this role. All databases of a server share
 * roles, so the name of the role contains the name of the database. So the readers of one company cannot read the views
 * of another company.
 * @returns the names of this role and of the collector's role, quoted for SQL.
 */
async function makeReader(client: Queryable): Promise<{ readonly reader: string; readonly owner: string }> {
  const { rows } = await client.query<{ reader: string; owner: string; exists: boolean }>(
    `SELECT quote_ident(name) AS reader, quote_ident(current_user) AS owner, EXISTS (SELECT FROM pg_roles WHERE rolname = name) AS exists
       FROM (SELECT ${READER_NAME} AS name) AS reader`,
  );
  const [found] = rows;
  if (!found) throw new Error("PostgreSQL did not name the database");
  const { reader, owner, exists } = found;
  if (!exists) await create(client, `CREATE ROLE ${reader} NOLOGIN`, "a role");
  return { reader, owner };
}

async function hasAllViews(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM pg_class
       WHERE relnamespace = 'stockdeck_sql'::regnamespace AND relkind = 'v' AND relname = ANY ($1)`,
    [SQL_VIEWS.map(({ name }) => name)],
  );
  return rows[0]?.found === SQL_VIEWS.length;
}

/** Revokes the rights of readers of other databases. If a database was copied, the copy still has these rights. */
async function takeRights(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ other: string }>(
    `SELECT DISTINCT quote_ident(rolname) AS other
       FROM (SELECT nspacl AS rights FROM pg_namespace WHERE nspname = 'stockdeck_sql'
           UNION ALL SELECT relacl FROM pg_class WHERE relnamespace = to_regnamespace('stockdeck_sql')
           UNION ALL SELECT proacl FROM pg_proc WHERE pronamespace = to_regnamespace('stockdeck_sql')) AS objects,
         aclexplode(rights) AS given JOIN pg_roles ON pg_roles.oid = given.grantee
       WHERE starts_with(rolname, 'stockdeck_reader_') AND rolname <> ${READER_NAME}`,
  );
  for (const { other } of rows)
    for (const part of ["SCHEMA", "ALL TABLES IN SCHEMA", "ALL FUNCTIONS IN SCHEMA"])
      await client.query(`REVOKE ALL ON ${part} stockdeck_sql FROM ${other}`);
}

/** Grants rights to the reader. @param reader the name of the role, quoted for SQL. */
async function giveRights(client: Queryable, reader: string): Promise<void> {
  await client.query(`GRANT USAGE ON SCHEMA stockdeck_sql TO ${reader}`);
  // If a view calls a function, the reader needs the right to call this function.
  await client.query(`GRANT EXECUTE ON FUNCTION stockdeck_sql.instant(text) TO ${reader}`);
  for (const { name } of SQL_VIEWS) await client.query(`GRANT SELECT ON stockdeck_sql.${name} TO ${reader}`);
}

/** Runs a statement that the collector's role may not be allowed to run. @throws AppFailure of kind `store`. */
async function create(client: Queryable, sql: string, what: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (thrown) {
    if (codeOf(thrown) !== INSUFFICIENT_PRIVILEGE) throw thrown;
    const message = `the views need ${what}. Let an administrator of PostgreSQL run: ${sql};`;
    throw new AppFailure(storeError("other", message), { cause: thrown });
  }
}

const codeOf = (thrown: unknown): unknown => (thrown as { readonly code?: unknown }).code;

/** The types of columns, which are also used to read JSON. */
const TYPES: Readonly<Record<ViewType, string>> = {
  text: "text",
  number: "numeric",
  sum: "double precision",
  integer: "bigint",
  instant: "text",
  time: "text",
  day: "date",
  amount: "numeric",
  json: "json",
};

/**
 * Reads a date in any form that `parseInstant` reads. The result is rounded down to microseconds; without an offset the
 * date is in UTC. The result is NULL for a date that PostgreSQL cannot represent. PostgreSQL parses the function when a
 * reader calls it, so the function fixes the settings that would change its meaning.
 */
const INSTANT_FUNCTION = String.raw`
CREATE OR REPLACE FUNCTION stockdeck_sql.instant(given text) RETURNS timestamptz
  LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED
  SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on
  SET DateStyle = ISO SET IntervalStyle = postgres AS $$
DECLARE
  part text[] := regexp_match(given,
    '^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:[Zz]|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?$');
BEGIN
  -- PostgreSQL itself reads no offset of 16 hours or more.
  RETURN ((part[1] || 'T' || part[2] || ':' || coalesce(part[3], '00')
    || '.' || rpad(left(coalesce(part[4], ''), 6), 6, '0'))::timestamp
    - (coalesce(part[5], '+00') || ':' || coalesce(part[6], '00'))::interval) AT TIME ZONE 'UTC';
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$`;

/** The form in which most services write dates. For this form, a cast is faster than the function. */
const USUAL_DATE = String.raw`^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$`;

const instantSql = (text: string): string =>
  `CASE WHEN ${text} ~ '${USUAL_DATE}' THEN ${text}::timestamptz ELSE stockdeck_sql.instant(${text}) END`;

/**
 * The SQL expression for JSON of a service. PostgreSQL texts cannot contain NUL or half a surrogate pair, so both
 * become U+FFFD.
 */
const jsonSql = (text: string): string => String.raw`(CASE WHEN ${text} ~ '\\u(0000|d[89a-f])'
  THEN regexp_replace(${text}, '(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', ${"'\\1\ufffd'"}, 'g')
  ELSE ${text} END)::json`;

/** The source of a view: the table with its rows, and the columns that are not in the JSON of the rows. */
interface ViewSource {
  readonly table: string;
  /** The column with JSON; absent if the table has all columns of the view. */
  readonly json?: string;
  readonly where?: string;
  readonly columns: Readonly<Record<string, string>>;
}

const ofRecords = (resource: string): ViewSource => ({
  table: "stockdeck.records AS t",
  json: "record",
  where: `t.resource = '${resource}'`,
  columns: {
    id: "t.id",
    noLongerReturnedSince: "timestamptz 'epoch' + t.hidden_since * interval '1 microsecond'",
  },
});

const SOURCES: Readonly<Record<string, ViewSource>> = {
  v1_items: ofRecords("items"),
  v1_types: ofRecords("types"),
  v1_locations: ofRecords("locations"),
  v1_changes: {
    table: "stockdeck.changes AS t",
    json: "change",
    columns: { number: "t.number", resource: "t.resource", id: "t.id" },
  },
  v1_stock_days: {
    table: "stockdeck.snapshots AS t",
    columns: {
      day: "t.day::date",
      dimension: "t.dimension",
      id: "t.id",
      status: "t.status",
      items: "t.items",
      length: "t.length",
      weight: "t.weight",
    },
  },
  v1_values: {
    table: "stockdeck.records AS t",
    where: "t.resource = 'items' AND (t.value IS NOT NULL OR t.value_gap IS NOT NULL)",
    columns: { id: "t.id", value: "t.value", valueCurrency: "t.currency", valueGap: "t.value_gap" },
  },
  v1_status: {
    table: "stockdeck.state AS t",
    columns: {
      mark: "(t.facts::json ->> 'mark')::timestamptz",
      lastPassAt: "(t.facts::json ->> 'lastPassAt')::timestamptz",
      lastFullCheckAt: "(t.facts::json ->> 'lastFullCheckAt')::timestamptz",
    },
  },
};

function viewSql({ name, columns }: SqlView): string {
  const source = SOURCES[name];
  if (!source) throw new Error(`no source of ${name}`);
  const inJson = columns.filter((column) => source.columns[column.source] === undefined);
  const cellOf = ({ source: from, type }: ViewColumn): string => {
    const cell = `r."${from}"`;
    if (source.columns[from] !== undefined) return source.columns[from];
    if (type === "instant") return instantSql(cell);
    // The JSON comes unchanged from the service, as in the copy, so an empty text means no value.
    return type === "text" && from !== "name" ? `nullif(${cell}, '')` : cell;
  };
  const cells = columns.map((column) => `${cellOf(column)} AS ${column.name}`);
  // The JSON is parsed only once for all its columns.
  const shape = inJson.map(({ source: from, type }) => `"${from}" ${TYPES[type]}`).join(", ");
  const joined =
    source.json === undefined ? "" : `, json_to_record(${jsonSql(`t.${source.json}`)}) AS r (${shape})`;
  const where = source.where === undefined ? "" : ` WHERE ${source.where}`;
  return `CREATE VIEW stockdeck_sql.${name} AS SELECT ${cells.join(", ")} FROM ${source.table}${joined}${where}`;
}

const VIEWS: readonly string[] = [
  INSTANT_FUNCTION,
  ...SQL_VIEWS.flatMap((view) => [`DROP VIEW IF EXISTS stockdeck_sql.${view.name}`, viewSql(view)]),
];

/** The comment on the schema. It tells views of this version from views of another version. */
const COMMENT = `Views of Stockdeck for other programs ${createHash("sha256").update(VIEWS.join(";")).digest("hex").slice(0, 16)}`;

/** The statements that make the views. */
const MADE: readonly string[] = [...VIEWS, `COMMENT ON SCHEMA stockdeck_sql IS '${COMMENT}'`];
