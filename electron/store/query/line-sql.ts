import { findField, type FieldKind } from "../../../shared/inventory/fields.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { decode, type Cell } from "../database/decode.ts";
import { fieldColumns } from "../database/columns.ts";
import { JOINED_NAMES } from "./row-reader.ts";
import type { Database } from "../database/open-database.ts";

/** A column of an export, as SQL over the resource's table `t`. */
export interface ColumnSource {
  readonly name: string;
  readonly kind: FieldKind;
  readonly sql: string;
}

/** The source of a column; undefined if the resource has no column with this name. */
export function columnSource(resource: Resource, name: string): ColumnSource | undefined {
  const field = findField(resource, name);
  if (field) return { name, kind: field.kind, sql: `t.${name}` };
  const joined = JOINED_NAMES[resource].find((candidate) => candidate.name === name);
  return joined && { name, kind: "text", sql: joined.sql };
}

/** SQL for the columns as one JSON object, without a line end. It gives exactly the text of JSON.stringify. */
export function jsonObjectSql(columns: readonly ColumnSource[]): string {
  const members = columns.flatMap(({ name, kind, sql }, index) => {
    const begin = quote(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (kind === "number") return [begin, `coalesce(${numberSql(sql)}, 'null')`];
    if (kind === "date") return [begin, instantJsonSql(sql)];
    return [begin, `json_quote(${sql})`];
  });
  return `concat(${members.join(", ")}, '}')`;
}

/** SQL for records as the service sent them. JavaScript rebuilds a record that the columns cannot reproduce. */
export function jsonRecordSql(resource: Resource): string {
  const names = fieldColumns(resource);
  const columns = names.flatMap((name) => columnSource(resource, name) ?? []);
  const whole = `json_record('${resource}', t.unmapped, ${names.map((name) => `t.${name}`).join(", ")})`;
  return `iif(t.unmapped IS NULL, ${jsonObjectSql(columns)}, ${whole})`;
}

/** Defines SQL functions for values that plain SQL would print differently. */
export function defineLineFunctions(database: Database): void {
  const deterministic = true;
  database.function("js_number", { deterministic }, (value: unknown) => String(value));
  database.function("js_instant", { deterministic }, (value: unknown) => formatInstant(value as number));
  database.function(
    "json_record",
    { deterministic, varargs: true },
    (resource: unknown, unmapped: unknown, ...cells: unknown[]) =>
      JSON.stringify(decode(resource as Resource, cells as Cell[], unmapped as string | null)),
  );
}

/**
 * SQL for a REAL as JavaScript prints it. SQLite prints 5 as "5.0", changes to exponents at other sizes, and gives up
 * to 17 digits even if fewer identify the number. So whole numbers are printed as integers, numbers with at most three
 * decimals unchanged, and all others by JavaScript. The division finds numbers with at most three decimals. It is
 * rounded correctly, so its result is the double nearest to that decimal. The decimal has at most twelve digits, so it
 * is also the shortest that identifies the double.
 */
function numberSql(sql: string): string {
  return `CASE WHEN ${sql} IS NULL THEN NULL
    WHEN ${sql} BETWEEN -1e15 AND 1e15 AND CAST(${sql} AS INTEGER) = ${sql} THEN CAST(${sql} AS INTEGER)
    WHEN ${sql} BETWEEN 0.001 AND 1e8 AND CAST(${sql} * 1000 + 0.5 AS INTEGER) / 1000.0 = ${sql}
    THEN ${sql} ELSE js_number(${sql}) END`;
}

/**
 * SQL for an instant as ISO 8601. SQLite prints whole milliseconds of the years 1716 to 2223
 * (shared/base/time/instant.ts).
 */
function instantSql(sql: string): string {
  return `CASE WHEN ${sql} IS NULL THEN NULL
    WHEN ${sql} % 1000 = 0 AND ${sql} BETWEEN -7999999999999000 AND 7999999999999000
    THEN concat(replace(datetime(${sql} / 1e6, 'unixepoch', 'subsec'), ' ', 'T'), 'Z') ELSE js_instant(${sql}) END`;
}

/** SQL for an instant as JSON. */
export function instantJsonSql(sql: string): string {
  return `iif(${sql} IS NULL, 'null', concat('"', ${instantSql(sql)}, '"'))`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
