import { z } from "zod";
import { sentenceKeySchema, sentenceSchema } from "../base/error-schema.ts";
import { mailEndpointSchema } from "../base/mail-endpoint.ts";

/** The most recipients of one message. */
export const MAX_RECIPIENTS = 20;
/** The most characters of an address (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;
/** The most characters of a subject, before its placeholders are replaced. */
export const MAX_SUBJECT = 200;
const MAX_NAME = 80;
const MAX_SECRET = 1_000;
/** The suggested limit for the size of an attached file; MB. */
export const DEFAULT_LIMIT_MB = 10;
export const MAX_LIMIT_MB = 25;
/** The usual port for each of the two ways in which TLS begins. */
export const MAIL_PORTS = { tls: 465, starttls: 587 } as const;

/** One line of text, without characters that end a header or turn the reading direction. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u);

/**
 * An address without a name: "stock@example.com". The domain may be in any script, because messages are sent to its
 * ASCII form. The part before the @ must be ASCII, because many servers accept nothing else.
 */
export const addressSchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .regex(
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(\.[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u,
  );

export const recipientsSchema = z
  .array(addressSchema)
  .min(1)
  .max(MAX_RECIPIENTS)
  .refine(
    (addresses) => new Set(addresses.map((address) => address.toLowerCase())).size === addresses.length,
    "an address that comes twice",
  );

/** A mail server with the user name and the sender. */
export const mailServerSchema = z.strictObject({
  ...mailEndpointSchema.shape,
  /** Null if the server needs no user name. */
  user: line(MAX_ADDRESS).min(1).nullable(),
  /** The sender's address, and the name in front of it; "" if there is no name. */
  from: addressSchema,
  fromName: line(MAX_NAME),
});
export type MailServer = Readonly<z.infer<typeof mailServerSchema>>;

/** The message that is sent after each run of a schedule. */
export const mailPartSchema = z.strictObject({
  to: recipientsSchema,
  /** The subject, which may have placeholders such as {date}. */
  subject: line(MAX_SUBJECT).min(1),
  /** The size of the largest file that is attached. A larger file is not sent. */
  limitMb: z.int().min(1).max(MAX_LIMIT_MB),
});
export type MailPart = Readonly<z.infer<typeof mailPartSchema>>;

/** The reasons why a message was not sent. */
export const MAIL_FAILURES = [
  "off", // no server is set up
  "policy", // the administrator's policy forbids mail
  "password", // the keychain has no password for this server and user
  "keychain", // the keychain did not give the password, for example because the user has not unlocked it
  "network", // no connection to the server, or the connection broke off
  "tls", // the server offers no TLS, or its certificate is not trusted
  "login", // the server refused the user name or the password, or has no known way to sign in
  "sender", // the server refused the sender's address
  "recipients", // the server refused recipients
  "connection", // the server refuses connections
  "message", // the server refused the message
  "tooLarge", // the file is larger than the schedule or the server allows
  "file", // the file was changed or removed before it could be sent
  "deferred", // the server asked to try again later
  "unknown", // it is unknown whether the message was sent
  "internal",
] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

export const mailErrorSchema = z.strictObject({
  failure: z.enum(MAIL_FAILURES),
  /** A sentence for users, in English. */
  message: z.string(),
  /** The key and the arguments of `message`, for its translation; absent if it has no translation. */
  text: sentenceKeySchema.optional(),
  /** The server's own reply as one line; null if there was no reply. */
  reply: z.string().nullable(),
});
export type MailError = Readonly<z.infer<typeof mailErrorSchema>>;

/** The state of a message on its way to the server. */
export const mailOutcomeSchema = z.strictObject({
  state: z.enum([
    "waiting", // the message waits for its first or next try
    "sending",
    "sent",
    "failed",
    "unknown", // it is unknown whether the message was sent
  ]),
  /** The time of the schedule's run, ISO 8601. */
  at: z.string(),
  /** The number of recipients for whom the server accepted the message; below, of all recipients. */
  accepted: z.int(),
  recipients: z.int(),
  /** The time of the next try, ISO 8601; null if no try follows. */
  nextTry: z.string().nullable(),
  error: mailErrorSchema.nullable(),
});
export type MailOutcome = Readonly<z.infer<typeof mailOutcomeSchema>>;

/** The settings of mail for the page. The password is never among them. */
export const mailStateSchema = z.strictObject({
  /** Null until the user sets up a mail server. */
  server: mailServerSchema.nullable(),
  /** The path of a file with the company's own certificate authorities; null if the system's authorities are used. */
  authority: z.string().nullable(),
  password: z.enum(["none", "keychain", "session"]),
  /** The reason why the password is not stored or not used; null if there is no problem. */
  problem: sentenceSchema.nullable(),
  /** False if the policy forbids mail. */
  allowed: z.boolean(),
  /** The server that the policy sets; null if the user chooses one. */
  fixed: mailEndpointSchema.nullable(),
});
export type MailState = Readonly<z.infer<typeof mailStateSchema>>;

const nothing = z.undefined();

/** The calls of mail. Every change of the settings emits the push `mail`. No call returns the password. */
export const MAIL_CALLS = {
  getMail: { input: nothing, output: mailStateSchema },
  /**
   * Saves the server; null switches mail off and deletes the password. A password that was entered for another server
   * or another user name is not used.
   */
  saveMail: {
    input: z.strictObject({
      server: mailServerSchema.nullable(),
      /** "keep" for the saved authorities, "usual" for the system's authorities, or a chosen file's token. */
      authority: z.union([z.literal("keep"), z.literal("usual"), z.uuid()]),
    }),
    output: mailStateSchema,
  },
  /**
   * Asks the user for a file of certificate authorities; null if the user cancelled. `file` is a token for `saveMail`.
   */
  chooseMailAuthority: {
    input: nothing,
    output: z.strictObject({ chosen: z.strictObject({ file: z.uuid(), path: z.string() }).nullable() }),
  },
  setMailPassword: {
    input: z.strictObject({ password: z.string().min(1).max(MAX_SECRET) }),
    output: mailStateSchema,
  },
  forgetMailPassword: { input: nothing, output: mailStateSchema },
  /** Sends a test message. A failed test message is not tried again. */
  testMail: { input: z.strictObject({ to: addressSchema }), output: mailOutcomeSchema },
} as const;

export const MAIL_PUSHES = { mail: mailStateSchema } as const;

/** Whether a message with these settings could be sent. */
export function isMailReady({ allowed, server, password }: MailState): boolean {
  return allowed && server !== null && (server.user === null || password !== "none");
}
