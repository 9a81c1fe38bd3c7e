import type { RowsRequest } from "../../../shared/delivery/exports.ts";

/** One due export: its schedule, its rows, and a function that chooses its file. */
export interface ScheduledExport {
  readonly schedule: string;
  readonly request: RowsRequest;
  /**
   * Called at the start of the export, because the file's name contains that time.
   * @throws AppFailure if it cannot be written.
   */
  readonly fileNow: () => Promise<string>;
}
