import tls from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailError, MailFailure, MailServer } from "../../../shared/delivery/mail.ts";
import { said } from "../../../shared/base/errors.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import { systemClock } from "../../base/clock.ts";
import { networkReason } from "../../client/network-reason.ts";
import { asciiAddress, composed, oneLine, sizeOf, type Attachment, type Letter } from "./letter.ts";
import { CONNECTION_TEXTS, FAILURE_TEXTS, noSignIn, TLS_TEXTS, REFUSALS } from "./messages.ts";

/** A mail server, with its password and its trusted certificates. @security it exists only in the core's memory. */
export interface Access {
  readonly server: MailServer;
  readonly password: string | null;
  /**
   * Certificates (PEM) that are trusted in addition to the usual certificates; null to trust only the usual
   * certificates.
   */
  readonly authorities: string | null;
}

/** Ms after which a silent connection counts as broken. */
export interface MailTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** RFC 5321 (4.5.3.2.6) allows a server ten minutes for its answer to a whole message. */
  readonly silence: number;
}

export const MAIL_TIMEOUTS: MailTimeouts = { connect: 30_000, greeting: 30_000, silence: 600_000 };
/** The ms that the server has to answer QUIT. */
const QUIT_MS = 5_000;
/** The most characters of a server's answer that are stored. */
const MAX_REPLY = 300;

/** The result of one try, by recipients. A recipient who is in none of the lists may have got the message. */
export interface Attempt {
  /** The recipients for whom the server accepted the message. */
  readonly accepted: readonly string[];
  /** The recipients for whom another try would be refused too. */
  readonly refused: readonly string[];
  /** The recipients for whom the server may accept the message later. */
  readonly deferred: readonly string[];
  /** The error; null if the server accepted all recipients. */
  readonly error: MailError | null;
  /** The code of the server's answer; null without an answer. */
  readonly code: number | null;
}

/** An error of nodemailer. @property sentence is only in errors that this module makes. */
type SendError = NonNullable<Parameters<NonNullable<Parameters<SMTPConnection["send"]>[2]>>[0]> & {
  readonly sentence?: Sentence;
};

/**
 * Sends a letter once.
 * @param to the recipients of this try; the letter's header names all recipients.
 * @param signal ends the try.
 * @security TLS with a verified certificate is required. Before that, the server gets only EHLO and STARTTLS: no user
 * name, no address, and not the name of this computer.
 */
export async function sendOnce(
  letter: Letter,
  to: readonly string[],
  attachment: Attachment | null,
  { server, password, authorities }: Access,
  signal: AbortSignal,
  timeouts = MAIL_TIMEOUTS,
): Promise<Attempt> {
  const { default: Composer } = await import("nodemailer/lib/mail-composer");
  const { user } = server;
  const connection = await prepareConnection({ server, authorities }, timeouts);
  const message = new Composer(composed(letter, server, attachment)).compile().createReadStream();
  // The final full stop follows the last byte of the message. No server can accept the message before.
  let handedOver = false;
  message.once("end", () => (handedOver = true));
  const envelope = {
    from: asciiAddress(server.from),
    to: [...new Set(to.map(asciiAddress))],
    size: sizeOf(letter, attachment),
  };
  return new Promise((resolve) => {
    const end = (attempt: Attempt): void => {
      signal.removeEventListener("abort", stop);
      resolve(asWritten(attempt, to));
    };
    const fail = (error: SendError): void => {
      const attempt = failedAttempt(error, to, handedOver);
      connection.close();
      message.destroy();
      end(attempt);
    };
    const stop = (): void => fail(new Error("stopped"));
    const send = (): void =>
      connection.send(envelope, message, (error, info) => {
        if (error) return fail(error);
        const attempt = takenAttempt(info.accepted, info.rejectedErrors ?? []);
        connection.quit();
        // The timer is a real one, because the mail server and the library's timeouts run in real time.
        systemClock.after(QUIT_MS, () => connection.close());
        end(attempt);
      });
    connection.on("error", fail);
    message.on("error", () => {});
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    connection.connect((error) => {
      if (error) return fail(error);
      if (!connection.secure) return fail(Object.assign(new Error("no TLS"), { code: "ETLS" }));
      if (user === null) return send();
      const offered = offeredMethods(connection);
      const method = PASSWORD_METHODS.find((name) => offered.includes(name));
      if (method === undefined) {
        const sentence = noSignIn(offered);
        return fail(Object.assign(new Error(sentence.english), { code: NO_SIGN_IN, sentence }));
      }
      const credentials = { user, pass: password ?? "", method };
      connection.login(credentials, (refusal) => (refusal ? fail(refusal) : send()));
    });
  });
}

/**
 * The methods to sign in with a password, the preferred first. The connection is encrypted, so all methods are equally
 * safe. A server that stores only hashes may offer CRAM-MD5 without accepting it.
 */
const PASSWORD_METHODS = ["PLAIN", "LOGIN", "CRAM-MD5"] as const;
/** The error code for a server that offers none of `PASSWORD_METHODS`. */
const NO_SIGN_IN = "ENOSIGNIN";

/**
 * The server's sign-in methods, as in its last answer (RFC 4954, 3). Some servers write "AUTH=".
 * @security nodemailer would send the password by PLAIN to a server that offers only tokens.
 */
function offeredMethods({ lastServerResponse }: SMTPConnection): readonly string[] {
  const hello = lastServerResponse === false ? "" : lastServerResponse;
  const words = [...hello.matchAll(/^250[ -]AUTH[ =](.*)$/gim)].flatMap(([, list = ""]) => list.split(/\s+/));
  return [...new Set(words.filter((word) => word !== "").map((word) => word.toUpperCase()))];
}

/** Prepares a connection that requires TLS. The package is loaded with the first connection. */
async function prepareConnection(
  { server: { host, port, security }, authorities }: Omit<Access, "password">,
  timeouts: MailTimeouts,
): Promise<SMTPConnection> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  return new Connection({
    host,
    port,
    secure: security === "tls",
    requireTLS: true,
    tls: {
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      ...(authorities === null ? {} : { ca: [...tls.rootCertificates, authorities] }),
    },
    name: "[127.0.0.1]",
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  });
}

/** The result if the server accepted the message for at least one recipient. */
function takenAttempt(accepted: readonly string[], errors: readonly SendError[]): Attempt {
  return { ...byRecipient(errors), accepted, code: errors[0]?.responseCode ?? null };
}

/** Divides refusals of single recipients by whether another try makes sense. */
function byRecipient(errors: readonly SendError[]): Pick<Attempt, "refused" | "deferred" | "error"> {
  const [deferred, refused] = [errors.filter(isTemporary), errors.filter((error) => !isTemporary(error))];
  const shown = refused[0] ?? deferred[0];
  return {
    refused: refused.map(({ recipient = "" }) => recipient),
    deferred: deferred.map(({ recipient = "" }) => recipient),
    error: shown ? errorOf(refused.length > 0 ? refusalOf(shown) : "deferred", shown) : null,
  };
}

/** The result if the server did not accept the message, or did not confirm it. */
function failedAttempt(error: SendError, to: readonly string[], handedOver: boolean): Attempt {
  const code = error.responseCode ?? null;
  if (error.rejectedErrors?.length) return { ...byRecipient(error.rejectedErrors), accepted: [], code };
  const untaken = { accepted: [], refused: [], deferred: [], code } as const;
  if (code !== null)
    return isTemporary(error)
      ? { ...untaken, deferred: to, error: errorOf("deferred", error) }
      : { ...untaken, refused: to, error: errorOf(refusalOf(error), error) };
  if (handedOver) return { ...untaken, error: errorOf("unknown", error) };
  const failure = failureOf(error);
  return failure === "network"
    ? { ...untaken, deferred: to, error: errorOf(failure, error) }
    : { ...untaken, refused: to, error: errorOf(failure, error) };
}

/** An attempt with the addresses as the user wrote them. The server's answers have them in ASCII. */
function asWritten(attempt: Attempt, to: readonly string[]): Attempt {
  const written = (list: readonly string[]): readonly string[] =>
    to.filter((address) => list.includes(address) || list.includes(asciiAddress(address)));
  const { accepted, refused, deferred } = attempt;
  return { ...attempt, accepted: written(accepted), refused: written(refused), deferred: written(deferred) };
}

/** Whether the server may give another answer later (RFC 5321, 4.2.1). */
const isTemporary = ({ responseCode = 0 }: SendError): boolean => responseCode >= 400 && responseCode < 500;

/**
 * Whether a server refuses a message because of its size. For a recipient, 552 means a full mailbox (RFC 3463, 3.3 and
 * 3.4).
 */
const isTooLarge = ({ command, response = "", responseCode }: SendError): boolean =>
  /^\d{3}[ -]5\.3\.4\b/.test(response)
  || (responseCode === 552 && command !== "RCPT TO" && !/^552[ -]5\.2\.2\b/.test(response));

/** The reason for a refusal. It depends on the command that the server refused. */
function refusalOf(error: SendError): MailFailure {
  const { command = "" } = error;
  if (isTooLarge(error)) return "tooLarge";
  if (command === "CONN" || command === "EHLO" || command === "HELO") return "connection";
  if (command === "STARTTLS") return "tls";
  if (command.startsWith("AUTH")) return "login";
  if (command === "MAIL FROM") return "sender";
  return command === "RCPT TO" ? "recipients" : "message";
}

/** The reason for a failure without an answer of the server. */
function failureOf(error: SendError): MailFailure {
  switch (error.code) {
    case "EAUTH":
    case NO_SIGN_IN:
      return "login";
    case "EMESSAGE":
      return "tooLarge";
    case "EENVELOPE":
      return "recipients";
    case "ESTREAM":
      return "file";
    case "ETLS":
      return "tls";
    default:
      return error.code !== NOT_SMTP && networkReason(error) === "tls" ? "tls" : "network";
  }
}

/** nodemailer's code for a server that does not speak SMTP, or whose answer never ends. */
const NOT_SMTP = "EPROTOCOL";

/** The words of OpenSSL and BoringSSL for a server that does not begin with TLS. */
const NOT_TLS =
  /wrong.version.number|packet.length.too.long|http.request|unexpected.message|record.too.large/i;

function sentenceOf(failure: MailFailure, error: SendError): Sentence | undefined {
  if (error.sentence !== undefined) return error.sentence;
  if (failure === "network")
    return error.code === NOT_SMTP ? REFUSALS.noMailServer : CONNECTION_TEXTS[networkReason(error)];
  if (failure !== "tls") return undefined;
  if (error.command === "STARTTLS" && error.response !== undefined) return TLS_TEXTS.notOffered;
  if (NOT_TLS.test(error.message)) return TLS_TEXTS.plain;
  return /CERT|SELF.SIGNED|UNABLE_TO_|UNABLE TO|ALTNAME/i.test(`${error.code} ${error.message}`)
    ? TLS_TEXTS.certificate
    : undefined;
}

function errorOf(failure: MailFailure, error: SendError): MailError {
  const reply = error.response === undefined ? null : oneLine(error.response, MAX_REPLY);
  return { failure, ...said(sentenceOf(failure, error) ?? FAILURE_TEXTS[failure]), reply };
}
