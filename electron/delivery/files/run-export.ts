import { threadLocation, runJob, type JobKind } from "../../base/thread.ts";
import type { ExportWatch } from "./export-body.ts";
import type { Exported } from "./export-file.ts";
import type { ExportJob } from "./export-plan.ts";
import { FILE_ERRORS } from "./messages.ts";

/**
 * The limits of the worker's heap, in megabytes. Rows live for milliseconds, so a small young generation is collected
 * faster.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };
const EXPORT: JobKind = {
  limits: LIMITS,
  defect: FILE_ERRORS.defect,
  exhausted: null,
  // The thread is never ended by force, because a cancelled export must remove its unfinished file from the user's
  // folder.
  ended: null,
};

/** Runs one export in its own thread. @throws AppFailure `store`, `cancelled`, `invalid_input`, `internal`. */
export function runExport(job: ExportJob, { signal, onRows }: ExportWatch): Promise<Exported> {
  const location = threadLocation(import.meta.url, "export-worker");
  return runJob(location, job, EXPORT, {
    signal,
    onProgress: (done, total) => onRows?.(done, total ?? done),
  });
}
