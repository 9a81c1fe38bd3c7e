import {
  MAIL_PORTS,
  mailServerSchema,
  type MailServer,
  type MailState,
} from "../../../shared/delivery/mail.ts";
import { MAIL_PROBLEMS } from "./messages.ts";

/** The state of the form for the mail server, which may be incomplete. */
export interface MailDraft {
  readonly host: string;
  /** The port; null for an empty field, NaN for a text that is not a port. */
  readonly port: number | null;
  readonly security: MailServer["security"];
  readonly user: string;
  readonly from: string;
  readonly fromName: string;
}

const FIRST_DRAFT: MailDraft = {
  host: "",
  port: MAIL_PORTS.tls,
  security: "tls",
  user: "",
  from: "",
  fromName: "",
};

export const draftOf = ({ server, fixed }: MailState): MailDraft =>
  server === null ? { ...FIRST_DRAFT, ...fixed } : { ...server, user: server.user ?? "" };

/**
 * Changes the TLS setting of a draft. If the port is the usual port of the old setting, it becomes the usual port of
 * the new setting.
 */
export function withSecurity(draft: MailDraft, security: MailServer["security"]): MailDraft {
  const isUsual = draft.port === MAIL_PORTS[draft.security];
  return { ...draft, security, port: isUsual ? MAIL_PORTS[security] : draft.port };
}

export type MailField = "host" | "port" | "user" | "from" | "fromName";
export type MailProblems = Partial<Readonly<Record<MailField, string>>>;

/** The mail server that a draft describes, or the problems of its fields. */
export function serverOf(draft: MailDraft): {
  readonly server: MailServer | null;
  readonly problems: MailProblems;
} {
  const user = draft.user.trim();
  const read = mailServerSchema.safeParse({ ...draft, user: user === "" ? null : user });
  if (read.success) return { server: read.data, problems: {} };
  const wrong = new Set(read.error.issues.map(({ path: [field] }) => field));
  const texts: Readonly<Record<MailField, string>> = {
    host: MAIL_PROBLEMS.host,
    port: MAIL_PROBLEMS.port,
    user: MAIL_PROBLEMS.user,
    from: MAIL_PROBLEMS.address,
    fromName: MAIL_PROBLEMS.name,
  };
  return {
    server: null,
    problems: Object.fromEntries(Object.entries(texts).filter(([field]) => wrong.has(field))),
  };
}
