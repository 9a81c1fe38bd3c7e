import { cancelled, makeTurns } from "./export-body.ts";
import type { XlsxContent } from "./xlsx.ts";

/**
 * The bytes of a workbook.
 * @param onRows called with the number of rows made so far, now and then.
 * @throws AppFailure `cancelled` once the signal is aborted.
 */
export async function* workbookChunks(
  content: XlsxContent,
  signal: AbortSignal,
  onRows: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  const pause = makeTurns();
  // The library of workbooks is nothing that the other formats should wait for.
  const { xlsxStream } = await import("./xlsx.ts");
  yield* xlsxStream(content, async (done) => {
    onRows(done);
    await pause();
    if (signal.aborted) throw cancelled();
  });
}
