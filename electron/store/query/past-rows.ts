import type { Change } from "../../../shared/inventory/changes.ts";
import {
  COMPUTED_FIELDS,
  FIELDS,
  NO_LONGER_RETURNED,
  OWN_FIELDS,
  type Field,
} from "../../../shared/inventory/fields.ts";
import { CHANGED_NOT_AFTER, CHANGED_NOT_BEFORE, GAP_COLUMNS } from "../../../shared/inventory/gap-columns.ts";
import { stockCells, STOCK_COLUMNS } from "../../../shared/inventory/stock-columns.ts";
import { stockById, type Dimension, type StockRow } from "../../../shared/inventory/stock.ts";
import { nameKeys } from "../../../shared/base/text/natural-order.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { Cell, UnmappedFields } from "../database/decode.ts";
import { encodeField, searchKeyOf } from "../database/encode.ts";
import type { ReadingOptions } from "../database/inventory-file.ts";
import { prepared, type Database } from "../database/open-database.ts";
import { changeNumbers } from "./changed-records.ts";
import type { PastMoment } from "./past-moment.ts";

/** A row that was different at a past moment, with its old values by column. All other columns were the same. */
export interface FormerRow {
  readonly rowid: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** The number of changes that are undone between two pauses for other work: about 10 ms. */
const UNDONE_AT_ONCE = 1_000;
/** The value of `undone` for a row that did not exist. */
const NOT_THERE = -1;

type ChangeRow = [
  rowid: number,
  id: string,
  number: number,
  type: string,
  fields: string,
  observedAfter: number | null,
  observedBefore: number,
];

/** The most kept statements for sets of changed columns. Rare sets share one statement. */
const KEPT_INSERTS = 40;
/**
 * Kilobytes of the page cache while changes are undone. They are read record by record, but the file has another order.
 */
const REBUILD_CACHE = 64_000;
const CACHE = 4_096;

/**
 * Rebuilds the rows of a past moment on one connection. Differences from the present are in temporary tables; temporary
 * views with the names of the tables put them over the present rows, so that any query reads the past. Present rows are
 * still those of `main`. A commit that arrives in the meantime changes nothing once `follow` has run.
 */
export class PastRows {
  readonly #database: Database;
  readonly #moment: PastMoment;
  readonly #later: Readonly<Record<Resource, Set<number>>> = {
    items: new Set(),
    types: new Set(),
    locations: new Set(),
  };
  readonly #inserts = new Map<string, ReturnType<Database["prepare"]>>();
  /** The number of the last change that is undone. */
  #upTo: number;

  /** @param database a connection that nothing else uses, and that may have temporary tables. */
  constructor(database: Database, moment: PastMoment, options: ReadingOptions = {}) {
    this.#database = database;
    this.#moment = moment;
    this.#upTo = changeNumbers(database).last;
    database.exec(`PRAGMA cache_size = -${REBUILD_CACHE}; PRAGMA temp.cache_size = -${REBUILD_CACHE}`);
    database.function("former_unmapped", { deterministic: true, varargs: true }, (...values: unknown[]) =>
      formerUnmapped(...(values as Parameters<typeof formerUnmapped>)),
    );
    for (const resource of RESOURCES) {
      const columns = ["undone INTEGER NOT NULL", "filled INTEGER", ...FORMER_COLUMNS[resource]];
      database.exec(
        `CREATE TEMP TABLE past_${resource} (rowid INTEGER PRIMARY KEY, ${columns.join(", ")});
         CREATE TEMP TABLE stock_of_${resource} (id TEXT PRIMARY KEY, ${STOCK_NAMES.join(", ")}) WITHOUT ROWID;
         ${viewSql(resource, options)}`,
      );
    }
  }

  /** Stores the stock that each type or location had. Without it, the stock columns are empty. */
  putStock(dimension: Dimension, stock: readonly StockRow[]): void {
    const byId = stockById(stock, dimension);
    const insert = this.#database.prepare(
      `INSERT INTO temp.stock_of_${dimension} VALUES (?${", ?".repeat(STOCK_NAMES.length)})`,
    );
    const rows = prepared(this.#database, `SELECT id FROM main.${dimension}`).all() as { id: string }[];
    for (const { id } of rows) insert.run(id, ...stockCells(byId.get(id) ?? []));
  }

  /** The number of changes to undo. */
  get total(): number {
    const { firstUndone } = this.#moment;
    const sql = "SELECT count(*) AS total FROM changes WHERE number >= ?";
    return (prepared(this.#database, sql).get(firstUndone) as { total: number }).total;
  }

  /**
   * Removes the rows of a table that did not exist at the moment.
   * @param since the number of the first change that may have added a row.
   * @returns their row ids.
   */
  removeLater(resource: Resource, since = this.#moment.firstUndone): readonly number[] {
    const isNew =
      resource === "items"
        ? "type = 'inventory.item.created'"
        : `resource = '${resource}' AND fields -> '$.name' IS NOT NULL AND fields -> '$.name.old' = 'null'`;
    const rows = this.#database
      .prepare(
        `INSERT OR REPLACE INTO temp.past_${resource} (rowid, undone)
         SELECT t.rowid, ${NOT_THERE} FROM changes CROSS JOIN main.${resource} AS t ON t.id = changes.id
         WHERE ${isNew} AND number >= ? RETURNING rowid`,
      )
      .all(since) as { rowid: number }[];
    for (const { rowid } of rows) this.#later[resource].add(rowid);
    return rows.map(({ rowid }) => rowid);
  }

  /**
   * Undoes the changes of a table in steps. Call `removeLater` first.
   * @param onRow called with each former row.
   * @returns yields the number of changes that a step has undone.
   */
  *undo(resource: Resource, onRow: (row: FormerRow) => void = () => {}): Generator<number> {
    let last = "";
    for (;;) {
      const { records, count } = this.#nextRecords(resource, last);
      for (const record of records) {
        const row = this.#putFormer(resource, record);
        if (row) onRow(row);
      }
      if (count === 0) return;
      last = records.at(-1)?.[0]?.[1] ?? last;
      yield count;
    }
  }

  /** The row ids of a table's rows that are hidden at present. */
  hiddenNow(resource: Resource): readonly number[] {
    const sql = `SELECT rowid FROM main.${resource} WHERE noLongerReturnedSince IS NOT NULL`;
    return (prepared(this.#database, sql).all() as { rowid: number }[]).map(({ rowid }) => rowid);
  }

  /** Frees memory that was only needed to undo changes. */
  shrink(): void {
    this.#database.exec(`PRAGMA cache_size = -${CACHE}; PRAGMA shrink_memory`);
  }

  /**
   * Undoes the changes that were committed since the last call. Then the views show the moment again.
   * @param onRow called with each former row.
   */
  follow(onRow: (resource: Resource, row: FormerRow) => void): void {
    const { last } = changeNumbers(this.#database);
    if (last === this.#upTo) return;
    const changed = prepared(
      this.#database,
      "SELECT DISTINCT resource, id FROM changes WHERE number > ?",
    ).all(this.#upTo) as { resource: Resource; id: string }[];
    for (const resource of RESOURCES) this.removeLater(resource, this.#upTo + 1);
    for (const { resource, id } of changed) {
      const statement = this.#database.prepare(changesSql(resource, "c.id = ?"));
      statement.setReturnArrays(true);
      const changes = statement.all(id, this.#moment.firstUndone) as unknown as ChangeRow[];
      const row = this.#putFormer(resource, changes);
      if (row) onRow(resource, row);
    }
    this.#upTo = last;
  }

  /**
   * The next records with changes to undo, each with its changes, the oldest first.
   * @param after the last id that was read.
   * @param limit the most changes to read. If one record has more, more are read.
   */
  #nextRecords(
    resource: Resource,
    after: string,
    limit = UNDONE_AT_ONCE,
  ): { readonly records: readonly (readonly ChangeRow[])[]; readonly count: number } {
    const statement = prepared(this.#database, `${changesSql(resource, "c.id > ?")} LIMIT ?`);
    statement.setReturnArrays(true);
    const rows = statement.all(after, this.#moment.firstUndone, limit) as unknown as ChangeRow[];
    const records: ChangeRow[][] = [];
    for (const change of rows) {
      const record = records.at(-1);
      if (record?.[0]?.[0] === change[0]) record.push(change);
      else records.push([change]);
    }
    if (rows.length < limit) return { records, count: rows.length };
    // The last record may have more changes than were read.
    if (records.length === 1) return this.#nextRecords(resource, after, limit * 10);
    const last = records.pop() ?? [];
    return { records, count: rows.length - last.length };
  }

  /**
   * Stores the former values of a record.
   * @returns null if it has none, or if the record did not exist.
   */
  #putFormer(resource: Resource, changes: readonly ChangeRow[]): FormerRow | null {
    const [rowid, id] = changes[0] ?? [-1, ""];
    if (rowid < 0 || this.#later[resource].has(rowid)) return null;
    const cells = this.#formerCells(resource, id, changes);
    if (cells.size === 0) return null;
    let [undone, filled] = [0, 0];
    for (const [column, cell] of cells) {
      const bit = 1 << (BITS[resource].get(column) ?? 0);
      undone |= bit;
      if (cell !== null) filled |= bit;
    }
    const insert = this.#insertOf(resource, [...cells.keys()]);
    insert.statement.run(rowid, undone, filled, ...insert.columns.map((column) => cells.get(column) ?? null));
    return { rowid, cells };
  }

  /** The statement that stores former values of some columns. Rare sets of columns share one statement. */
  #insertOf(
    resource: Resource,
    columns: readonly string[],
  ): { readonly statement: ReturnType<Database["prepare"]>; readonly columns: readonly string[] } {
    const key = `${resource} ${columns.join(" ")}`;
    const known = this.#inserts.get(key);
    if (known) return { statement: known, columns };
    const all = FORMER_COLUMNS[resource];
    if (this.#inserts.size >= KEPT_INSERTS && columns.length < all.length)
      return this.#insertOf(resource, all);
    const statement = this.#database.prepare(
      `INSERT OR REPLACE INTO temp.past_${resource} (${["rowid", "undone", "filled", ...columns].join(", ")})
       VALUES (?, ?, ?${", ?".repeat(columns.length)})`,
    );
    this.#inserts.set(key, statement);
    return { statement, columns };
  }

  #formerCells(resource: Resource, id: string, changes: readonly ChangeRow[]): ReadonlyMap<string, Cell> {
    const cells = new Map<string, Cell>();
    const asGiven = new Map<string, string>();
    const unknown = new Set<string>();
    for (const [, , number, type, json, after, before] of changes) {
      // The past moment is between `after` and `before`. Nothing was observed between the two.
      if ((after ?? -Infinity) < this.#moment.asOf && !cells.has(CHANGED_NOT_AFTER.name)) {
        cells.set(CHANGED_NOT_BEFORE.name, after);
        cells.set(CHANGED_NOT_AFTER.name, before);
      }
      if (type.startsWith("stockdeck.") && !cells.has(NO_LONGER_RETURNED.name))
        cells.set(
          NO_LONGER_RETURNED.name,
          type.endsWith(".returned_again") ? this.#hiddenSince(resource, id, number) : null,
        );
      const fields = JSON.parse(json) as Change["fields"];
      for (const name of Object.keys(fields)) {
        const field = FIELDS_BY_NAME[resource].get(name);
        if (!field) unknown.add(name);
        else if (!cells.has(name)) {
          const encoded = encodeField(field, fields[name]?.old ?? null);
          cells.set(name, encoded.cell);
          if (encoded.asGiven !== null) asGiven.set(name, encoded.asGiven);
        }
      }
    }
    const name = cells.get("name");
    if (typeof name === "string") {
      const { folded, natural } = nameKeys(name);
      cells.set("nameSort", natural);
      cells.set("nameKey", folded);
    }
    const holder = cells.get("checkedOutToUserId");
    if (holder !== undefined) cells.set("idKey", searchKeyOf(id, holder));
    if (asGiven.size > 0 || unknown.size > 0) {
      const change: UnmappedChange = { unknown: [...unknown], asGiven: Object.fromEntries(asGiven) };
      cells.set("unmapped", JSON.stringify(change));
    }
    return cells;
  }

  /**
   * The time at which a row was hidden before a change showed it again; the earliest time of this change if the
   * hiding is no longer logged.
   */
  #hiddenSince(resource: Resource, id: string, number: number): number | null {
    const row = prepared(
      this.#database,
      `SELECT coalesce(
         (SELECT observedBefore FROM changes WHERE resource = ?1 AND id = ?2 AND number < ?3
            AND type LIKE '%.no_longer_returned' ORDER BY number DESC LIMIT 1),
         (SELECT coalesce(observedAfter, observedBefore) FROM changes WHERE number = ?3)) AS since`,
    ).get(resource, id, number) as { since: number | null };
    return row.since;
  }
}

/**
 * SQL for the changes to undo, record by record, the oldest of a record first. @param which a condition with one
 * parameter.
 */
function changesSql(resource: Resource, which: string): string {
  return `SELECT t.rowid, c.id, c.number, c.type, c.fields, c.observedAfter, c.observedBefore
    FROM changes AS c INDEXED BY changes_by_record CROSS JOIN main.${resource} AS t ON t.id = c.id
    WHERE c.resource = '${resource}' AND ${which} AND c.number >= ? ORDER BY c.id, c.number`;
}

/** Differences between an old and a current record that the columns cannot reproduce. */
interface UnmappedChange {
  /** Unknown fields that changed. Their former values are not logged, so a former record does not have them. */
  readonly unknown: readonly string[];
  /** Former values whose format is not that of their columns. */
  readonly asGiven: Readonly<Record<string, string>>;
}

/** The former value of the column `unmapped`. @param undone @param filled bits of the former columns. */
function formerUnmapped(
  resource: Resource,
  present: string | null,
  change: string | null,
  undone: number,
  filled: number,
): string | null {
  const parts = (present === null ? {} : JSON.parse(present)) as UnmappedFields;
  const { unknown, asGiven } = (
    change === null ? { unknown: [], asGiven: {} } : JSON.parse(change)
  ) as UnmappedChange;
  const has = (bits: number, name: string): boolean => {
    const bit = BITS[resource].get(name);
    return bit !== undefined && (bits & (1 << bit)) !== 0;
  };
  const extra = Object.entries(parts.extra ?? {}).filter(([name]) => !unknown.includes(name));
  const absent = (parts.absent ?? []).filter((name) => !has(filled, name));
  const given = [
    ...Object.entries(parts.asGiven ?? {}).filter(([name]) => !has(undone, name)),
    ...Object.entries(asGiven),
  ];
  const former: UnmappedFields = {
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
    ...(absent.length > 0 && { absent }),
    ...(given.length > 0 && { asGiven: Object.fromEntries(given) }),
  };
  return Object.keys(former).length > 0 ? JSON.stringify(former) : null;
}

const ofEach = <T>(make: (resource: Resource) => T): Readonly<Record<Resource, T>> => ({
  items: make("items"),
  types: make("types"),
  locations: make("locations"),
});

const FIELDS_BY_NAME = ofEach(
  (resource): ReadonlyMap<string, Field> =>
    new Map(FIELDS[resource].flatMap((field) => (field.name === "id" ? [] : [[field.name, field]]))),
);

/** The columns whose former values are stored, in the order of the temporary table. */
const FORMER_COLUMNS = ofEach((resource) => [
  ...FIELDS_BY_NAME[resource].keys(),
  "unmapped",
  "nameSort",
  "nameKey",
  "idKey",
  NO_LONGER_RETURNED.name,
  ...GAP_COLUMNS.map(({ name }) => name),
]);

/** The bit that each column has in `undone` and `filled`. */
const BITS = ofEach(
  (resource): ReadonlyMap<string, number> =>
    new Map(FORMER_COLUMNS[resource].map((column, bit) => [column, bit])),
);

/** The columns of types and locations that are computed from the items at the moment. */
const STOCK_NAMES = STOCK_COLUMNS.map(({ name }) => name);

/**
 * A view with a table's name and columns. It is one join, so that SQLite finds rows by row id and id as in the
 * table. Computed columns have no history and are empty, except the stock of types and locations. Columns that users
 * write have their present values.
 */
function viewSql(resource: Resource, { withoutOwnFields = false }: ReadingOptions): string {
  const shown = withoutOwnFields ? [] : OWN_FIELDS[resource];
  const columns = FORMER_COLUMNS[resource].map((column, bit) =>
    column === "unmapped"
      ? `iif(p.undone IS NULL OR (m.unmapped IS NULL AND p.unmapped IS NULL), m.unmapped,
           former_unmapped('${resource}', m.unmapped, p.unmapped, p.undone, p.filled)) AS unmapped`
      : `iif(p.undone & ${1 << bit}, p.${column}, m.${column}) AS ${column}`,
  );
  const sourceOf = (name: string): string =>
    STOCK_NAMES.includes(name) ? `s.${name}` : shown.includes(name) ? `m.${name}` : "NULL";
  const computed = COMPUTED_FIELDS[resource].flatMap(({ name }) =>
    FORMER_COLUMNS[resource].includes(name) ? [] : [`${sourceOf(name)} AS ${name}`],
  );
  const stock = resource === "items" ? "" : ` LEFT JOIN temp.stock_of_${resource} AS s ON s.id = m.id`;
  return `CREATE TEMP VIEW ${resource} AS
    SELECT m.rowid AS rowid, m.id AS id, m.fetchedAt AS fetchedAt, ${[...columns, ...computed].join(", ")}
    FROM main.${resource} AS m LEFT JOIN temp.past_${resource} AS p ON p.rowid = m.rowid${stock}
    WHERE p.undone IS NOT ${NOT_THERE}`;
}
