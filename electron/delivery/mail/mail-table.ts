import { setEntry } from "../../store/user-data/user-database.ts";
import { putRow } from "../../store/user-data/put-row.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** A row of the table `mails`. The migration describes the columns. */
export interface MailRow {
  readonly id: string;
  readonly connectionId: string;
  readonly source: string;
  readonly job: string;
}

const MAIL_COLUMNS = ["id", "connectionId", "source", "job"] as const satisfies readonly (keyof MailRow)[];

/** Adds or replaces a message. */
export const putMail = (database: Database, mail: MailRow): void =>
  putRow(database, "mails", MAIL_COLUMNS, mail);

/** The messages that wait to be sent, or have been sent. */
export class MailTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** Saves the text of an entry together with a message; null saves no message. */
  settleEntry(name: string, value: string, mail: MailRow | null): void {
    this.#transactions.run(() => {
      setEntry(this.#database, name, value);
      if (mail) putMail(this.#database, mail);
    });
  }

  /** The messages of all connections. */
  mails(): readonly MailRow[] {
    const sql = `SELECT ${MAIL_COLUMNS.join()} FROM mails ORDER BY id`;
    return this.#database.prepare(sql).all();
  }

  /** Saves a message. When this method returns, the message is on the disk. */
  saveMail(mail: MailRow): void {
    this.#transactions.guard(() => putMail(this.#database, mail));
  }

  deleteMails(ids: readonly string[]): void {
    this.#transactions.run(() => {
      for (const id of ids) this.#database.prepare("DELETE FROM mails WHERE id = ?").run(id);
    });
  }
}

export const MAIL_TABLES: UserTables<MailTable> = {
  open: (context) => new MailTable(context),
  forget: (database, connectionId) =>
    void database.prepare("DELETE FROM mails WHERE connectionId = ?").run(connectionId),
};
