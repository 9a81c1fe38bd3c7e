import { sentences } from "../../base/text/texts.ts";

export const UNIT_LIMITS = sentences("units.limits", {
  tooMany: "A connection has one set of units.",
});
