import type { Row } from "../../../shared/contract/query-calls.ts";
import { QUERY_FIELDS } from "../../../shared/domain/fields.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import { showDate, type Cell } from "../database/decode.ts";
import { JOINED_NAMES } from "./joined-names.ts";
import type { Database } from "../database/open-database.ts";

type Statement = ReturnType<Database["prepare"]>;

/** Reads rows as the table shows them: the API's fields, dates as ISO 8601, and the names that references stand for. */
export class RowReader {
  readonly #tables: Readonly<Record<Resource, Table>>;

  constructor(database: Database) {
    const tables = RESOURCES.map((resource) => [resource, new Table(database, resource)] as const);
    this.#tables = Object.fromEntries(tables) as Record<Resource, Table>;
  }

  /** Rows by their rowids, in that order. */
  byRowids(resource: Resource, rowids: Uint32Array): Row[] {
    return this.#tables[resource].byRowids(rowids);
  }

  /** The row of an id; undefined where there is none. */
  byId(resource: Resource, id: string): Row | undefined {
    return this.#tables[resource].byId(id);
  }
}

/** One resource's statements, compiled once: compiling one takes as long as reading ten rows. */
class Table {
  readonly #names: readonly string[];
  readonly #dates: readonly boolean[];
  readonly #byRowids: Statement;
  readonly #byId: Statement;

  constructor(database: Database, resource: Resource) {
    const fields = QUERY_FIELDS[resource];
    const joined = JOINED_NAMES[resource];
    this.#names = [...fields, ...joined].map(({ name }) => name);
    this.#dates = this.#names.map((_, at) => fields[at]?.kind === "date");
    const columns = [...fields.map(({ name }) => `t.${name}`), ...joined.map(({ sql }) => sql)].join(", ");
    this.#byRowids = database.prepare(
      `SELECT ${columns} FROM json_each(?) AS chosen CROSS JOIN ${resource} AS t ON t.rowid = chosen.value
       ORDER BY chosen.key`,
    );
    this.#byId = database.prepare(`SELECT ${columns} FROM ${resource} AS t WHERE t.id = ?`);
    for (const statement of [this.#byRowids, this.#byId]) statement.setReturnArrays(true);
  }

  byRowids(rowids: Uint32Array): Row[] {
    const rows = this.#byRowids.all(
      JSON.stringify(Array.from(rowids)),
    ) as unknown as readonly (readonly Cell[])[];
    return rows.map((cells) => this.#row(cells));
  }

  byId(id: string): Row | undefined {
    const cells = this.#byId.get(id) as unknown as readonly Cell[] | undefined;
    return cells && this.#row(cells);
  }

  #row(cells: readonly Cell[]): Row {
    const row: Record<string, Cell> = {};
    for (const [at, name] of this.#names.entries()) {
      const cell = cells[at] ?? null;
      row[name] = this.#dates[at] ? showDate(cell) : cell;
    }
    return row;
  }
}
