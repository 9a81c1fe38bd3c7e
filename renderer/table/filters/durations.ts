import { parseDuration } from "../../../shared/duration.ts";

/** The spans that the date editor offers, with their words. */
export const DURATION_PRESETS = [
  { duration: "PT1H", words: "1 hour" },
  { duration: "P1D", words: "24 hours" },
  { duration: "P7D", words: "7 days" },
  { duration: "P14D", words: "14 days" },
  { duration: "P30D", words: "30 days" },
  { duration: "P90D", words: "90 days" },
  { duration: "P1Y", words: "1 year" },
] as const;

/** A duration in words; one that is not among the presets is shown as whole days where it can be. */
export function durationWords(duration: string): string {
  const preset = DURATION_PRESETS.find((known) => known.duration === duration);
  if (preset) return preset.words;
  const parsed = parseDuration(duration);
  const days = parsed && parsed.months === 0 ? parsed.milliseconds / 86_400_000 : Number.NaN;
  return Number.isInteger(days) ? `${days} ${days === 1 ? "day" : "days"}` : duration;
}
