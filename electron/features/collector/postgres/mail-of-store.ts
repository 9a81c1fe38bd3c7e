import type { MailRow } from "../../../delivery/mail/mail-table.ts";
import type { MailingRow, MailingStore } from "../serving/mailing-store.ts";
import { ask, type Queryable } from "./connect.ts";

/** Runs work in a transaction of the connection that holds the leader's lock, or fails. */
type Transact = <T>(work: (at: Queryable) => Promise<T>) => Promise<T>;

export const readMailings = (at: Queryable): Promise<readonly MailingRow[]> =>
  ask<MailingRow & Record<string, unknown>>(at, "SELECT id, state FROM stockdeck.mailings ORDER BY id");

/** The leader's mailings and messages in PostgreSQL. */
export const mailOfStore = (transact: Transact): MailingStore => ({
  mailings: () => transact(readMailings),
  settleMailing: ({ id, state }, mail) =>
    transact(async (at) => {
      await ask(
        at,
        `INSERT INTO stockdeck.mailings (id, state) VALUES ($1, $2)
           ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
        [id, state],
      );
      if (mail) await put(at, mail);
    }),
  deleteMailings: (ids) =>
    transact(async (at) => {
      await ask(at, "DELETE FROM stockdeck.mails WHERE source = ANY ($1)", [ids]);
      await ask(at, "DELETE FROM stockdeck.mailings WHERE id = ANY ($1)", [ids]);
    }),
  mails: () =>
    transact((at) =>
      ask<MailRow & Record<string, unknown>>(
        at,
        `SELECT id, profile_id AS "profileId", source, job FROM stockdeck.mails ORDER BY id`,
      ),
    ),
  saveMail: (mail) => transact((at) => put(at, mail)),
  deleteMails: (ids) =>
    transact(async (at) => void (await ask(at, "DELETE FROM stockdeck.mails WHERE id = ANY ($1)", [ids]))),
});

const put = async (at: Queryable, { id, profileId, source, job }: MailRow): Promise<void> => {
  await ask(
    at,
    `INSERT INTO stockdeck.mails (id, profile_id, source, job) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET job = excluded.job`,
    [id, profileId, source, job],
  );
};
