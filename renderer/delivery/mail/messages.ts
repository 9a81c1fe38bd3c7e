import { DEFAULT_LIMIT_MB, type MailOutcome } from "../../../shared/delivery/mail.ts";
import { errorText } from "../../../shared/base/errors.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatDateTime, listOfAll } from "../../base/format.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

const OUTCOMES = texts("delivery.mail.outcomes", {
  sent: "{place, select, start {Sent} other {sent}} to {recipients, plural, one {# recipient} other {# recipients}}",
  sending: "{place, select, start {Being} other {being}} sent…",
  waiting: "{place, select, start {Waiting} other {waiting}} to be sent",
  nextTry: "{place, select, start {Next} other {next}} try {time}: {reason}",
  unknown: "{place, select, start {May} other {may}} have been sent: {reason}",
  notSent: "{place, select, start {Not} other {not}} sent: {reason}",
  sentToSome:
    "{place, select, start {Sent} other {sent}} to {accepted, number} of {recipients, plural, one {# recipient} other {# recipients}} only: {reason}",
  answer: "The server’s answer: {reply}",
});

/**
 * The outcome of a message: "sent to 2 recipients", "not sent: The mail server refused recipients. 550 No such user".
 * @param place whether the outcome starts a sentence.
 */
export function outcomeLabel(
  { state, accepted, recipients, nextTry, error }: MailOutcome,
  now: number,
  place: "start" | "inside" = "inside",
): string {
  const reply = error?.reply;
  const reason = error ? joinSentences(errorText(error), reply ? OUTCOMES.answer({ reply }) : null) : "";
  switch (state) {
    case "sent":
      return OUTCOMES.sent({ place, recipients });
    case "sending":
      return OUTCOMES.sending({ place });
    case "waiting":
      return nextTry === null || error === null
        ? OUTCOMES.waiting({ place })
        : OUTCOMES.nextTry({ place, time: formatDateTime(nextTry, now), reason });
    case "unknown":
      return OUTCOMES.unknown({ place, reason });
    default:
      return accepted === 0
        ? OUTCOMES.notSent({ place, reason })
        : OUTCOMES.sentToSome({ place, accepted, recipients, reason });
  }
}

export const MAIL_PART = texts("delivery.mail", {
  send: "Send each file by mail",
  to: "Recipients",
  toHint: "Up to {most, number} addresses, separated by commas. Each of them sees the others.",
  subject: "Subject",
  limit: "Largest file to send (MB)",
  limitHint: "A larger file is not sent.",
  notReady: "To send the files by mail, set up a mail server first.",
  setUp: "Settings, Mail",
});
const SUBJECTS = texts("delivery.mail.subjects", { hint: "{placeholders} are replaced." });
/** Says which names in braces Stockdeck replaces in a subject. */
export const subjectHint = (placeholders: readonly string[]): string =>
  SUBJECTS.hint({ placeholders: listOfAll(placeholders) });
/** The subject that the form of an export proposes. */
export const FIRST_SUBJECT = "{view}, {date}";
/** The names in braces that Stockdeck replaces in the subject of an export. */
export const EXPORT_PLACEHOLDERS = ["{view}", "{date}", "{rows}"];

export const FIRST_LIMIT_MB = DEFAULT_LIMIT_MB;

export const RECIPIENT_PROBLEMS = texts("delivery.mail.recipients", {
  none: "Enter at least one address.",
  tooMany: "At most {most, number} recipients can be set.",
  twice: "{address} is there twice.",
  address: "“{text}” is not a mail address.",
});
