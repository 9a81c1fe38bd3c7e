import { formatCount, plural, inLocale } from "../../../shared/base/text/locale.ts";
import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";
import type { Subject } from "./evaluate/alert-rules.ts";

/** The most names in a notification; further ones are counted. */
const MOST_NAMES = 5;
const numbers = inLocale((locale) => new Intl.NumberFormat(locale));

/** The subjects of a rule that fired, in one line. */
export function firedText(subjects: readonly Subject[]): string {
  const names = subjects.slice(0, MOST_NAMES).map(subjectText);
  const others = subjects.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${formatCount(others)} more` : ""}`;
}

function subjectText({ name, detail }: Subject): string {
  return detail.kind === "amount"
    ? `${name}: ${numbers().format(detail.now)}, ${detail.direction} ${numbers().format(detail.threshold)}`
    : name;
}

/** The message of a rule about the whole copy. */
export function wholeText({ watch }: AlertRule): string {
  if (watch.kind === "mail")
    return "A message was not sent, or may not have been. Settings, Scheduled exports or Digest of alerts, says why.";
  return watch.kind === "stale"
    ? `No refresh has succeeded for ${plural(watch.hours, "hour")}.`
    : "The API key no longer works. Stockdeck cannot refresh.";
}

/** The notification that combines all alerts of a suppressed period. */
export const summary = {
  slept: (count: number) => ({
    title: "While the computer slept",
    body: `${plural(count, "alert")} came in.`,
  }),
  quiet: (count: number) => ({
    title: "Quiet hours have ended",
    body: `${plural(count, "alert")} came in meanwhile.`,
  }),
} as const;
