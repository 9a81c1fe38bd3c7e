import type { MailRow } from "../../../delivery/mail/mail-table.ts";
import { query, type Work } from "./queries.ts";

/** The stored state of a mailing. */
export interface MailingRow {
  readonly id: string;
  /** The state as JSON. */
  readonly state: string;
}

/** The stored mailings and messages: in `collector.sqlite`, or in PostgreSQL. Each call is one transaction. */
export interface MailingStore {
  mailings(): Promise<readonly MailingRow[]>;
  /** Stores the state of a mailing, together with the message of its run. */
  settleMailing(mailing: MailingRow, mail: MailRow | null): Promise<void>;
  /** Deletes mailings and their messages. */
  deleteMailings(ids: readonly string[]): Promise<void>;
  mails(): Promise<readonly MailRow[]>;
  saveMail(mail: MailRow): Promise<void>;
  deleteMails(ids: readonly string[]): Promise<void>;
}

export const readMailings = (): Work<readonly MailingRow[]> =>
  query("SELECT id, state FROM mailings ORDER BY id");

export const readMails = (): Work<readonly MailRow[]> =>
  query("SELECT id, connectionId, source, job FROM mails ORDER BY id");

export function* settleMailing({ id, state }: MailingRow, mail: MailRow | null): Work<void> {
  yield* query(
    "INSERT INTO mailings (id, state) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
    id,
    state,
  );
  if (mail) yield* saveMail(mail);
}

export function* deleteMailings(ids: readonly string[]): Work<void> {
  for (const id of ids) {
    yield* query("DELETE FROM mails WHERE source = ?1", id);
    yield* query("DELETE FROM mailings WHERE id = ?1", id);
  }
}

export function* saveMail({ id, connectionId, source, job }: MailRow): Work<void> {
  yield* query(
    `INSERT INTO mails (id, connectionId, source, job) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (id) DO UPDATE SET job = excluded.job`,
    id,
    connectionId,
    source,
    job,
  );
}

export function* deleteMails(ids: readonly string[]): Work<void> {
  for (const id of ids) yield* query("DELETE FROM mails WHERE id = ?1", id);
}

/** Makes a store of mailings from a function that runs each work as one transaction. */
export const mailingStore = (run: <T>(work: Work<T>) => Promise<T>): MailingStore => ({
  mailings: () => run(readMailings()),
  settleMailing: (mailing, mail) => run(settleMailing(mailing, mail)),
  deleteMailings: (ids) => run(deleteMailings(ids)),
  mails: () => run(readMails()),
  saveMail: (mail) => run(saveMail(mail)),
  deleteMails: (ids) => run(deleteMails(ids)),
});
