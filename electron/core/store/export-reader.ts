import { findField, QUERY_FIELDS } from "../../../shared/fields.ts";
import { QueryError } from "../../../shared/query-error.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { decode, showDate, type Cell } from "./decode.ts";
import { fieldColumns } from "./columns.ts";
import { compileQuery } from "./compile-query.ts";
import { defineFold } from "./fold-function.ts";
import { someHidden } from "./hidden-rows.ts";
import { JOINED_NAMES } from "./joined-names.ts";
import { INVENTORY_MIGRATIONS } from "./migrations/index.ts";
import { openForReading, type Database } from "./open-database.ts";
import { storeFailure } from "./store-error.ts";

/**
 * Streams a query's result row by row, of the state in which it was opened: a pass that commits meanwhile
 * changes nothing. Memory does not grow with the number of rows.
 */
export class ExportReader {
  readonly #database: Database;

  /** @throws AppFailure of kind `store`. */
  constructor(file: string) {
    this.#database = openForReading(file, INVENTORY_MIGRATIONS);
    defineFold(this.#database);
    this.#database.exec("BEGIN");
  }

  /** Rows of those columns, dates as ISO 8601 in UTC. @throws QueryError for an unknown column or field. */
  *cells(
    resource: Resource,
    query: Query,
    columns: readonly string[],
    now: number,
  ): Generator<readonly Cell[]> {
    const sources = columns.map((name) => columnSource(resource, name));
    const isDate = columns.map((name) => findField(resource, name)?.kind === "date");
    for (const row of this.#iterate(resource, query, sources, now)) {
      yield row.map((cell, index) => (isDate[index] ? showDate(cell) : cell));
    }
  }

  /** Records as the service sent them. @throws QueryError for an unknown field. */
  *records(resource: Resource, query: Query, now: number): Generator<Record<string, unknown>> {
    const sources = ["t.remainder", ...fieldColumns(resource).map((name) => `t.${name}`)];
    for (const [remainder, ...cells] of this.#iterate(resource, query, sources, now)) {
      yield decode(resource, cells, remainder as string | null);
    }
  }

  close(): void {
    this.#database.close();
  }

  *#iterate(
    resource: Resource,
    input: Query,
    sources: readonly string[],
    now: number,
  ): Generator<readonly Cell[]> {
    const query = compileQuery(resource, input, { now, someHidden: someHidden(this.#database, resource) });
    const statement = this.#database.prepare(
      `SELECT ${sources.join(", ")} FROM ${query.from} WHERE ${query.where} ORDER BY ${query.orderBy}`,
    );
    statement.setReturnArrays(true);
    try {
      yield* statement.iterate(...query.values) as IterableIterator<readonly Cell[]>;
    } catch (thrown) {
      throw storeFailure(thrown);
    } finally {
      // Also what keeps the statement alive meanwhile: in @photostructure/sqlite 2.6.0 an iterator does not, and
      // when the garbage collector takes its statement the process crashes.
      statement.close();
    }
  }
}

/** Every column that an export of a resource can have: the fields that a query can name, then the joined names. */
export function exportColumns(resource: Resource): readonly string[] {
  return [
    ...QUERY_FIELDS[resource].map(({ name }) => name),
    ...JOINED_NAMES[resource].map(({ name }) => name),
  ];
}

function columnSource(resource: Resource, name: string): string {
  if (findField(resource, name)) return `t.${name}`;
  const joined = JOINED_NAMES[resource].find((candidate) => candidate.name === name);
  if (!joined) {
    throw new QueryError(
      `${resource} have no column "${name}" (they have ${exportColumns(resource).join(", ")})`,
    );
  }
  return joined.sql;
}
