import { listOf } from "../../../shared/base/text/locale.ts";
import { sentences, texts } from "../../../shared/base/text/texts.ts";
import type { ReasonContext } from "../../../shared/features/alerts/alert-kind.ts";
import { reasonOf } from "../../../shared/features/alerts/alert-words.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { formatMoment } from "../../delivery/mail/messages.ts";
import type { Subject } from "./evaluate/alert-rules.ts";

/** The most names in a notification. Further names are only counted. */
const MOST_NAMES = 5;
/** The context for reasons in messages, which have no units and no changed fields. */
export const PLAIN_REASONS: ReasonContext = {
  units: NO_UNITS,
  moment: formatMoment,
  errorTitle: () => "",
  changes: null,
};

const NOTIFICATIONS = texts("alerts.notifications", {
  more: "{names} and {count, number} more",
  subject: "{name}: {reason}",
  sleptTitle: "While the computer slept",
  slept: "{count, plural, one {# alert} other {# alerts}} came in.",
  quietTitle: "Quiet hours have ended",
  quiet: "{count, plural, one {# alert} other {# alerts}} came in since then.",
});

/** Lists the subjects of a rule that fired, in one line. */
export function firedText(subjects: readonly Subject[]): string {
  const names = listOf(subjects.slice(0, MOST_NAMES).map(subjectText));
  const count = subjects.length - MOST_NAMES;
  return count > 0 ? NOTIFICATIONS.more({ names, count }) : names;
}

const subjectText = ({ id, name, resource, detail }: Subject): string =>
  id === ""
    ? NOTIFICATIONS.subject({ name, reason: reasonOf({ subjectId: id, resource, detail }, PLAIN_REASONS) })
    : name;

/** The notification that combines all alerts of a suppressed period. */
export const summary = {
  slept: (count: number) => ({ title: NOTIFICATIONS.sleptTitle, body: NOTIFICATIONS.slept({ count }) }),
  quiet: (count: number) => ({ title: NOTIFICATIONS.quietTitle, body: NOTIFICATIONS.quiet({ count }) }),
} as const;

/** Texts for the section of the digest in the settings, and for its message. */
export const DIGEST = texts("alerts.digest", {
  title: "Digest of alerts",
  intro:
    "A message with the active alerts of this connection, and which of them are new, on the days you choose.",
  stop: "Stop the digest",
  stopTitle: "Stop the digest?",
  stopText: "Its recipients are forgotten, and no further digest is sent.",
  sendsEmpty: "Send it also if no alert is active",
  subject:
    "Alerts of {connection}: {total, plural, one {# active alert} other {# active alerts}}, {fresh, number} new",
  subjectOfNone: "Alerts of {connection}: none active",
  first: "{total, plural, one {# active alert} other {# active alerts}}, {fresh, number} new since {begin}.",
  none: "No alert is active.",
  more: "and {count, number} more",
  reason: "{title}: {reason}",
  since: "since {moment}",
  pending: "pending",
  acknowledged: "acknowledged",
  snoozed: "snoozed",
  resolved: "resolved",
  new: "new",
});

export const ALERT_ERRORS = sentences("alerts.errors", {
  tooManyOfTeam: "A team can have {most} rules.",
  viewDeleted: "The view of this rule was deleted. Edit the rule first.",
  noRule: "This rule does not exist. It may have been deleted in another window.",
});

/** Names of rules that Stockdeck adds. All other rules are named by the sentence of their condition. */
export const FIRST_RULE_NAMES = texts("alerts.firstRules", {
  stale: "The data are stale",
  mail: "A message was not sent",
});

export const TEST_NOTIFICATION = texts("alerts.testNotification", {
  title: "Notifications work",
  body: "Stockdeck will notify you here when a rule fires.",
  notHere: "A browser shows no notifications of Stockdeck. They need the installed app.",
  notShown: "The system did not show the notification. Check that it allows notifications from Stockdeck.",
});
