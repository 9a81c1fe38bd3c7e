import type { Mailing } from "../../../shared/features/collector/mail-file.ts";
import type { Access } from "../../delivery/mail/smtp.ts";

/** The mail of a collector (`--mail-file`). */
export interface CollectorMail {
  /** The stock's name in messages. */
  readonly name: string;
  readonly mailings: readonly Mailing[];
  /** @security in memory alone. */
  readonly access: Access;
  /** The version of this Stockdeck, which files name. */
  readonly appVersion: string;
}

/** The figures of a collector's mail. */
export interface MailFigures {
  readonly mailings: number;
  /** The number of mailings whose last message was not sent, or may not have been. */
  readonly unsent: number;
  /** The settled messages since this collector began to send. */
  readonly messages: Readonly<Record<"sent" | "failed" | "unknown", number>>;
}
