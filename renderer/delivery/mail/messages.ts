import { DEFAULT_LIMIT_MB, type MailOutcome } from "../../../shared/delivery/mail.ts";
import { errorText } from "../../../shared/base/errors.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatDateTime } from "../../base/format.ts";
import { joinSentences } from "../../ui/messages.ts";

const OUTCOMES = texts("delivery.mail.outcomes", {
  sent: "sent to {recipients, plural, one {# recipient} other {# recipients}}",
  sending: "being sent…",
  waiting: "waiting to be sent",
  nextTry: "next try {time}: {reason}",
  unknown: "may have been sent: {reason}",
  notSent: "not sent: {reason}",
  sentToSome:
    "sent to {accepted, number} of {recipients, plural, one {# recipient} other {# recipients}} only: {reason}",
  answer: "The server’s answer: {reply}",
});

/** The outcome of a message: "sent to 2 recipients", "not sent: The mail server refused recipients. 550 No such user". */
export function outcomeLabel(
  { state, accepted, recipients, nextTry, error }: MailOutcome,
  now: number,
): string {
  const reply = error?.reply;
  const reason = error ? joinSentences(errorText(error), reply ? OUTCOMES.answer({ reply }) : null) : "";
  switch (state) {
    case "sent":
      return OUTCOMES.sent({ recipients });
    case "sending":
      return OUTCOMES.sending;
    case "waiting":
      return nextTry === null || error === null
        ? OUTCOMES.waiting
        : OUTCOMES.nextTry({ time: formatDateTime(nextTry, now), reason });
    case "unknown":
      return OUTCOMES.unknown({ reason });
    default:
      return accepted === 0
        ? OUTCOMES.notSent({ reason })
        : OUTCOMES.sentToSome({ accepted, recipients, reason });
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
/** The subject of the first message and its hint. Braces mark what Stockdeck replaces, so they are no texts(). */
export const SUBJECT = { first: "{view}, {date}", hint: "{view}, {date} and {rows} are replaced." } as const;

export const FIRST_LIMIT_MB = DEFAULT_LIMIT_MB;

export const RECIPIENT_PROBLEMS = texts("delivery.mail.recipients", {
  none: "Enter at least one address.",
  tooMany: "At most {most, number} recipients can be set.",
  twice: "{address} is there twice.",
  address: "“{text}” is not a mail address.",
});
