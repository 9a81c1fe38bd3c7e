import { createHash } from "node:crypto";
import path from "node:path";
import { domainToASCII } from "node:url";
import type { Readable } from "node:stream";
import type { MailComposerOptions } from "nodemailer/lib/mail-composer";
import type { MailServer } from "../../../shared/delivery/mail.ts";

/** A message, without the server that sends it. */
export interface Letter {
  /** The part of the Message-ID before the @. It is the same for every try. */
  readonly id: string;
  /** The time at which the message was made, ms since the epoch. */
  readonly madeAt: number;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** A file that is sent with a letter. */
export interface Attachment {
  readonly name: string;
  readonly bytes: number;
  readonly content: Readable | Buffer;
}

/** The most characters of a subject that is sent. */
const MAX_SENT_SUBJECT = 250;

/** Characters that end a header or change the reading direction. */
const NOT_IN_HEADERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Writes a text as one line of limited length.
 * @security names of views and of the service's records reach headers only through this function.
 */
export function oneLine(text: string, most = MAX_SENT_SUBJECT): string {
  const clean = text.replace(NOT_IN_HEADERS, " ").trim();
  const signs = Array.from(clean);
  return signs.length <= most ? clean : `${signs.slice(0, most - 1).join("")}…`;
}

/** Replaces names in braces by their values, such as {date}. Unknown names in braces stay. */
export function subjectOf(template: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  return oneLine(template.replace(/\{([a-z]+)\}/g, (all, name: string) => known.get(name) ?? all));
}

/** The part before the @ in a run's Message-ID. The same run always has the same Message-ID. */
export const letterId = (source: string, run: string): string =>
  createHash("sha256").update(`${source} ${run}`).digest("hex").slice(0, 40);

/** Whether a text has the form of a letter's id. */
export const isLetterId = (text: string): boolean => /^[\da-f]{40}$/.test(text);

/**
 * An address in the form that servers accept: "anna@müller.example" is sent to "anna@xn--mller-kva.example"
 * (RFC 5891).
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/**
 * The letter as options for the composer.
 * @security the composer must not read files or addresses by itself.
 */
export function composed(
  { id, madeAt, to, subject, text, html }: Letter,
  server: Pick<MailServer, "from" | "fromName">,
  attachment: Attachment | null,
): MailComposerOptions {
  const from = asciiAddress(server.from);
  return {
    from: { address: from, name: oneLine(server.fromName) },
    to: to.map((address) => ({ address: asciiAddress(address), name: "" })),
    subject: oneLine(subject),
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    date: new Date(madeAt),
    // This header keeps automatic notices of absence from answering the message (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    text,
    ...(html === null ? {} : { html }),
    ...(attachment && {
      attachments: [
        {
          filename: oneLine(attachment.name),
          content: attachment.content,
          contentType: typeOf(attachment.name),
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  };
}

/** The media types of the files that are sent. Mail programs use them to open the files. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".json": "application/json",
  ".ndjson": "application/x-ndjson",
  ".parquet": "application/vnd.apache.parquet",
  ".pdf": "application/pdf",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const typeOf = (name: string): string => MEDIA_TYPES[path.extname(name)] ?? "application/octet-stream";

/** The most bytes of a message, with base64, line ends and headers. */
export const sizeOf = ({ text, html }: Letter, attachment: Attachment | null): number =>
  Math.ceil(((attachment?.bytes ?? 0) * 4 * 78) / (3 * 76)) + 2 * (text.length + (html?.length ?? 0)) + 8_192;
