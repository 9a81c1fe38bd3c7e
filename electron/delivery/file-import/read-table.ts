import { FILE_PROBLEMS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { FileTable } from "../../../shared/delivery/file-table.ts";
import { systemClock, timeoutSignal } from "../../base/clock.ts";
import { threadLocation, runJob, type JobKind } from "../../base/thread.ts";
import { MEMORY, TIMEOUT } from "./limits.ts";
import type { TableWorkerStart } from "./table-worker.ts";

const TABLE: JobKind = {
  limits: MEMORY,
  defect: FILE_PROBLEMS.defect,
  exhausted: () => invalidInput(FILE_PROBLEMS.memory),
  ended: () => invalidInput(FILE_PROBLEMS.slow({ seconds: String(TIMEOUT / 1_000) })),
};

/**
 * Reads the table of a small CSV or XLSX file in a separate thread.
 * @param most the most rows; a file with more rows is refused.
 * @security the file may come from anywhere. Its thread is ended after `TIMEOUT`.
 * @throws AppFailure `invalid_input` with the reason, and with the line if the reason concerns a line.
 */
export function readTable(content: Uint8Array, most: number): Promise<FileTable> {
  const start: TableWorkerStart = { content, most };
  return runJob<FileTable>(threadLocation(import.meta.url, "table-worker"), start, TABLE, {
    // The timeout is measured in real time, because a thread computes in real time.
    signal: timeoutSignal(systemClock, TIMEOUT),
    onProgress: () => {},
  });
}
