import { sentences } from "../../../shared/base/text/texts.ts";

export const PAST_ERRORS = sentences("pastDays.errors", {
  noData: "There is no data here yet.",
  notEnded: "That day has not ended yet.",
});
