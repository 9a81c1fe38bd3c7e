import { DEFAULT_LIMIT_MB, MAX_RECIPIENTS, type MailOutcome } from "../../../shared/delivery/mail.ts";
import { formatCount, formatDateTime, plural } from "../../base/format.ts";

/** The outcome of a message: "sent to 2 recipients", "not sent: The mail server refused recipients. 550 No such user". */
export function outcomeLabel(
  { state, accepted, recipients, nextTry, error }: MailOutcome,
  now: number,
): string {
  const reply = error?.reply ? ` The server’s answer: ${error.reply}` : "";
  const reason = error ? `${error.message}${reply}` : "";
  switch (state) {
    case "sent":
      return `sent to ${plural(recipients, "recipient")}`;
    case "sending":
      return "being sent…";
    case "waiting":
      return nextTry === null || error === null
        ? "waiting to be sent"
        : `next try ${formatDateTime(nextTry, now)}: ${reason}`;
    case "unknown":
      return `may have been sent: ${reason}`;
    default:
      return accepted === 0
        ? `not sent: ${reason}`
        : `sent to ${formatCount(accepted)} of ${plural(recipients, "recipient")} only: ${reason}`;
  }
}

export const MAIL_PART = {
  send: "Send each file by mail",
  to: "Recipients",
  toHint: `Up to ${MAX_RECIPIENTS} addresses, separated by commas. Each of them sees the others.`,
  subject: "Subject",
  subjectHint: "{view}, {date} and {rows} are replaced.",
  limit: "Largest file to send (MB)",
  limitHint: "A larger file is not sent.",
  firstSubject: "{view}, {date}",
  notReady: "To send the files by mail, set up a mail server first.",
  setUp: "Settings, Mail",
} as const;

export const FIRST_LIMIT_MB = DEFAULT_LIMIT_MB;

export const RECIPIENT_PROBLEMS = {
  none: "Enter at least one address.",
  tooMany: `At most ${MAX_RECIPIENTS} recipients can be set.`,
  twice: (address: string): string => `${address} is there twice.`,
  address: (text: string): string => `“${text}” is not a mail address.`,
} as const;
