import type { KeptHistory } from "../../../shared/features/history/history.ts";
import type { Change, ChangeFilter, ListedChange } from "../../../shared/inventory/changes.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
import { MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import { formatInstant, parseInstant } from "../../../shared/base/time/instant.ts";
import type { Cell } from "../database/decode.ts";
import { iterate, type Database } from "../database/open-database.ts";
import { CHANGE_BYTES } from "../database/columns.ts";
import { join, type Fragment } from "./fragment.ts";

interface Row {
  readonly number: number;
  readonly pass: number;
  readonly type: Change["type"];
  readonly resource: Change["resource"];
  readonly id: string;
  readonly name: string;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
  readonly occurredAt: number | null;
  readonly fields: string;
  readonly event: string | null;
}

const COLUMNS =
  "number, pass, type, resource, id, name, observedAfter, observedBefore, occurredAt, fields, event";

/** Characters of a value in a list of changes: more are not shown, and would fill the memory. */
const LISTED_CHARACTERS = 1_000;

/**
 * The changes that pass the filter, the newest first, with their total. They are those from `offset` to `offset +
 * limit`. Long values are cut, with "…".
 * @param upTo the newest number.
 */
export function readChanges(
  database: Database,
  filter: ChangeFilter,
  offset: number,
  limit: number,
  upTo = Number.MAX_SAFE_INTEGER,
): { readonly changes: ListedChange[]; readonly total: number } {
  const upToThat = { sql: "number <= ?", values: [upTo] };
  const { sql, values } = join([upToThat, compileFilter(filter)], "AND");
  const { total } = database.prepare(`SELECT count(*) AS total FROM changes WHERE ${sql}`).get(...values) as {
    total: number;
  };
  const rows = database
    .prepare(`SELECT ${COLUMNS} FROM changes WHERE ${sql} ORDER BY number DESC LIMIT ? OFFSET ?`)
    .all(...values, limit, offset) as unknown as Row[];
  return {
    total,
    changes: rows.map((row) => {
      const { number, pass, name, event } = row;
      const change = toChange(row);
      return { number, pass, name, event, ...change, fields: cutLongValues(change.fields) };
    }),
  };
}

/** The kept changes: their number, the time of the oldest, and whether the size limit deleted older ones. */
export function readKeptHistory(database: Database): KeptHistory {
  const { changes, since, bytes } = database
    .prepare(
      `SELECT count(*) AS changes, min(observedBefore) AS since,
         ifnull(sum(${CHANGE_BYTES}), 0) AS bytes FROM changes`,
    )
    .get() as { changes: number; since: number | null; bytes: number };
  // After pruning, at most one change's size plus the newer changes are missing from the limit.
  const isFull = bytes > 0.95 * MOST_CHANGE_BYTES;
  return { changes, since: since === null ? null : formatInstant(since), isFull };
}

/** A change of any list, with the record's name after it. */
export type NamedChange = Omit<Change, "type"> & { readonly type: string; readonly name: string };

/** The number of changes, and of their lines: one per changed field, at least one per change. */
export interface ChangeCounts {
  readonly changes: number;
  readonly lines: number;
}

/** Counts the changes that pass a filter, and their lines. */
export function countChanges(database: Database, filter: ChangeFilter): ChangeCounts {
  const { sql, values } = compileFilter(filter);
  return database
    .prepare(
      `SELECT count(*) AS changes, ifnull(sum(max(1, (SELECT count(*) FROM json_each(fields)))), 0) AS lines
       FROM changes WHERE ${sql}`,
    )
    .get(...values) as ChangeCounts;
}

/** Yields the changes that pass a filter, the oldest first. */
export function* iterateChanges(database: Database, filter: ChangeFilter): Generator<NamedChange> {
  const { sql, values } = compileFilter(filter);
  const statement = database.prepare(`SELECT ${COLUMNS} FROM changes WHERE ${sql} ORDER BY number`);
  for (const row of iterate(statement, ...values) as Iterable<Row>)
    yield { ...toChange(row), name: row.name };
}

/** A change as one line of NDJSON without the line end. `cli changes` prints it and exports write it. */
export function changeJson({ name: _name, ...change }: NamedChange): string {
  return JSON.stringify(change);
}

function cutLongValues(fields: Change["fields"]): Change["fields"] {
  const cut = (value: unknown): unknown =>
    typeof value === "string" && value.length > LISTED_CHARACTERS
      ? `${value.slice(0, LISTED_CHARACTERS).toWellFormed()}…`
      : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, { old: cut(values.old), new: cut(values.new) }]),
  );
}

function toChange(row: Row): Change {
  return {
    type: row.type,
    id: row.id,
    resource: row.resource,
    observedAfter: row.observedAfter === null ? null : formatInstant(row.observedAfter),
    observedBefore: formatInstant(row.observedBefore),
    occurredAt: row.occurredAt === null ? null : formatInstant(row.occurredAt),
    fields: JSON.parse(row.fields) as Change["fields"],
  };
}

function compileFilter(filter: ChangeFilter): Fragment {
  const parts: Fragment[] = [];
  const add = (sql: string, ...values: Cell[]): void => void parts.push({ sql, values });
  const listed = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
  const { types, resource, id, search, locations, holders, since, until } = filter;
  if (types) add(listed("type"), JSON.stringify(types));
  if (resource !== undefined) add("resource = ?", resource);
  if (id !== undefined) add("id = ?", id);
  for (const term of searchTerms(search ?? "")) {
    add("(instr(nameKey, ?) > 0 OR instr(fold(id), ?) > 0)", fold(term), fold(term));
  }
  if (locations) {
    const list = JSON.stringify(locations);
    const itself = `(resource = 'locations' AND ${listed("id")})`;
    add(`(${listed("locationId")} OR ${listed("oldLocationId")} OR ${itself})`, list, list, list);
  }
  if (holders) {
    const list = JSON.stringify(holders);
    add(`(${listed("holder")} OR ${listed("oldHolder")})`, list, list);
  }
  // Filtered by the time of observation: the service's own times are only shown.
  if (since !== undefined) add("observedBefore >= ?", parseInstant(since));
  if (until !== undefined) add("observedBefore < ?", parseInstant(until));
  return join(parts, "AND");
}
