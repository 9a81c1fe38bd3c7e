import { texts } from "../../../shared/base/text/texts.ts";
import { clock } from "../../base/clock.ts";
import type { MailOutcome, MailState } from "../../../shared/delivery/mail.ts";
import { outcomeLabel } from "../../delivery/mail/messages.ts";

export const MAIL = texts("mail", {
  title: "Mail",
  intro:
    "Scheduled exports, digests of alerts and the overview can be sent by mail. It is off until you name a server here. Messages then go to that server, for the recipients that you set, and to nobody else.",
  forbidden: "Your administrator does not allow Stockdeck to send mail.",
  fixed: "Your administrator has set the server.",
  off: "Mail is off.",
  host: "Server",
  port: "Port",
  security: "TLS begins",
  user: "User name",
  userHint: "Empty if the server asks for none",
  from: "Sender’s address",
  fromHint: "Answers, and reports of mail that could not be delivered, go there.",
  fromName: "Sender’s name",
  authority: "Certificate authorities",
  usual: "The usual ones",
  chooseFile: "Choose a file…",
  takeUsual: "Use the usual ones",
  save: "Save",
  saved: "Mail server saved",
  password: "Password",
  newPassword: "Password of the mail server",
  store: "Store the password",
  to: "Send a test message to",
  test: "Send test message",
  testing: "Sending…",
  taken: "The mail server took the message to {to}. Look whether it arrives.",
});

export const MAIL_SECURITIES = texts("mail.securities", {
  tls: "At once (usually port 465)",
  starttls: "By STARTTLS (usually port 587)",
});

export const MAIL_PROBLEMS = texts("mail.problems", {
  host: "This is not the name or address of a server.",
  port: "A port is a number from 1 to 65535.",
  address: "This is not a mail address.",
  user: "This user name is too long, or has characters that are not allowed.",
  name: "This name is too long, or has characters that are not allowed.",
});

export const PASSWORD_PLACES: Readonly<Record<MailState["password"], string>> = texts("mail.passwordPlaces", {
  none: "None is stored.",
  keychain: "It is in the system’s keychain.",
  session: "It is kept in memory until Stockdeck ends.",
});

export const FORGET_PASSWORD = texts("mail.forgetPassword", {
  label: "Forget the password",
  title: "Forget the mail password?",
  text: "It is removed from the keychain. Until you enter it again, no mail is sent.",
});

export const SWITCH_OFF = texts("mail.switchOff", {
  label: "Switch mail off",
  title: "Switch mail off?",
  text: "The server is forgotten, and the password is removed from the keychain. Schedules keep their recipients, but send nothing.",
});

/** The outcome of a test message, as a sentence. */
export function testLabel(outcome: MailOutcome, to: string): string {
  return outcome.state === "sent" ? MAIL.taken({ to }) : outcomeLabel(outcome, clock.now(), "start");
}
