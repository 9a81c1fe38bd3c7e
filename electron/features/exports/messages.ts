import { sentences } from "../../../shared/base/text/texts.ts";

export const EXPORT_ERRORS = sentences("exports.errors", {
  noPdf: "A browser saves a PDF by its own dialog for printing.",
  notOpened:
    "Stockdeck opens files that end with .csv, .xlsx, .json, .ndjson or .parquet only. Show this one in its folder instead.",
  another: "Another export is running.",
  notThere: "There is no such export any more.",
  notVerified: "The rows could not be verified, and nothing was written. {reason}",
  refreshStopped: "The refresh was stopped before its end.",
  diskFull: "The disk is full. A file that was there before is as it was.",
  diskFullScheduled: "The disk is full. Earlier files are as they were.",
  notWritable:
    "The file cannot be written there: it is open in another program, or the folder is read-only. Save it under another name or in another folder.",
  folderNotWritable: "Nothing can be written to the folder: it is read-only, or Stockdeck is not allowed to.",
});
