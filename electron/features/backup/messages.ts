import { sentences } from "../../../shared/base/text/texts.ts";

export const BACKUP_ERRORS = sentences("backup.errors", {
  tooMuch:
    "There is too much for one backup. Delete old counts, or save the largest name books as files of their own.",
  noBackup: "This file is not a backup of Stockdeck, or it is damaged.",
  tooManyConnections: "A backup can have {most} connections.",
  tooManyEntries: "The backup has more entries than a connection can have ({most}).",
  tooManySettings: "The backup has more settings of one kind than a connection can have ({most}).",
  tooManySchedules: "The backup has more schedules than a connection can have ({most}).",
  exportRuns: "An export is running. Wait until it ends, then restore the backup.",
  newer: "The backup was made by a newer version of Stockdeck. Install that version first.",
  damaged: "The backup is damaged: its rows do not fit its version.",
});
