import fs from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";

/** A Parquet file as hyparquet reads it, with its stored values. */
export interface ReadParquet {
  /** The type of each column: "text", "DOUBLE", "INT64", "DECIMAL(28,4)" or "TIMESTAMP(MICROS, UTC)". */
  readonly types: Readonly<Record<string, string>>;
  /** Dates are microseconds since the epoch, amounts their unscaled numbers. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly groups: number;
  readonly facts: unknown;
  readonly createdBy: string | undefined;
}

export async function readParquet(path: string): Promise<ReadParquet> {
  const bytes = fs.readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file);
  const columns = metadata.schema.slice(1);
  const types = columns.map(({ name, type, logical_type: logical }) => {
    if (logical?.type === "STRING") return [name, "text"];
    if (logical?.type === "DECIMAL") return [name, `DECIMAL(${logical.precision},${logical.scale})`];
    if (logical?.type !== "TIMESTAMP") return [name, type];
    return [name, `TIMESTAMP(${logical.unit}, ${logical.isAdjustedToUTC ? "UTC" : "local"})`];
  });
  const amounts = columns.filter(({ converted_type: converted }) => converted === "DECIMAL");
  // The type is removed so that an amount is read as bytes, because hyparquet would read it as a double.
  for (const column of amounts) {
    delete column.converted_type;
    delete column.logical_type;
  }
  const parsers = { timestampFromMicroseconds: (micros: bigint) => micros };
  // The parser of timestamps is typed for dates.
  const options = { file, metadata, parsers: parsers as unknown as object };
  const read = (await parquetReadObjects(options)) as Record<string, unknown>[];
  const rows = read.map((row) => ({
    ...row,
    ...Object.fromEntries(amounts.map(({ name }) => [name, unscaled(row[name])])),
  }));
  const facts = metadata.key_value_metadata?.find(({ key }) => key === "stockdeck")?.value;
  return {
    types: Object.fromEntries(types) as Record<string, string>,
    rows,
    groups: metadata.row_groups.length,
    facts: facts === undefined ? undefined : JSON.parse(facts),
    createdBy: metadata.created_by,
  };
}

/** A signed number of big-endian bytes. */
function unscaled(bytes: unknown): bigint | null {
  if (!(bytes instanceof Uint8Array)) return null;
  const text = Buffer.from(bytes).toString("hex");
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${text}`));
}

/** ISO 8601 in UTC as microseconds since the epoch. */
export function microsecondsOf(iso: string): bigint {
  const digits = /\.\d{3}(\d{3})Z$/.exec(iso)?.[1] ?? "0";
  return BigInt(Date.parse(iso)) * 1_000n + BigInt(digits);
}
