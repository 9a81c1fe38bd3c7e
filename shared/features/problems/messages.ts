import { sentences, texts } from "../../base/text/texts.ts";

export const PROBLEM_LABELS = texts("problems.columns", { problems: "Data problems" });

export const MUTE_LIMITS = sentences("problems.limits", {
  tooMany: "At most {most} problems can be muted. Mute the whole rule instead.",
});
