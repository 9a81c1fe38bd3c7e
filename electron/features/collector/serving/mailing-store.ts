import type { Database, Transactions } from "../../../store/database/open-database.ts";
import type { MailRow } from "../../../delivery/mail/mail-table.ts";

/** The stored state of a mailing. */
export interface MailingRow {
  readonly id: string;
  /** JSON. */
  readonly state: string;
}

/** The mailings and messages on a disk: in `collector.sqlite`, or in PostgreSQL. Each call is one transaction. */
export interface MailingStore {
  mailings(): Promise<readonly MailingRow[]>;
  /** Stores a mailing's state, with the message of its run. */
  settleMailing(mailing: MailingRow, mail: MailRow | null): Promise<void>;
  /** Deletes mailings with their messages. */
  deleteMailings(ids: readonly string[]): Promise<void>;
  mails(): Promise<readonly MailRow[]>;
  saveMail(mail: MailRow): Promise<void>;
  deleteMails(ids: readonly string[]): Promise<void>;
}

/** The mailings and messages in a collector's own database. Failures are AppFailures of kind `store`. */
export class MailTables {
  readonly #database: Database;
  readonly #transactions: Transactions;

  constructor(database: Database, transactions: Transactions) {
    [this.#database, this.#transactions] = [database, transactions];
  }

  mailings(): readonly MailingRow[] {
    return this.#all("SELECT id, state FROM mailings ORDER BY id") as readonly MailingRow[];
  }

  settleMailing({ id, state }: MailingRow, mail: MailRow | null): void {
    this.#transactions.run(() => {
      this.#database.prepare("INSERT OR REPLACE INTO mailings (id, state) VALUES (?, ?)").run(id, state);
      if (mail) this.#put(mail);
    });
  }

  deleteMailings(ids: readonly string[]): void {
    this.#transactions.run(() => {
      for (const id of ids) {
        this.#database.prepare("DELETE FROM mails WHERE source = ?").run(id);
        this.#database.prepare("DELETE FROM mailings WHERE id = ?").run(id);
      }
    });
  }

  mails(): readonly MailRow[] {
    return this.#all("SELECT id, profileId, source, job FROM mails ORDER BY id") as readonly MailRow[];
  }

  saveMail(mail: MailRow): void {
    this.#transactions.run(() => this.#put(mail));
  }

  deleteMails(ids: readonly string[]): void {
    this.#transactions.run(() => {
      for (const id of ids) this.#database.prepare("DELETE FROM mails WHERE id = ?").run(id);
    });
  }

  #put({ id, profileId, source, job }: MailRow): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO mails (id, profileId, source, job) VALUES (?, ?, ?, ?)")
      .run(id, profileId, source, job);
  }

  #all(sql: string): unknown {
    return this.#transactions.guard(() => this.#database.prepare(sql).all());
  }
}
