import { sentences } from "../../../shared/base/text/texts.ts";

export const VIEW_ERRORS = sentences("views.errors", {
  nameTaken: "Another view is called “{name}” already.",
  teams: "This view is the team’s. Duplicate it, and change the copy.",
  notThere: "There is no such view any more.",
});
