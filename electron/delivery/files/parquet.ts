import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { toMilliseconds } from "../../../shared/base/time/instant.ts";
import type { Cell } from "../../store/database/decode.ts";

/** The type of a column. */
export type ParquetType = "text" | "number" | "count" | "amount" | "date";

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  /** True if nearly all texts of the column differ. A dictionary of such texts would only cost time. */
  readonly isUnique: boolean;
}

/** The content of a Parquet file. */
export interface ParquetContent {
  readonly columns: readonly ParquetColumn[];
  /**
   * The row groups. A group has one array for each column, all of the same length. Dates are instants; texts are
   * well-formed.
   */
  readonly groups: Iterable<readonly (readonly Cell[])[]>;
  /** The name of the program that writes the file. */
  readonly createdBy: string;
  /** The description of the export as JSON, for the metadata of the file. */
  readonly facts: string;
}

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** The number of decimals of an amount. No currency of ISO 4217 has more, so one scale fits all currencies. */
const AMOUNT_SCALE = 4;
/**
 * The number of digits of an amount. The largest value of an item has 16 digits before the point, the sum of ten
 * million items 23.
 */
const AMOUNT_PRECISION = 28;
/** The number of bytes for `AMOUNT_PRECISION` digits. */
const AMOUNT_BYTES = 12;

const SCHEMAS: Readonly<Record<ParquetType, Omit<Schema[number], "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  number: { type: "DOUBLE" },
  count: { type: "INT64" },
  amount: {
    type: "FIXED_LEN_BYTE_ARRAY",
    type_length: AMOUNT_BYTES,
    converted_type: "DECIMAL",
    scale: AMOUNT_SCALE,
    precision: AMOUNT_PRECISION,
    logical_type: { type: "DECIMAL", scale: AMOUNT_SCALE, precision: AMOUNT_PRECISION },
  },
  date: {
    type: "INT64",
    converted_type: "TIMESTAMP_MICROS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
};

/** Encodes a text as UTF-8. Small buffers share memory; a separate array for each text would need far more memory. */
const bytesOf = (cell: Cell): Uint8Array | null => (cell === null ? null : Buffer.from(String(cell)));

/** Converts a cell to the value that the writer expects. */
const VALUES: Readonly<Record<ParquetType, (cell: Cell) => unknown>> = {
  text: (cell) => (cell === null ? null : String(cell)),
  number: (cell) => cell,
  count: (cell) => (cell === null ? null : BigInt(cell)),
  amount: (cell) => (cell === null ? null : scaledAmount(Number(cell))),
  date: (cell) => (cell === null ? null : microseconds(Number(cell))),
};

/**
 * Yields a Parquet file, one row group at a time.
 * @param onRows called after each group with the number of finished rows.
 */
export async function* parquetStream(
  { columns, groups, createdBy, facts }: ParquetContent,
  onRows: (done: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...SCHEMAS[type] })),
    ],
    // The minimum and maximum of each column would cost a tenth of the time, and a reader of the whole file does not
    // need them.
    statistics: false,
    createdBy,
    kvMetadata: [{ key: "stockdeck", value: facts }],
  });
  let done = 0;
  for (const group of groups) {
    const rows = group[0]?.length ?? 0;
    const columnData = columns.map(({ name, type, isUnique }, at) => {
      const plain = isUnique && type === "text";
      const data = (group[at] ?? []).map(plain ? bytesOf : VALUES[type]);
      return { name, data, ...(plain && { encoding: "PLAIN" as const }) };
    });
    await file.write({ columnData, rowGroupSize: rows });
    yield takeBytes(writer);
    done += rows;
    await onRows(done);
  }
  await file.finish();
  yield takeBytes(writer);
}

/** Takes the bytes that were written since the last call. The receiver frees them, so they are copied. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

/** The instant beyond which instants have milliseconds instead of microseconds (shared/base/time/instant.ts). */
const FINE_INSTANTS = 8e15;

/** Converts an instant to microseconds since the epoch. */
export function microseconds(instant: number): bigint {
  if (instant >= -FINE_INSTANTS && instant < FINE_INSTANTS) return BigInt(instant);
  return BigInt(toMilliseconds(instant)) * 1_000n;
}

/** Below this number, different decimals have different doubles: they have at most 15 digits. */
const SURE_DIGITS = 1e15;

/**
 * An amount in ten-thousandths, from the decimal that JavaScript, CSV and JSON print.
 * @throws Error for an amount with more decimals. Values are whole minor units, so no value has more than four
 * decimals.
 */
export function scaledAmount(amount: number): bigint {
  const scaled = Math.round(amount * 10 ** AMOUNT_SCALE);
  if (Math.abs(scaled) < SURE_DIGITS && scaled / 10 ** AMOUNT_SCALE === amount) return BigInt(scaled);
  const [mantissa = "", power = "0"] = String(amount).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const zeros = Number(power) - fraction.length + AMOUNT_SCALE;
  if (zeros < 0) throw new Error(`An amount has more than ${AMOUNT_SCALE} decimals.`);
  return BigInt(whole + fraction) * 10n ** BigInt(zeros);
}
