import { texts } from "../../shared/base/text/texts.ts";

/** Short spans of time with their unit, for the status bar. */
export const SPANS = texts("base.spans", {
  milliseconds: "{count} ms",
  seconds: "{count} s",
  minutes: "{count} min",
  minutesAndSeconds: "{minutes} min {seconds} s",
  hours: "{count} h",
  days: "{count} d",
  months: "{count} mo",
  years: "{count} y",
});
