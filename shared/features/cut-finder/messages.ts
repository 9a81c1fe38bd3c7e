import { sentences, texts } from "../../base/text/texts.ts";

/** The reasons why a text is not a list of cuts. Each reason quotes the wrong part. */
export const PROBLEMS = texts("cutFinder.problems", {
  none: "Write the cuts, such as “3 × {example} and 1 × 40”.",
  unreadable: "“{part}” is not a cut. Write how many and how long, such as “3 × {example}”.",
  number: "“{part}” is not a number. Write {example}, and “;” between cuts.",
  count: "“{part}”: the number of pieces stands first, and is a whole number from 1.",
  length: "“{part}”: a length is more than 0 and has at most 6 decimals.",
  unit: "“{part}”: lengths of this type are in {unit}.",
  noUnit: "“{part}”: this type’s lengths have no unit. Write the number alone.",
  tooMany: "At most {most, number} pieces can be planned at once.",
});

export const PLAN_LIMITS = sentences("cutFinder.limits", {
  tooMany: "At most {most} plans are kept. Delete one first.",
});
