import type { Change } from "../../../shared/inventory/changes.ts";
import { COMPUTED_FIELDS, specifiedField } from "../../../shared/inventory/fields.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { fieldColumns } from "../database/columns.ts";
import { decode, type Cell } from "../database/decode.ts";
import { encode } from "../database/encode.ts";
import { iterate, type Database, prepared } from "../database/open-database.ts";

/** The most changes to read: more than a user would read. Beyond that, numbers are "at least". */
const MOST_CHANGES = 20_000;
/** The most characters of changed fields to read; beyond that, numbers are "at least". */
const MOST_CHARACTERS = 64_000_000;
/** Columns that a query may name in addition to the API's fields. */
const SHADOW_COLUMNS = ["nameSort", "nameKey", "idKey", "noLongerReturnedSince"] as const;
/** Columns that the change log does not have. A row of the past shows their present values. */
const stockColumns = (resource: Resource): readonly string[] =>
  COMPUTED_FIELDS[resource].map(({ name }) => name);

interface ChangeRow {
  readonly number: number;
  readonly type: string;
  readonly id: string;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
  readonly fields: string;
}

/** The changes of one record since a change number, combined. */
export interface Summary {
  readonly id: string;
  readonly fields: Record<string, { old: unknown; new: unknown }>;
  readonly wasThere: boolean;
  readonly wasHidden: boolean | null;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
}

/** The records that changed since a change number, with their present and former versions. */
export interface ChangedRecords {
  readonly resource: Resource;
  readonly summaries: ReadonlyMap<string, Summary>;
  readonly now: ReadonlyMap<string, Current>;
  /** The number of the newest change. */
  readonly last: number;
  /** True if there are more changes than were read. */
  readonly more: boolean;
  /** True if some changes since that number are no longer kept. */
  readonly cutOff: boolean;
}

type MemberQuery = Pick<CompiledQuery, "from" | "where" | "values">;

/**
 * Reads the records that changed after a change number.
 * @param since the number of the last change that is already known.
 * @param ids limits the records; undefined for all records.
 */
export function readChangedRecords(
  database: Database,
  resource: Resource,
  since: number,
  ids?: readonly string[],
): ChangedRecords {
  const wanted = ids ? "AND id IN (SELECT value FROM json_each(?))" : "";
  const statement = database.prepare(
    `SELECT number, type, id, observedAfter, observedBefore, fields FROM changes
     WHERE resource = ? AND number > ? ${wanted} ORDER BY number DESC LIMIT ?`,
  );
  const values = [resource, since, ...(ids ? [JSON.stringify(ids)] : []), MOST_CHANGES + 1];
  const rows: ChangeRow[] = [];
  let characters = 0;
  let more = false;
  for (const row of iterate(statement, ...values) as Iterable<ChangeRow>) {
    characters += row.fields.length;
    more = rows.length === MOST_CHANGES || characters > MOST_CHARACTERS;
    if (more) break;
    rows.push(row);
  }
  const { first, last } = changeNumbers(database);
  const summaries = summarise(rows);
  const now = currentRecords(database, resource, [...summaries.keys()]);
  return { resource, summaries, now, last, more, cutOff: since < first - 1 };
}

/** The first and last number of the kept changes. The numbers have no gap, and are never used again. */
export interface ChangeNumbers {
  /** The first kept number; `last + 1` if none is kept. */
  readonly first: number;
  /** The last number that was given; 0 before the first one. */
  readonly last: number;
}

/**
 * Reads the numbers of a copy's changes. SQLite takes a number in the transaction that writes the change
 * (AUTOINCREMENT). So a transaction that is rolled back leaves no gap. Even when all changes are deleted, SQLite
 * remembers the last number.
 */
export function changeNumbers(database: Database): ChangeNumbers {
  const row = database
    .prepare(
      `SELECT (SELECT min(number) FROM changes) AS first,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0) AS last`,
    )
    .get() as { first: number | null; last: number };
  return { first: row.first ?? row.last + 1, last: row.last };
}

/**
 * Combines the changes of each record.
 * @param rows the changes, the newest first.
 * @returns the summaries, that of the most recently changed record first.
 */
function summarise(rows: readonly ChangeRow[]): ReadonlyMap<string, Summary> {
  const summaries = new Map<string, Summary>();
  for (const row of rows) {
    const known = summaries.get(row.id);
    const fields: Summary["fields"] = { ...known?.fields };
    const changed = JSON.parse(row.fields) as Change["fields"];
    for (const [name, { old, new: current }] of Object.entries(changed)) {
      const later = fields[name];
      fields[name] = { old, new: later ? later.new : current };
    }
    summaries.set(row.id, {
      id: row.id,
      fields,
      // If the name has changed from nothing, the record is new.
      wasThere: !("name" in changed && (changed["name"]?.old ?? null) === null),
      wasHidden: row.type.endsWith(".returned_again")
        ? true
        : row.type.endsWith(".no_longer_returned")
          ? false
          : (known?.wasHidden ?? null),
      observedAfter: row.observedAfter,
      observedBefore: known?.observedBefore ?? row.observedBefore,
    });
  }
  return summaries;
}

interface Current {
  readonly name: string;
  readonly record: Record<string, unknown>;
  readonly rowid: number;
  readonly hidden: number | null;
  readonly stock: readonly Cell[];
}

function currentRecords(
  database: Database,
  resource: Resource,
  ids: readonly string[],
): ReadonlyMap<string, Current> {
  const stock = stockColumns(resource);
  const columns = ["rowid", "noLongerReturnedSince", "unmapped", ...stock, ...fieldColumns(resource)];
  const statement = database.prepare(
    `SELECT ${columns.join(", ")} FROM ${resource} WHERE id IN (SELECT value FROM json_each(?))`,
  );
  statement.setReturnArrays(true);
  const rows = statement.all(JSON.stringify(ids)) as unknown as [
    number,
    number | null,
    string | null,
    ...Cell[],
  ][];
  return new Map(
    rows.map(([rowid, hidden, unmapped, ...cells]) => {
      const record = decode(resource, cells.slice(stock.length), unmapped);
      const current = { name: record["name"] as string, record, rowid, hidden };
      return [record["id"] as string, { ...current, stock: cells.slice(0, stock.length) }];
    }),
  );
}

/** Ids of the changed records that belonged to a query before. The query reads the former rows. */
export function membersBefore(
  database: Database,
  { resource, summaries, now }: ChangedRecords,
  query: MemberQuery,
): ReadonlySet<string> {
  const rows = [...summaries.values()].flatMap((summary) => {
    const current = now.get(summary.id);
    if (!current || !summary.wasThere) return [];
    const old = Object.entries(summary.fields).map(([name, value]) => [name, value.old] as const);
    const encoded = encode(resource, { ...current.record, ...Object.fromEntries(old) });
    if ("reason" in encoded) return [];
    const hidden =
      summary.wasHidden === null ? current.hidden : summary.wasHidden ? summary.observedBefore : null;
    const { cells, nameSort, nameKey, idKey } = encoded;
    return [[current.rowid, ...cells, nameSort, nameKey, idKey, hidden, ...current.stock]];
  });
  const columns = shadowColumns(resource);
  const cells = columns.map((_, index) => `json_extract(value, '$[${index}]')`);
  return readMembers(
    database,
    resource,
    `${cells.join(", ")} FROM json_each(?)`,
    JSON.stringify(rows),
    query,
  );
}

/** Ids of the changed records that belong to a query now. */
export function membersNow(
  database: Database,
  { resource, summaries }: ChangedRecords,
  query: MemberQuery,
): ReadonlySet<string> {
  const rows = `${shadowColumns(resource).join(", ")} FROM main.${resource} WHERE id IN (SELECT value FROM json_each(?))`;
  return readMembers(database, resource, rows, JSON.stringify([...summaries.keys()]), query);
}

const shadowColumns = (resource: Resource): readonly string[] => [
  "rowid",
  ...fieldColumns(resource),
  ...SHADOW_COLUMNS,
  ...stockColumns(resource),
];

/** @param rows SQL that selects the queried rows. @param given the parameter of that SQL. */
function readMembers(
  database: Database,
  resource: Resource,
  rows: string,
  given: string,
  { from, where, values }: MemberQuery,
): ReadonlySet<string> {
  // A common table expression with a table's name takes the place of the table everywhere in the query.
  const shadow = `${resource}(${shadowColumns(resource).join(", ")}) AS MATERIALIZED (SELECT ${rows})`;
  const sql = `WITH ${shadow} SELECT t.id AS id FROM ${from} WHERE ${where}`;
  const found = prepared(database, sql).all(given, ...values) as { id: string }[];
  return new Set(found.map(({ id }) => id));
}

/**
 * The fields of a record whose values differ from before. A value that changed and changed back is left out. For an
 * unknown field this cannot be decided, because its values are not logged.
 */
export function changedFields(resource: Resource, { fields }: Pick<Summary, "fields">): Summary["fields"] {
  const isLogged = (name: string): boolean => specifiedField(resource, name) !== undefined;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, { old, new: current }]) => !isLogged(name) || !same(old, current)),
  );
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === "string" && typeof right === "string") {
    const [a, b] = [parseInstant(left), parseInstant(right)];
    return a !== null && a === b;
  }
  return JSON.stringify(left) === JSON.stringify(right);
}
