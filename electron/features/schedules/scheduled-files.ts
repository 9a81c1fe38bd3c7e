import { SCHEDULE_ERRORS } from "./messages.ts";
import fs from "node:fs/promises";
import path from "node:path";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import type { RowsRequest } from "../../../shared/delivery/exports.ts";
import { isAsWritten, isThere } from "../../base/files.ts";
import { manifestPath, scheduledFileName } from "../../delivery/files/file-name.ts";
import type { ScheduledFile, ScheduleTable } from "./schedule-table.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";

/**
 * Finds a free path for a run's file. The name has the table, the view, and local date and time, so that names sort by
 * time. If the name is taken, as in the repeated hour of a clock change, a number is added.
 * @throws AppFailure of kind `store` if the folder does not exist. The folder is not created, because it may be on a
 * drive that is not connected.
 */
export async function freeFile(folder: string, request: RowsRequest, now: number): Promise<string> {
  const found = await fs.stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    throw new AppFailure({ kind: "store", reason: "other", ...said(SCHEDULE_ERRORS.folderGone) });
  }
  const whole = path.join(folder, scheduledFileName(request, now));
  const { dir, name: stem, ext } = path.parse(whole);
  for (let number = 1; ; number += 1) {
    // An underscore sorts after the full stop in all systems; a hyphen would sort before it.
    const file = number === 1 ? whole : path.join(dir, `${stem}_${number}${ext}`);
    if (!(await isThere(file)) && !(await isThere(manifestPath(file)))) return file;
  }
}

/** Stores the size and time of a file that a schedule has written. */
export async function rememberFile(
  store: Remote<ScheduleTable>,
  written: Omit<ScheduledFile, "bytes" | "modifiedAt">,
): Promise<void> {
  const { size, mtimeMs } = await fs.stat(written.file);
  await store.addScheduledFile({ ...written, bytes: size, modifiedAt: mtimeMs });
}

/**
 * Deletes the files that a schedule wrote, except the latest `keep`, with their manifests. A file that was changed or
 * replaced belongs to the user, so it is not deleted, and no longer listed. If a file cannot be deleted now, the next
 * call tries again.
 * @param written the file that was just written. It is kept even if older files have later times because the clock was
 * corrected.
 */
export async function removeOldFiles(
  store: Remote<ScheduleTable>,
  scheduleId: string,
  keep: number | null,
  written: string,
): Promise<void> {
  if (keep === null) return;
  const others = (await store.scheduledFiles(scheduleId)).filter(({ file }) => file !== written);
  for (const old of others.slice(keep - 1)) {
    if (await isSame(old)) {
      try {
        await fs.rm(old.file, { force: true });
        if (old.manifest === 1) await fs.rm(manifestPath(old.file), { force: true });
      } catch {
        continue;
      }
    } else if (!(await folderIsThere(old.file))) continue;
    await store.forgetScheduledFile(old.file);
  }
}

/** Whether a file has not changed since it was written; false if it is missing. */
async function isSame(written: ScheduledFile): Promise<boolean> {
  const found = await fs.lstat(written.file).catch(() => null);
  return found?.isFile() === true && isAsWritten(found, written);
}

/** If the drive with the folder is not connected, its files are not lost. */
const folderIsThere = (file: string): Promise<boolean> => isThere(path.dirname(file));
