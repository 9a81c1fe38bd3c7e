import { texts } from "../../base/text/texts.ts";

export const PROBLEM_LABELS = texts("problems.columns", { problems: "Data problems" });
