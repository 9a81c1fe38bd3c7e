import type { RowsRequest } from "../../../shared/delivery/exports.ts";

/** One due export: its schedule, its rows, and a function that chooses the file. */
export interface ScheduledExport {
  readonly schedule: string;
  readonly request: RowsRequest;
  /**
   * Called at the start of the export, because the file's name contains this time.
   * @throws AppFailure if the file cannot be written.
   */
  readonly fileNow: () => Promise<string>;
}
