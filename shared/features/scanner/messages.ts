import { sentences } from "../../base/text/texts.ts";

export const PATTERN_LIMITS = sentences("scanner.limits", {
  tooMany: "A connection can have one pattern of its codes.",
});
