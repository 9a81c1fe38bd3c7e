import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { runExport } from "../../../electron/delivery/files/run-export.ts";
import { InventoryReader } from "../../../electron/index/inventory-reader.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import { nameKeys } from "../../../shared/base/text/natural-order.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { PLAIN_CSV } from "../../../shared/delivery/export-formats.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { generateRecords } from "../../helpers/records.ts";
import { against, milliseconds, ofRounds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ITEMS = 1_000_000;
const BATCH = 5_000;
const MEGABYTE = 1_000_000;
/** The searches. Each is run only once, so that neither side answers from a cache. */
const SEARCHES = ["film 20", "film 31", "roll 42", "film 53", "roll 64", "film 75", "roll 86"];
/** Lower bounds of a filter that keeps nearly all rows. Each order is computed again. */
const BOUNDS = [1, 2, 3, 4, 5, 6, 7];

/** The parts of `@duckdb/node-api` that are used. It is a dependency of this folder alone. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(
      file: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}
interface Appender {
  appendVarchar(value: string): void;
  appendDouble(value: number): void;
  appendNull(): void;
  endRow(): void;
  closeSync(): void;
}

/**
 * Compares the columnar index with DuckDB on two threads (decision 9). Both load the same million items in one
 * process. Then they answer searches with their first rows and total, and read rows in the middle of an order.
 * At the end DuckDB reads the items exported as Parquet; their types and values must equal the loaded ones.
 */
export async function* duckdbBench(): AsyncGenerator<Figure> {
  if (!fs.existsSync(path.join(HERE, "node_modules")))
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: HERE,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const folder = await temporaryFolder();
  const [inventory, duckFile] = [path.join(folder, "inventory.sqlite"), path.join(folder, "items.duckdb")];
  const parquet = path.join(folder, "items.parquet");
  const duck = await openDuck(duckFile);
  const loads = [
    await milliseconds(() => fillCopy(inventory, ITEMS)),
    await milliseconds(() => duck.load()),
  ] as const;
  yield against("duckdb-load-1m", loads[0] / 1_000, "s", { name: "DuckDB", value: loads[1] / 1_000 });
  const reader = new InventoryReader(inventory);
  const now = Date.now();
  reader.count("items", { version: 1 }, now);
  const searches: [number, number][] = [];
  for (const search of SEARCHES)
    searches.push([
      await milliseconds(() => reader.window("items", { version: 1, search }, 0, 100, now)),
      await milliseconds(() => duck.search(search)),
    ]);
  yield ofRounds("duckdb-search-1m", "ms", searches, "DuckDB");
  const windows: [number, number][] = [];
  for (const value of BOUNDS)
    windows.push([
      await milliseconds(() =>
        reader.window(
          "items",
          { version: 1, filter: { field: "remainingLength", op: "gte", value } },
          500_000,
          100,
          now,
        ),
      ),
      await milliseconds(() => duck.window(value)),
    ]);
  yield ofRounds("duckdb-middle-of-order-1m", "ms", windows, "DuckDB");
  reader.close();
  setValues(inventory);
  await exportItems(inventory, parquet);
  const differing = await duck.differences(parquet);
  if (differing.length > 0) throw new Error(`DuckDB reads another Parquet file: ${differing.join("; ")}`);
  duck.close();
  const size = (file: string): number => fs.statSync(file).size / MEGABYTE;
  yield against("duckdb-size-1m", size(inventory), "MB", { name: "DuckDB", value: size(duckFile) });
  await removeFolder(folder);
}

/**
 * Opens a DuckDB database with the API's fields. It also has the names in the form that our search and order
 * compare.
 */
async function openDuck(file: string) {
  const entry = path.join(HERE, "node_modules/@duckdb/node-api/lib/index.js");
  const { DuckDBInstance } = (await import(pathToFileURL(entry).href)) as DuckDb;
  const instance = await DuckDBInstance.create(file, { threads: "2" });
  const connection = await instance.connect();
  const fields = FIELDS.items;
  const columns = fields.map(({ name, kind }) => `${name} ${kind === "number" ? "DOUBLE" : "VARCHAR"}`);
  await connection.run(`CREATE TABLE items (${columns.join(", ")}, nameKey VARCHAR, nameSort VARCHAR)`);
  const rows = async (sql: string): Promise<void> => void (await connection.runAndReadAll(sql)).getRows();
  return {
    load: async (): Promise<void> => {
      const appender = await connection.createAppender("items");
      for (const records of generateRecords(ITEMS, BATCH))
        for (const record of records) {
          for (const { name } of fields) append(appender, record[name]);
          const { folded, natural } = nameKeys(String(record["name"]));
          append(appender, folded);
          append(appender, natural);
          appender.endRow();
        }
      appender.closeSync();
      await connection.run("CHECKPOINT");
    },
    search: async (text: string): Promise<void> => {
      const terms = text.split(" ").map((term) => `contains(nameKey, '${fold(term)}')`);
      const found = `FROM items WHERE ${terms.join(" AND ")}`;
      await rows(`SELECT * EXCLUDE (nameKey, nameSort) ${found} ORDER BY nameSort, id LIMIT 100`);
      await rows(`SELECT count(*) ${found}`);
    },
    window: (bound: number): Promise<void> =>
      rows(
        `SELECT * EXCLUDE (nameKey, nameSort) FROM items WHERE remainingLength >= ${bound}
         ORDER BY nameSort, id LIMIT 100 OFFSET 500000`,
      ),
    /** Differences of an exported file from the loaded items: types, rows, values. */
    differences: async (file: string): Promise<readonly string[]> => {
      const exported = `read_parquet('${file}')`;
      const answer = async (sql: string): Promise<unknown[][]> =>
        (await connection.runAndReadAll(sql)).getRows();
      const described = await answer(`SELECT column_name, column_type FROM (DESCRIBE FROM ${exported})`);
      const types = [
        ...fields.map(({ name, kind }) => [name, DUCK_TYPES[kind] ?? "VARCHAR"]),
        ["value", "DECIMAL(28,4)"],
      ];
      const isTyped = JSON.stringify(described) === JSON.stringify(types);
      const counts = fields.map(({ name, kind }) => {
        const wanted = kind === "date" ? `epoch_us(CAST(i.${name} AS TIMESTAMP))` : `i.${name}`;
        const read = kind === "date" ? `epoch_us(f.${name})` : `f.${name}`;
        return `count(*) FILTER (WHERE ${read} IS DISTINCT FROM ${wanted})`;
      });
      const minor = `CAST(f.remainingLength AS BIGINT) * ${MINOR_UNITS}`;
      counts.push(`count(*) FILTER (WHERE CAST(f.value * 100 AS HUGEINT) IS DISTINCT FROM ${minor})`);
      const [found = []] = await answer(
        `SELECT count(f.id), count(i.id), ${counts.join(", ")} FROM ${exported} AS f FULL JOIN items AS i USING (id)`,
      );
      const [inFile, loaded, ...values] = found.map(Number);
      return [
        ...(isTyped ? [] : [`types ${JSON.stringify(described)}`]),
        ...(inFile === ITEMS && loaded === ITEMS ? [] : [`${inFile} rows`]),
        ...[...fields, { name: "value" }].flatMap(({ name }, at) =>
          values[at] === 0 ? [] : [`${values[at]} values of ${name}`],
        ),
      ];
    },
    close: (): void => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** DuckDB's types of the fields that are not texts. */
const DUCK_TYPES: Readonly<Record<string, string>> = { number: "DOUBLE", date: "TIMESTAMP WITH TIME ZONE" };

/** The value of an item for each unit of its remaining length, in hundredths. */
const MINOR_UNITS = 1_000_000_007;

/** Gives each item a value that a test can compute again without doubles. */
function setValues(inventory: string): void {
  const database = new DatabaseSync(inventory);
  database.exec(
    `UPDATE items SET value = CAST(remainingLength AS INTEGER) * ${MINOR_UNITS} / 100.0, valueCurrency = 'EUR'`,
  );
  database.close();
}

async function exportItems(inventory: string, out: string): Promise<void> {
  const plan = {
    resource: "items",
    query: { version: 1 },
    format: "parquet",
    columns: [...FIELDS.items.map(({ name }) => name), "value"],
    wholeRecord: false,
    dialect: PLAIN_CSV,
    now: Date.now(),
  } as const;
  const context = { appVersion: "1", connection: null, view: null };
  await runExport(
    { inventory, out, plan, context, manifest: false },
    { signal: new AbortController().signal },
  );
}

function append(appender: Appender, value: unknown): void {
  if (typeof value === "number") appender.appendDouble(value);
  else if (typeof value === "string") appender.appendVarchar(value);
  else appender.appendNull();
}
