import { DatabaseSync } from "@photostructure/sqlite";
import { INDEXES } from "../../../electron/store/database/columns.ts";
import type { SampleProcess } from "../../helpers/sample-process.ts";

export type Service = Pick<SampleProcess, "url" | "key">;

/** Fetches and parses all pages of all three resources, and stores nothing. @returns the number of items. */
export async function bareLoop({ url, key }: Service): Promise<number> {
  let items = 0;
  for (const resource of ["locations", "types", "items"]) {
    let cursor: string | null = null;
    do {
      const search: string =
        cursor === null ? "?limit=250" : `?limit=250&cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(`${url}/inventory/${resource}${search}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const page = (await response.json()) as { data: unknown[]; meta: { nextCursor: string | null } };
      if (resource === "items") items += page.data.length;
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
  }
  return items;
}

/** The stored rows of a synced database's items. */
export interface StoredRows {
  /** The statements that make the table, without its secondary indexes. */
  readonly schema: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function readStoredRows(file: string): StoredRows {
  const database = new DatabaseSync(file, { readOnly: true });
  const { sql } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'items'").get() as {
    sql: string;
  };
  const statement = database.prepare("SELECT * FROM items");
  const columns = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as (string | number | null)[][];
  database.close();
  return { schema: sql, columns, rows };
}

/** Writes finished rows in one transaction of a new file, then builds the same indexes. */
export function bareTransaction(file: string, { schema, columns, rows }: StoredRows): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192");
  database.exec(schema);
  const insert = database.prepare(`INSERT INTO items VALUES (${columns.map(() => "?").join(", ")})`);
  database.exec("BEGIN");
  for (const row of rows) insert.run(...row);
  database.exec("COMMIT");
  for (const [name, on] of INDEXES.items) database.exec(`CREATE INDEX ${name} ON ${on}`);
  database.close();
}
