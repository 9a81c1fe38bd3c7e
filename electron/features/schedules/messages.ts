import { sentences } from "../../../shared/base/text/texts.ts";

export const SCHEDULE_ERRORS = sentences("schedules.errors", {
  noFiles: "The files of this schedule were deleted.",
  noMail: "Your administrator does not allow Stockdeck to send mail.",
  chooseAgain: "Choose the folder once more.",
  notThere: "There is no such scheduled export any more.",
  notOpen: "This connection is not open, so that it could not be refreshed first. Nothing was written.",
  noFolder: "Choose a folder for this export first: Edit, then “Choose folder…”.",
  folderGone: "The folder is not there: it was moved or removed, or its drive is not connected.",
  viewDeleted: "The view was deleted. Choose another view for this schedule, or delete it.",
  notWhole: "The local copy is not complete yet: its first pull has not ended. Nothing was written.",
});
