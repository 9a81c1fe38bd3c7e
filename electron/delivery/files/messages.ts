import { sentences } from "../../../shared/base/text/texts.ts";

export const FILE_ERRORS = sentences("files.errors", {
  noFolder: "The folder that the file is to go to does not exist.",
  cancelled: "The export was cancelled. No file was changed.",
});
