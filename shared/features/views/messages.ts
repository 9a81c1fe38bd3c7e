import { sentences } from "../../base/text/texts.ts";

export const VIEW_LIMITS = sentences("views.limits", {
  tooMany: "A connection can have {most} views.",
});
