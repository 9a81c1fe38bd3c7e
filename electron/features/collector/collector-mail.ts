import type { Mailing } from "../../../shared/features/collector/mail-file.ts";
import type { Access } from "../../delivery/mail/smtp.ts";

/** The mail of a collector (`--mail-file`). */
export interface CollectorMail {
  /** The name of the stock in messages. */
  readonly name: string;
  readonly mailings: readonly Mailing[];
  /** The access to the mail server. @security it exists only in memory. */
  readonly access: Access;
  /** The version of this Stockdeck, which exported files contain. */
  readonly appVersion: string;
}

/** The numbers that a collector reports about its mail. */
export interface MailFigures {
  readonly mailings: number;
  /** The number of mailings whose last message was not, or perhaps not, sent. */
  readonly unsent: number;
  /** The numbers of settled messages since this collector began to send. */
  readonly messages: Readonly<Record<"sent" | "failed" | "unknown", number>>;
}
