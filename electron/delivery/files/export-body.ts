import { FILE_ERRORS } from "./messages.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { nextTurn, systemClock } from "../../base/clock.ts";
import type { ExportDescription, ChangesDescription } from "./describe-export.ts";
import type { ParquetContent } from "./parquet.ts";
import type { XlsxContent } from "./xlsx.ts";

/** The caller's view of a file being written: its progress and a signal that cancels it. */
export interface ExportWatch {
  readonly signal: AbortSignal;
  /** Called with the number of finished rows or changes, and with the total. */
  readonly onRows?: (done: number, total: number) => void;
}

/** The content of a file, from one state of the data. */
export interface ExportBody {
  readonly description: ExportDescription | ChangesDescription;
  /** The number of rows or changes, for the progress. */
  readonly total: number;
  /** The file's bytes. @throws AppFailure `cancelled` once the signal is aborted. */
  chunks(watch: ExportWatch): AsyncGenerator<Uint8Array>;
  close(): void;
}

/** The failure of an export that the user stopped. */
export function cancelled(): AppFailure {
  return new AppFailure({ kind: "cancelled", ...said(FILE_ERRORS.cancelled) });
}

/** The ms after which a working loop pauses, so that it can notice a cancel. */
const TURN = 20;

/**
 * Makes a function that pauses from time to time, so that a cancel can arrive. Loops that have no other pauses call it.
 */
export function makeTurns(): () => Promise<void> {
  // Work takes real time, so a real clock measures it.
  let last = systemClock.monotonic();
  return async () => {
    if (systemClock.monotonic() - last <= TURN) return;
    await nextTurn();
    last = systemClock.monotonic();
  };
}

/**
 * The bytes of a workbook.
 * @param onRows called from time to time with the number of finished rows.
 * @throws AppFailure `cancelled` once the signal is aborted.
 */
export async function* workbookChunks(
  content: XlsxContent,
  signal: AbortSignal,
  onRows: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  const pause = makeTurns();
  // The library for workbooks is loaded on demand, so that other formats start sooner.
  const { xlsxStream } = await import("./xlsx.ts");
  yield* xlsxStream(content, async (done) => {
    onRows(done);
    await pause();
    if (signal.aborted) throw cancelled();
  });
}

/**
 * The bytes of a Parquet file, one row group at a time.
 * @param onRows called after each group with the number of finished rows.
 * @throws AppFailure `cancelled` once the signal is aborted.
 */
export async function* parquetChunks(
  content: ParquetContent,
  signal: AbortSignal,
  onRows: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  // The library is loaded on demand, like the library for workbooks.
  const { parquetStream } = await import("./parquet.ts");
  yield* parquetStream(content, async (done) => {
    onRows(done);
    await nextTurn();
    if (signal.aborted) throw cancelled();
  });
}
