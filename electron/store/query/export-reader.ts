import { findField, QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import { QueryError } from "../../../shared/base/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import { fromMilliseconds, toMilliseconds } from "../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { decode, showDate, type Cell } from "../database/decode.ts";
import { fieldColumns } from "../database/columns.ts";
import { findPastMoment, type PastMoment } from "./past-moment.ts";
import { PastRows } from "./past-rows.ts";
import { readStock } from "./past-stock.ts";
import { compileQuery, defineQueryFunctions, toInstant } from "./compile-query.ts";
import { readFacts, type Facts } from "../database/facts.ts";
import { someHidden, JOINED_NAMES, nameOfReference } from "./row-reader.ts";
import { columnSource, defineLineFunctions, type ColumnSource } from "./line-sql.ts";
import { openInventoryForReading } from "../database/inventory-file.ts";
import { iterate, type Database } from "../database/open-database.ts";
import { storeFailure } from "../database/store-error.ts";

/** The exported rows and their order. */
export interface ExportedQuery {
  readonly resource: Resource;
  readonly query: Query;
  /** The current time in ms since the epoch, for durations in the query. */
  readonly now: number;
}

/**
 * The rows of a query, as they were at the opening. Their order is stored once, in a temporary table on disk. So the
 * memory does not grow with the rows, and any part can be read at any time.
 */
export class ExportReader {
  readonly #database: Database;
  readonly #resource: Resource;
  /** The number of rows. */
  readonly total: number;
  /** The facts about the copy at the time of opening. */
  readonly facts: Facts;
  /** The past moment whose rows are exported; null for the current rows. */
  readonly past: PastMoment | null;
  #latest: { readonly sql: string; readonly statement: ReturnType<Database["prepare"]> } | null = null;

  /** @throws AppFailure of kind `store`; QueryError for an unknown field. */
  constructor(file: string, { resource, query, now }: ExportedQuery) {
    this.#database = openInventoryForReading(file);
    this.#resource = resource;
    try {
      defineQueryFunctions(this.#database);
      defineLineFunctions(this.#database);
      // The file itself is opened read-only. `query_only = OFF` allows temporary tables.
      this.#database.exec("PRAGMA query_only = OFF; PRAGMA temp_store = FILE; BEGIN");
      this.facts = readFacts(this.#database);
      this.past = this.#goBack(query, now);
      this.total = this.#putInOrder(query, this.past ? toMilliseconds(this.past.asOf) : now);
    } catch (thrown) {
      this.#database.close();
      throw thrown instanceof QueryError ? thrown : storeFailure(thrown);
    }
  }

  /**
   * Some consecutive rows. SQL prints them in UTF-8.
   * @param from the first row, counted from 0. @param count the most rows.
   * @param sql prints one row of the table `t`.
   */
  lines(sql: string, from: number, count: number): Uint8Array {
    // SQLite keeps the order of a subquery for group_concat (select.c, "omit ORDER BY", condition 5).
    const select = `SELECT CAST(group_concat(line, '') AS BLOB) AS bytes
      FROM (SELECT ${sql} AS line FROM ${this.#ordered()} ORDER BY o.place)`;
    try {
      const answer = this.#prepared(select).get(from, from + count - 1);
      const { bytes } = answer as unknown as { bytes: Uint8Array | null };
      return bytes ?? new Uint8Array();
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** The different texts of a field in the whole table. @param most the most texts in the result. */
  texts(field: string, most: number): readonly string[] {
    if (!findField(this.#resource, field)) throw new QueryError(`unknown field: ${field}`);
    const rows = this.#database
      .prepare(`SELECT DISTINCT ${field} AS text FROM ${this.#resource} WHERE ${field} IS NOT NULL LIMIT ?`)
      .all(most) as { text: string }[];
    return rows.map(({ text }) => text);
  }

  /** Rows with some columns, dates as ISO 8601 in UTC; all rows or a part. */
  *cells(columns: readonly ColumnSource[], from = 0, count: number = this.total): Generator<readonly Cell[]> {
    const isDate = columns.map(({ kind }) => kind === "date");
    const sources = columns.map(({ sql }) => sql);
    for (const row of this.#iterate(sources, from, count))
      yield row.map((cell, index) => (isDate[index] ? showDate(cell) : cell));
  }

  /**
   * Reads up to `count` rows, as one array for each column. Dates are instants. SQLite writes each column as one JSON
   * text, with all digits of its numbers. This is faster than rows, and needs a tenth of the memory.
   * @param from the first row, counted from 0.
   * @returns the columns, and the number of characters of all texts.
   */
  columns(
    columns: readonly ColumnSource[],
    from: number,
    count: number,
  ): { readonly cells: readonly (readonly Cell[])[]; readonly characters: number } {
    const cells = columns.map(({ sql }, at) => `${sql} AS c${at}`);
    // SQLite keeps the order of a subquery for json_group_array too, as for group_concat above.
    const select = `SELECT ${columns.map((_, at) => `json_group_array(c${at})`).join(", ")}
      FROM (SELECT ${cells.join(", ")} FROM ${this.#ordered()} ORDER BY o.place)`;
    try {
      const statement = this.#prepared(select);
      statement.setReturnArrays(true);
      const texts = statement.get(from, from + count - 1) as unknown as readonly string[];
      return {
        cells: texts.map((text) => JSON.parse(text) as Cell[]),
        characters: texts.reduce((sum, { length }) => sum + length, 0),
      };
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** Yields the records as the service sent them. */
  *records(): Generator<Record<string, unknown>> {
    const sources = ["t.unmapped", ...fieldColumns(this.#resource).map((name) => `t.${name}`)];
    for (const [unmapped, ...cells] of this.#iterate(sources, 0, this.total))
      yield decode(this.#resource, cells, unmapped as string | null);
  }

  /** The name of a reference's id; null if the copy does not have the id. */
  nameOf(field: Field, id: string): string | null {
    return nameOfReference(this.#database, field, id);
  }

  close(): void {
    this.#database.close();
  }

  /** Replaces the current rows by the rows at the query's moment. */
  #goBack({ asOf }: Query, now: number): PastMoment | null {
    if (asOf === undefined || toInstant(asOf) >= fromMilliseconds(now)) return null;
    const moment = findPastMoment(this.#database, toInstant(asOf));
    const rows = new PastRows(this.#database, moment);
    for (const resource of RESOURCES) {
      rows.removeLater(resource);
      // No other work waits for this thread. So all steps run without a pause.
      Array.from(rows.undo(resource));
    }
    const [table, { units }] = [this.#resource, this.facts];
    if (table !== "items") rows.putStock(table, readStock(this.#database, table, units ?? NO_UNITS));
    return moment;
  }

  #putInOrder(input: Query, now: number): number {
    const hidden = someHidden(this.#database, this.#resource);
    const query = compileQuery(this.#resource, input, { now, someHidden: hidden });
    this.#database.exec("CREATE TEMP TABLE ordered (place INTEGER PRIMARY KEY, id INTEGER NOT NULL)");
    const { changes } = this.#database
      .prepare(
        `INSERT INTO temp.ordered (id)
         SELECT t.rowid FROM ${query.from} WHERE ${query.where} ORDER BY ${query.orderBy}`,
      )
      .run(...query.values);
    return changes;
  }

  /** SQL for the rows of `t` between two places, in the result's order. Both places are included and counted from 0. */
  #ordered(): string {
    // Because of the cross join, SQLite reads `ordered` first.
    return `temp.ordered AS o CROSS JOIN ${this.#resource} AS t ON t.rowid = o.id
      WHERE o.place BETWEEN 1 + ? AND 1 + ?`;
  }

  /**
   * The statement of a SELECT. The latest statement is kept, because it is long and would take time to compile for each
   * part.
   */
  #prepared(sql: string): ReturnType<Database["prepare"]> {
    if (this.#latest?.sql !== sql) this.#latest = { sql, statement: this.#database.prepare(sql) };
    return this.#latest.statement;
  }

  *#iterate(sources: readonly string[], from: number, count: number): Generator<readonly Cell[]> {
    const statement = this.#database.prepare(
      `SELECT ${sources.join(", ")} FROM ${this.#ordered()} ORDER BY o.place`,
    );
    statement.setReturnArrays(true);
    try {
      yield* iterate(statement, from, from + count - 1) as Iterable<readonly Cell[]>;
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }
}

/** All columns that an export of a resource can have: the queryable fields, then the joined names. */
export function exportColumns(resource: Resource): readonly string[] {
  return [
    ...QUERY_FIELDS[resource].map(({ name }) => name),
    ...JOINED_NAMES[resource].map(({ name }) => name),
  ];
}

/** The SQL sources of columns. @throws QueryError for a column that the resource does not have. */
export function exportSources(resource: Resource, names: readonly string[]): readonly ColumnSource[] {
  return names.map((name) => {
    const source = columnSource(resource, name);
    if (source) return source;
    throw new QueryError(
      `${resource} have no column "${name}" (they have ${exportColumns(resource).join(", ")})`,
    );
  });
}

/** The label of a column, as in the table. */
export function columnLabel(resource: Resource, name: string): string {
  const field = findField(resource, name);
  if (field) return field.label;
  const reference = findField(resource, name.replace(/Name$/, "Id"));
  // The id has a column of its own, next to the user's name for it.
  return reference?.references === "names" ? `${reference.label} name` : (reference?.label ?? name);
}
