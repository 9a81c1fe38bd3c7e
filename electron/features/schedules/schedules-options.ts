import type { ExportProgress, RowsRequest } from "../../../shared/features/exports/exports.ts";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import type { Policy } from "../../../shared/features/policy/policy.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserStore } from "../../store/user-data/user-store.ts";

/** One due export: its schedule, its rows, and a function that chooses its file. */
export interface ScheduledExport {
  readonly schedule: string;
  readonly request: RowsRequest;
  /**
   * Called at the start of the export, because the file's name has that time.
   * @throws AppFailure if it cannot be written.
   */
  readonly fileNow: () => Promise<string>;
}

/** Writes due exports, one at a time. */
export interface ScheduleRunner {
  /** Writes an export. @returns the outcome; a failure is part of it. */
  runScheduled(due: ScheduledExport): Promise<Pick<ExportProgress, "state" | "rows" | "file" | "error">>;
  /** Stops the running export, and waits for its end. */
  close(): Promise<void>;
}

/** The profiles that schedules may belong to. */
export interface ScheduleProfiles {
  ids(): readonly string[];
  /** @throws AppFailure `invalid_input` if there is no such profile. */
  require(profileId: string): void;
  /** Whether the profile's connection is open, so that a pass can run. */
  isOpen(profileId: string): boolean;
}

export interface SchedulesOptions {
  /** The folder with everything that Stockdeck keeps, the profiles' folders included. */
  readonly folder: string;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  readonly profiles: ScheduleProfiles;
  readonly store: Remote<UserStore>;
  readonly runner: ScheduleRunner;
  /** Receives all schedules after each change. */
  onChange(schedules: Schedule[]): void;
  /** Asks the user for a folder; null if they cancel. */
  chooseFolder(): Promise<string | null>;
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}
