import { sentences } from "../../../shared/base/text/texts.ts";

export const PLANNED_ERRORS = sentences("plannedMails.errors", {
  notSaved: "Save it on this computer first.",
});
