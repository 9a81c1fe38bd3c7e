import { sentences, texts } from "../../base/text/texts.ts";

export const PROBLEM_LABELS = texts("problems.columns", { problems: "Data problems" });

/** The problems in a cell, by the names under which they are stored. */
export const PROBLEM_NAMES = texts("problems.names", {
  "no location": "no location",
  "no material type": "no material type",
  "checked out without holder": "checked out without holder",
  "holder without check-out": "holder without check-out",
  "remaining above starting length": "remaining above starting length",
  "negative value": "negative value",
  "weight disagrees with length": "weight disagrees with length",
  "duplicate name": "duplicate name",
  "archived but changing": "archived but changing",
  "updated in the future": "updated in the future",
  "impossible date": "impossible date",
  "older than seen before": "older than seen before",
  "unknown location": "unknown location",
  "unknown material type": "unknown material type",
});

export const MUTE_LIMITS = sentences("problems.limits", {
  tooMany: "At most {most} problems can be muted. Mute the whole rule instead.",
});
