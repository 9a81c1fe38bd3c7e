import { DatabaseSync } from "@photostructure/sqlite";
import type { DifferenceKind } from "../../../shared/exports/difference-kinds.ts";
import { fold } from "../../../shared/text/fold.ts";
import type { Cell } from "../../store/database/decode.ts";
import { iterate, type Database } from "../../store/database/open-database.ts";
import type { FileCell } from "./sheet-rows.ts";
import { storedCells } from "./stored-row.ts";

/** One row that differs. */
export interface NewDifference {
  readonly kind: DifferenceKind;
  /** Null where a row of the file is gone that has none. */
  readonly id: string | null;
  readonly name: string;
  readonly fields: Readonly<Record<string, { readonly old: Cell; readonly new: Cell }>>;
}

type Statement = ReturnType<Database["prepare"]>;

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; PRAGMA temp_store = FILE;
  -- The rows of the file (stored-row.ts).
  CREATE TABLE IF NOT EXISTS lines (place INTEGER PRIMARY KEY, cells TEXT NOT NULL) STRICT;
  -- By what a row of the file is found; the first of several with the same.
  CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY, place INTEGER NOT NULL, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  -- How often a name occurs among the present rows.
  CREATE TABLE IF NOT EXISTS names (key TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS differences (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT,
    name TEXT NOT NULL,
    nameKey TEXT NOT NULL,
    fields TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS changed (name TEXT, number INTEGER, PRIMARY KEY (name, number)) STRICT, WITHOUT ROWID;
`;

/** The temporary database of one comparison; it is worth nothing after it, so that nothing is synced or journalled. */
export class ComparisonFile {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SCHEMA);
  }

  begin(): void {
    this.#database.exec("BEGIN");
  }

  commit(): void {
    this.#database.exec("COMMIT");
  }

  /** @param row as `storedRow` makes it. */
  addLine(place: number, row: string): void {
    this.#run("INSERT INTO lines VALUES (?, ?)", place, row);
  }

  /** The names of the columns that the lines have, in their order. */
  columns(): readonly string[] {
    const row = this.#get("SELECT value FROM facts WHERE name = 'columns'");
    return JSON.parse(String(row?.["value"])) as string[];
  }

  setFact(name: "columns" | "about", value: unknown): void {
    this.#run("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, JSON.stringify(value));
  }

  /** Every row of the file, in its order. */
  *lines(): Generator<{ readonly place: number; readonly cells: readonly FileCell[] }> {
    const statement = this.#database.prepare("SELECT place, cells FROM lines ORDER BY place");
    for (const { place, cells } of iterate(statement) as Iterable<{ place: number; cells: string }>)
      yield { place, cells: storedCells(cells) };
  }

  /** Says by what a row of the file is found. */
  addKey(key: string, place: number): void {
    const sql = "INSERT INTO keys VALUES (?, ?, 1) ON CONFLICT (key) DO UPDATE SET times = times + 1";
    this.#run(sql, key, place);
  }

  /** The row of the file with that key, and how many have it; null where none has. */
  find(key: string) {
    const sql = "SELECT place, times, cells FROM keys JOIN lines USING (place) WHERE key = ?";
    const row = this.#get(sql, key) as { place: number; times: number; cells: string } | undefined;
    return row ? { ...row, cells: storedCells(row.cells) } : null;
  }

  /** Counts a name of a present row. */
  addName(key: string): void {
    this.#run("INSERT INTO names VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET times = times + 1", key);
  }

  /** How many present rows have that name. */
  timesOfName(key: string): number {
    return Number(this.#get("SELECT times FROM names WHERE key = ?", key)?.["times"] ?? 0);
  }

  /** How many rows of the file cannot be told from another one: those behind the first of each key. */
  repeated(): number {
    return Number(this.#get("SELECT ifnull(sum(times - 1), 0) AS n FROM keys")?.["n"]);
  }

  addDifference({ kind, id, name, fields }: NewDifference): void {
    const { lastInsertRowid } = this.#run(
      "INSERT INTO differences (kind, id, name, nameKey, fields) VALUES (?, ?, ?, ?, ?)",
      kind,
      id,
      name,
      fold(name),
      JSON.stringify(fields),
    );
    if (kind !== "changed") return;
    for (const field of Object.keys(fields))
      this.#run("INSERT INTO changed VALUES (?, ?)", field, Number(lastInsertRowid));
  }

  /** What a further comparison of the same file begins with. */
  clear(): void {
    this.#database.exec("DELETE FROM keys; DELETE FROM names; DELETE FROM differences; DELETE FROM changed;");
  }

  /** Indexes for those who look at the differences. */
  finish(): void {
    this.#database.exec(
      "CREATE INDEX IF NOT EXISTS differences_by_kind ON differences (kind, number); DELETE FROM keys; DELETE FROM names;",
    );
  }

  close(): void {
    this.#database.close();
  }

  #run(sql: string, ...values: Cell[]): ReturnType<Statement["run"]> {
    return this.#statement(sql).run(...values);
  }

  #get(sql: string, ...values: Cell[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values) as Record<string, unknown> | undefined;
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
