import { sentences } from "../../base/text/texts.ts";

export const NAME_LIMITS = sentences("names.limits", {
  tooMany: "A connection can have {most} names.",
});
