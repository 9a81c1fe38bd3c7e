import type {
  KeptHistory,
  Change,
  ChangeFilter,
  ListedChange,
  ViewChange,
  UnseenChanges,
} from "../../../shared/inventory/changes.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
import { MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import { formatInstant, parseInstant } from "../../../shared/base/time/instant.ts";
import type { Cell } from "../database/decode.ts";
import { iterate, type Database } from "../database/open-database.ts";
import { CHANGE_BYTES } from "../database/columns.ts";
import { join, type Fragment, type CompiledQuery, defineTextFunctions } from "./compile-query.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { changeFilterWords } from "../../../shared/inventory/change-filter-words.ts";
import { readFacts, type Facts } from "../database/facts.ts";
import { openInventoryForReading } from "../database/inventory-file.ts";
import { storeFailure } from "../database/store-error.ts";
import { changedFields, membersBefore, membersNow, readChangedRecords } from "./changed-records.ts";

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
  readonly holder: string | null;
  readonly oldHolder: string | null;
}

const COLUMNS =
  "number, pass, type, resource, id, name, observedAfter, observedBefore, occurredAt, fields, event, holder, oldHolder";

/** The most characters of a value in a list of changes. The list does not show more, and more would fill the memory. */
const LISTED_CHARACTERS = 1_000;

/**
 * The changes that pass the filter, the newest first, with their total. The result has the changes from `offset` to
 * `offset + limit`. Long values are cut and end in "…".
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
      const { number, pass, name, event, holder, oldHolder } = row;
      const change = toChange(row);
      const fields = cutLongValues(change.fields);
      return { number, pass, name, event, holder, oldHolder, ...change, fields };
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
  // After pruning, the kept changes may be a little below the limit.
  const isFull = bytes > 0.95 * MOST_CHANGE_BYTES;
  return { changes, since: since === null ? null : formatInstant(since), isFull };
}

/** A change of any list, with the record's name after it. */
export type NamedChange = Omit<Change, "type"> & { readonly type: string; readonly name: string };

/** The number of changes, and of their lines. A change has one line for each changed field, and at least one. */
interface ChangeCounts {
  readonly changes: number;
  readonly lines: number;
}

/** Counts the changes that pass a filter, and their lines. */
function countChanges(database: Database, filter: ChangeFilter): ChangeCounts {
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
  // The filter uses the time of observation, because the service's own times are only displayed.
  if (since !== undefined) add("observedBefore >= ?", parseInstant(since));
  if (until !== undefined) add("observedBefore < ?", parseInstant(until));
  return join(parts, "AND");
}

/** The observed changes that pass a filter, as they were at the opening. Later passes add nothing. */
export class ObservedChanges {
  readonly #database: Database;
  readonly #filter: ChangeFilter;
  /** The statements that read names, by table. Each is prepared once. */
  readonly #names = new Map<NonNullable<Field["references"]>, ReturnType<Database["prepare"]>>();
  /** The number of changes, and of the lines of their fields. */
  readonly counts: ChangeCounts;
  /** The facts about the copy at the time of opening. */
  readonly facts: Facts;

  /** @throws AppFailure of kind `store`. */
  constructor(inventory: string, filter: ChangeFilter) {
    this.#database = openInventoryForReading(inventory);
    this.#filter = filter;
    try {
      defineTextFunctions(this.#database);
      this.#database.exec("BEGIN");
      this.facts = readFacts(this.#database);
      this.counts = countChanges(this.#database, filter);
    } catch (thrown) {
      this.#database.close();
      throw storeFailure(thrown);
    }
  }

  /** The filter of the changes, in words and as JSON. */
  describe(): { readonly words: readonly string[]; readonly json: object } {
    const nameOf = (id: string): string | null => this.#nameIn("locations", id);
    return { words: changeFilterWords(this.#filter, nameOf), json: this.#filter };
  }

  /** The name of an id that is the value of a field; null without a name. */
  nameOf(resource: Resource, field: string, value: unknown): string | null {
    const references = findField(resource, field)?.references;
    if (references === undefined || typeof value !== "string") return null;
    return this.#nameIn(references, value);
  }

  /** Yields all changes, the oldest first. */
  *changes(): Generator<NamedChange> {
    try {
      yield* iterateChanges(this.#database, this.#filter);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  close(): void {
    this.#database.close();
  }

  #nameIn(table: NonNullable<Field["references"]>, id: string): string | null {
    const known = this.#names.get(table);
    const statement = known ?? this.#database.prepare(`SELECT name FROM ${table} WHERE id = ?`);
    if (!known) this.#names.set(table, statement);
    return (statement.get(id) as { name: string } | undefined)?.name ?? null;
  }
}

/**
 * Finds rows that entered, left or changed in a view since a change number. Each changed record is also rebuilt in
 * its former version, and the view's compiled query decides for both versions whether they belong to it.
 * @param query compiled as for a table with hidden rows.
 * @param since the number of the last change that the user has seen.
 */
export function readUnseenChanges(
  database: Database,
  resource: Resource,
  query: CompiledQuery,
  since: number,
  limit: number,
): UnseenChanges {
  const changed = readChangedRecords(database, resource, since);
  const before = membersBefore(database, changed, query);
  const after = membersNow(database, changed, query);
  const records = [...changed.summaries.values()].flatMap((summary): ViewChange[] => {
    const { id, observedAfter, observedBefore } = summary;
    const [was, is] = [before.has(id), after.has(id)];
    const fields = changedFields(resource, summary);
    if (!was && !is) return [];
    if (was && is && Object.keys(fields).every((name) => name === "updatedAt")) return [];
    return [
      {
        id,
        name: changed.now.get(id)?.name ?? id,
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
    upTo: changed.last,
    more: changed.more,
    cutOff: changed.cutOff,
  };
}
