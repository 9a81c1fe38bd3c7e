import { fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { FIELDS, NO_LONGER_RETURNED, type Field } from "../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import type { Database } from "./open-database.ts";

/**
 * The type of a view's column (docs/sql.md). A sum is a sum of doubles; an amount is in its own currency. The copy
 * stores an instant as a number, and a time as a text.
 */
export type ViewType = "text" | "number" | "sum" | "integer" | "instant" | "time" | "day" | "amount" | "json";

/** A column of a view: its name, and the column of the copy's table. */
export interface ViewColumn {
  readonly name: string;
  readonly source: string;
  readonly type: ViewType;
}

/** A view for other programs. Within its version, columns are only added (docs/sql.md). */
export interface SqlView {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly ViewColumn[];
  readonly where?: string;
}

/** Turns "checkedOutAt" into "checked_out_at". */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const column = (source: string, type: ViewType, name = snakeCase(source)): ViewColumn => ({
  name,
  source,
  type,
});

const ofField = ({ name, kind }: Field): ViewColumn =>
  column(name, kind === "number" ? "number" : kind === "date" ? "instant" : "text");

/** The facts that tell the age of the copy (facts.ts). */
const STATUS_FACTS = ["mark", "lastPassAt", "lastFullCheckAt"] as const;

/** SQL for a fact. The fact is a text or null, stored as JSON. Not every program's SQLite has functions for JSON. */
const factSql = (name: string): string =>
  `max(CASE name WHEN '${name}' THEN nullif(trim(value, '"'), 'null') END) AS ${name}`;

/** The views of an inventory. They have neither the names of holders nor anything else that users entered. */
export const SQL_VIEWS: readonly SqlView[] = [
  ...RESOURCES.map((resource) => ({
    name: `v1_${resource}`,
    table: resource,
    columns: [...FIELDS[resource], NO_LONGER_RETURNED].map(ofField),
  })),
  {
    name: "v1_changes",
    table: "changes",
    columns: [
      column("number", "integer"),
      column("type", "text"),
      column("resource", "text"),
      column("id", "text"),
      column("name", "text"),
      column("observedAfter", "instant"),
      column("observedBefore", "instant"),
      column("occurredAt", "instant"),
      column("locationId", "text"),
      column("oldLocationId", "text"),
      column("holder", "text", "holder_id"),
      column("oldHolder", "text", "old_holder_id"),
      column("fields", "json"),
    ],
  },
  {
    name: "v1_stock_days",
    table: "snapshots",
    columns: [
      column("day", "day"),
      column("dimension", "text"),
      column("id", "text"),
      column("status", "text"),
      column("items", "integer"),
      column("length", "sum"),
      column("weight", "sum"),
    ],
  },
  {
    name: "v1_values",
    table: "items",
    columns: [
      column("id", "text", "item_id"),
      column("value", "amount"),
      column("valueCurrency", "text", "currency"),
      column("valueGap", "text", "gap"),
    ],
    where: "value IS NOT NULL OR valueGap IS NOT NULL",
  },
  {
    name: "v1_status",
    table: `(SELECT ${STATUS_FACTS.map(factSql).join(", ")} FROM facts)`,
    columns: [
      column("mark", "time", "complete_as_of"),
      column("lastPassAt", "time", "last_refresh_at"),
      column("lastFullCheckAt", "time", "last_full_check_at"),
    ],
  },
];

/** The statement that makes a view in SQLite. It uses only SQL that every program with SQLite has. */
function viewSql({ name, table, columns, where }: SqlView): string {
  // A column without a conversion keeps its declared type. Other programs use this type.
  const cells = columns.map(({ name: as, source, type }) => `${cellSql(source, type)} AS ${as}`);
  return `CREATE VIEW ${name} AS SELECT ${cells.join(", ")} FROM ${table}${where === undefined ? "" : ` WHERE ${where}`}`;
}

const YEAR_0 = fromMilliseconds(Date.parse("0000-01-01T00:00:00Z"));

function cellSql(source: string, type: ViewType): string {
  if (type === "instant") return instantSql(source);
  return type === "time" ? timeSql(source) : source;
}

/**
 * SQL for a time as a text with six decimals, as `instantSql` gives it. The time is stored as `formatInstant` writes
 * it.
 */
const timeSql = (column: string): string => `substr(replace(${column}, 'Z', '000'), 1, 26) || 'Z'`;

/**
 * SQL for an instant as ISO 8601 in UTC; null outside of the years 0 to 9999. It always has six decimals, so that texts
 * sort as times. Beyond microseconds an instant counts milliseconds (shared/base/time/instant.ts).
 */
function instantSql(column: string): string {
  const [fine, edge] = ["8000000000000000", "8000000000000"];
  const micros = `CASE WHEN ${column} >= ${fine} THEN (${edge} + ${column} - ${fine}) * 1000
    WHEN ${column} < -${fine} THEN (-${edge} + ${column} + ${fine}) * 1000 ELSE ${column} END`;
  const rest = `((${micros}) % 1000000 + 1000000) % 1000000`;
  const text = `strftime('%Y-%m-%dT%H:%M:%S', ((${micros}) - ${rest}) / 1000000, 'unixepoch') || printf('.%06dZ', ${rest})`;
  return `CASE WHEN ${column} >= ${YEAR_0} THEN ${text} END`;
}

/**
 * SQL that makes the views again if they are outdated; otherwise no SQL.
 * @param columns the statements that change columns. No view may use a column while it changes.
 */
export function withViews(database: Database, columns: readonly string[]): readonly string[] {
  const rows = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view' AND name LIKE 'v1\\_%' ESCAPE '\\'")
    .all() as { name: string; sql: string }[];
  const found = new Map(rows.map(({ name, sql }) => [name, sql]));
  const wanted = SQL_VIEWS.map((view) => [view.name, viewSql(view)] as const);
  const isSame = found.size === wanted.length && wanted.every(([name, sql]) => found.get(name) === sql);
  if (columns.length === 0 && isSame) return [];
  return [
    ...[...found.keys()].map((name) => `DROP VIEW ${name}`),
    ...columns,
    ...wanted.map(([, sql]) => sql),
  ];
}
