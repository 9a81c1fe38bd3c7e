import type { Change, ViewChange, UnseenChanges } from "../../../shared/domain/changes.ts";
import { COUNTED_FIELDS } from "../../../shared/domain/fields.ts";
import { formatInstant, parseInstant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { fieldColumns } from "../database/columns.ts";
import { decode, type Cell } from "../database/decode.ts";
import { encode } from "../database/encode.ts";
import type { Database } from "../database/open-database.ts";

/** More changes than anybody goes through; the numbers are "at least" then. */
const MOST_CHANGES = 20_000;
/** What a query may name of a row beside the API's fields. */
const SHADOW_COLUMNS = ["nameSort", "nameKey", "idKey", "noLongerReturnedSince"] as const;
/** Columns that no change tells of: a row of the past has them as it has them now. */
const stockColumns = (resource: Resource): readonly string[] =>
  COUNTED_FIELDS[resource].map(({ name }) => name);

interface ChangeRow {
  readonly number: number;
  readonly type: string;
  readonly id: string;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
  readonly fields: string;
}

/** One record's changes since then, summed up. */
interface Summary {
  readonly id: string;
  readonly fields: Record<string, { old: unknown; new: unknown }>;
  readonly wasThere: boolean;
  readonly wasHidden: boolean | null;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
}

/**
 * What entered, left and changed in a view since it was last looked at: each changed record is put back to what it
 * was then, and the view's own compiled query says of both versions whether they belong to it.
 * @param query compiled as for a table with hidden rows.
 * @param since the number of the last change that was looked at.
 */
export function readUnseenChanges(
  database: Database,
  resource: Resource,
  query: CompiledQuery,
  since: number,
  limit: number,
): UnseenChanges {
  const rows = database
    .prepare(
      `SELECT number, type, id, observedAfter, observedBefore, fields FROM changes
       WHERE resource = ? AND number > ? ORDER BY number DESC LIMIT ?`,
    )
    .all(resource, since, MOST_CHANGES + 1) as unknown as ChangeRow[];
  const { first, last } = numbers(database);
  const summaries = summarise(rows.slice(0, MOST_CHANGES));
  const now = currentRecords(database, resource, [...summaries.keys()]);
  const before = membersBefore(database, resource, query, [...summaries.values()], now);
  const after = membersNow(database, query, [...summaries.keys()]);
  const records = [...summaries.values()].flatMap((summary): ViewChange[] => {
    const { id, observedAfter, observedBefore } = summary;
    const [was, is] = [before.has(id), after.has(id)];
    const fields = Object.fromEntries(
      Object.entries(summary.fields).filter(([, { old, new: current }]) => !same(old, current)),
    );
    if (!was && !is) return [];
    // A value that changed and changed back is not a change.
    if (was && is && Object.keys(fields).every((name) => name === "updatedAt")) return [];
    return [
      {
        id,
        name: now.get(id)?.name ?? id,
        what: was && is ? "changed" : is ? "entered" : "left",
        fields,
        observedAfter: observedAfter === null ? null : formatInstant(observedAfter),
        observedBefore: formatInstant(observedBefore),
      },
    ];
  });
  const count = (what: ViewChange["what"]): number => records.filter((record) => record.what === what).length;
  return {
    entered: count("entered"),
    left: count("left"),
    changed: count("changed"),
    records: records.slice(0, limit),
    upTo: last,
    more: rows.length > MOST_CHANGES,
    cutOff: since < first - 1,
  };
}

/** The oldest change that is kept, and the newest that there ever was; numbers are never used again. */
function numbers(database: Database): { readonly first: number; readonly last: number } {
  const row = database
    .prepare(
      `SELECT (SELECT min(number) FROM changes) AS first,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0) AS last`,
    )
    .get() as { first: number | null; last: number };
  return { first: row.first ?? row.last + 1, last: row.last };
}

/** Sums up the changes of each record, given the newest first; the most recently changed record comes first. */
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
      // A record that came has no old name.
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

/** Ids of the records that belonged to the view: the same query, over the rows as they were. */
function membersBefore(
  database: Database,
  resource: Resource,
  query: CompiledQuery,
  summaries: readonly Summary[],
  now: ReadonlyMap<string, Current>,
): ReadonlySet<string> {
  const rows = summaries.flatMap((summary) => {
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
  const columns = ["rowid", ...fieldColumns(resource), ...SHADOW_COLUMNS, ...stockColumns(resource)];
  // A common table expression of the table's name stands before the table in everything that the query says.
  const sql = `WITH ${resource}(${columns.join(", ")}) AS (
      SELECT ${columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(", ")} FROM json_each(?))
    SELECT t.id AS id FROM ${query.from} WHERE ${query.where}`;
  const found = database.prepare(sql).all(JSON.stringify(rows), ...query.values) as { id: string }[];
  return new Set(found.map(({ id }) => id));
}

function membersNow(database: Database, query: CompiledQuery, ids: readonly string[]): ReadonlySet<string> {
  const sql = `SELECT t.id AS id FROM ${query.from} WHERE t.id IN (SELECT value FROM json_each(?)) AND ${query.where}`;
  const found = database.prepare(sql).all(JSON.stringify(ids), ...query.values) as { id: string }[];
  return new Set(found.map(({ id }) => id));
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === "string" && typeof right === "string") {
    const [a, b] = [parseInstant(left), parseInstant(right)];
    return a !== null && a === b;
  }
  return JSON.stringify(left) === JSON.stringify(right);
}
