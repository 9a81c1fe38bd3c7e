import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ensureDebianPackages, SQLITE_PACKAGES } from "../../../scripts/debian.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { against, compare, median, milliseconds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { openPuller } from "../sync/pull.ts";

const ITEMS = 1_000_000;
/** The limits from the issue of the exports: MB of growth, and time as a multiple of the CSV's time in the same run. */
const [CSV_GROWTH, XLSX_GROWTH, XLSX_TIMES, NDJSON_TIMES] = [64, 150, 25, 1.2];
/** The limit from the issue of the files for BI tools; the growth of Parquet has the limit of CSV. */
const PARQUET_TIMES = 1;
const ROUNDS = 3;

/**
 * Measures exports of a million items by the command line. The time is that of the whole process. CSV runs against the
 * sqlite3 shell, which writes the same columns of the same rows in the same order. The other formats run against CSV.
 */
export async function* exportBench(): AsyncGenerator<Figure> {
  const problem = ensureDebianPackages(SQLITE_PACKAGES);
  if (problem !== null) throw new Error(problem);
  const folder = await temporaryFolder();
  const inventory = await pullInto(folder);
  const growth: Record<string, number[]> = { csv: [], ndjson: [], parquet: [], xlsx: [] };
  const ours = (format: string) => (): Promise<number> =>
    milliseconds(async () => growth[format]?.push(await runExport(folder, format)));
  const csv = await compare("export-1m-csv", ROUNDS, ours("csv"), {
    name: "sqlite3 -csv",
    run: () => milliseconds(() => shell(inventory, path.join(folder, "shell.csv"))),
  });
  yield csv;
  const ndjson = await compare("export-1m-ndjson", ROUNDS, ours("ndjson"), {
    name: "CSV",
    run: ours("csv"),
  });
  yield { ...ndjson, versus: `${ndjson.versus}; limit ${NDJSON_TIMES} times it` };
  const parquet = await compare("export-1m-parquet", ROUNDS, ours("parquet"), {
    name: "CSV",
    run: ours("csv"),
  });
  yield { ...parquet, versus: `${parquet.versus}; limit ${PARQUET_TIMES} times it` };
  const time = await ours("xlsx")();
  yield against("export-1m-xlsx", time, "ms", {
    name: `${XLSX_TIMES} times the CSV`,
    value: XLSX_TIMES * csv.value,
  });
  for (const [format, limit] of [
    ["csv", CSV_GROWTH],
    ["ndjson", CSV_GROWTH],
    ["parquet", CSV_GROWTH],
    ["xlsx", XLSX_GROWTH],
  ] as const) {
    const value = median(growth[format] ?? []);
    yield against(`export-1m-${format}-memory-growth`, value, "MB", { name: "limit", value: limit });
  }
  await removeFolder(folder);
}

async function pullInto(folder: string): Promise<string> {
  const service = await startSampleProcess(ITEMS);
  const { file, store, pass } = await openPuller(service, folder);
  await pass("full");
  await store.close();
  await service.stop();
  return file;
}

/** Ms after which a program that writes a file is ended. */
const LONGEST = 600_000;

/** @returns megabytes of growth. */
async function runExport(folder: string, format: string): Promise<number> {
  const program = fileURLToPath(new URL("./export-program.ts", import.meta.url));
  const args = [program, folder, format, path.join(folder, `out.${format}`)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], timeout: LONGEST });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const said = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`export of ${format} ended with ${code}`);
  return (JSON.parse(said) as { memoryGrowth: number }).memoryGrowth;
}

async function shell(inventory: string, out: string): Promise<void> {
  const columns = FIELDS.items.map(({ name }) => name).join(", ");
  const sql = `SELECT ${columns} FROM items ORDER BY nameSort, id`;
  const file = fs.openSync(out, "w");
  const child = spawn("sqlite3", ["-csv", "-header", inventory, sql], {
    stdio: ["ignore", file, "inherit"],
    timeout: LONGEST,
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  fs.closeSync(file);
  if (code !== 0) throw new Error(`sqlite3 ended with ${code}`);
}
