import { sentences, texts, type Sentence } from "../../../shared/base/text/texts.ts";
import { inDateLocale, listOf } from "../../../shared/base/text/locale.ts";
import type { MailFailure } from "../../../shared/delivery/mail.ts";
import type { NetworkReason } from "../../../shared/base/error-kinds.ts";

const moments = inDateLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
);

/** A moment in the form used in messages: "November 27, 2026 at 9:03 PM UTC". @param iso ISO 8601. */
export const formatMoment = (iso: string): string => moments().format(new Date(iso));

/** The sentence for each reason why a message was not sent. */
export const FAILURE_TEXTS: Readonly<Record<MailFailure, Sentence>> = sentences("mail.failures", {
  off: "No mail server is set up. Set one up in Settings, Mail.",
  policy: "Your administrator does not allow Stockdeck to send mail.",
  password: "There is no password for this mail server and user name. Enter it in Settings, Mail.",
  keychain: "The system’s keychain did not give the password for the mail server.",
  network: "The mail server could not be reached.",
  tls: "No secure connection to the mail server could be made, so nothing was sent.",
  login: "The mail server did not accept the user name or password.",
  sender: "The mail server did not accept the sender’s address.",
  connection: "The mail server refuses connections from this machine.",
  recipients: "The mail server refused recipients.",
  message: "The mail server refused the message.",
  tooLarge: "The file is larger than the mail may be, so no message was sent.",
  file: "The file was changed or removed before it could be sent.",
  deferred: "The mail server asked to try again later.",
  unknown:
    "The message may have been sent: the connection broke off, or Stockdeck ended, before the mail server had answered. It is not sent again.",
  internal: "Something went wrong inside Stockdeck. The log has the details.",
});

/** The sentence for each reason why a connection failed. Reasons without an entry use the general sentence. */
export const CONNECTION_TEXTS: Readonly<Partial<Record<NetworkReason, Sentence>>> = sentences(
  "mail.connection",
  {
    dns: "The mail server’s name could not be found.",
    refused: "The mail server refused the connection. Check its port.",
    reset: "The connection to the mail server broke off.",
    timeout: "The mail server did not answer in time.",
    offline: "This machine has no network connection.",
  },
);

/** The sentences for failures of TLS. */
export const TLS_TEXTS = sentences("mail.tls", {
  notOffered: "The mail server does not offer STARTTLS. Nothing was sent over the unprotected connection.",
  certificate:
    "The mail server’s certificate is not trusted, so nothing was sent. A company’s own certificate authority is set with the mail server.",
  plain:
    "The mail server does not begin with TLS on this port, so nothing was sent. Perhaps STARTTLS is meant.",
});

const SIGN_IN = sentences("mail.signIn", {
  none: "The mail server offers no way to sign in, so the password was not sent. If it needs no user name, leave that empty.",
  browserOnly:
    "The mail server signs in by a browser only, which Stockdeck cannot do, so the password was not sent. Ask its administrator for another way.",
  unknown:
    "Stockdeck knows none of the mail server’s ways to sign in ({methods}), so the password was not sent.",
});

/**
 * The sentence for a server that offers no way to sign in with a password. @param methods the methods that the server
 * offers.
 */
export function noSignIn(methods: readonly string[]): Sentence {
  if (methods.length === 0) return SIGN_IN.none;
  return methods.some((method) => /OAUTH/.test(method))
    ? SIGN_IN.browserOnly
    : SIGN_IN.unknown({ methods: listOf(methods) });
}

export const LETTER = texts("mail.letter", {
  testSubject: "Test message from Stockdeck",
  test: "This is a test message. A user of Stockdeck entered your address in Settings, Mail, to try whether mail can be sent.",
  testByCollector:
    "This is a test message. The administrator of a Stockdeck collector entered your address, to try whether mail can be sent.",
  connection: "Connection: {connection}",
  age: "Data complete as of: {age}",
  unknownAge: "not known",
  file: "File: {file}",
  rows: "{view}: {rows, plural, one {# row} other {# rows}}",
  onSchedule: "Stockdeck sent this message on a schedule.",
});

export const TEST_TEXT = `${LETTER.test}\n`;
export const TEST_BY_COLLECTOR = `${LETTER.testByCollector}\n`;

/**
 * The text of a message with a file. @param age the sentence about the time of the data, or that this time is unknown.
 */
export const fileText = ({
  first,
  connection,
  age,
  file,
}: {
  /** The sentence about the content of the file. */
  readonly first: string;
  readonly connection: string;
  readonly age: string;
  readonly file: string;
}): string =>
  [
    first,
    LETTER.connection({ connection }),
    LETTER.age({ age }),
    LETTER.file({ file }),
    "",
    LETTER.onSchedule,
    "",
  ].join("\n");

export const REFUSALS = sentences("mail.refusals", {
  noMailServer: "What answers at this port is not a mail server. Check the port.",
  noSuchFile: "Choose the file of certificate authorities once more.",
  noCertificates: "This file has no certificates in PEM form. Choose another one.",
  notHere: "Mail cannot be set up here. Use the Stockdeck app.",
  notConfirmed: "The mail server was not confirmed, so nothing was changed.",
  setByPolicy: "Your administrator has set the mail server.",
  noServer: "Set up the mail server first.",
  fileTooLarge: "The file has {size} MB, and at most {limit} MB are sent. No message was sent.",
});
