import { EVENT_MIGRATIONS } from "../../../store/database/migrations/index.ts";
import { openForWriting, type Database, Transactions } from "../../../store/database/open-database.ts";
import { violatesConstraint } from "../../../store/database/store-error.ts";

/** An event to be stored. */
export interface NewEvent {
  readonly id: string;
  /** Ms since the epoch. */
  readonly receivedAt: number;
  /** A `WebhookEvent` as JSON. */
  readonly json: string;
}

/** A stored event, with its number in the stream. */
export interface KeptEvent {
  readonly number: number;
  readonly json: string;
}

/** Events after a position, the oldest first. The other fields describe the log at the moment of reading. */
export interface EventPage {
  readonly events: readonly KeptEvent[];
  /** All events up to this number were deleted. */
  readonly pruned: number;
  /** The newest number. */
  readonly newest: number;
}

/** A workstation's token, stored as a hash. Times are ms since the epoch. */
export interface KeptToken {
  readonly label: string;
  /** SHA-256, in hex. */
  readonly hash: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Events that one call deletes, which limits the wait of the next commit. */
const PRUNED_AT_ONCE = 5_000;

/** A receiver's event log. A commit is on the disk when it returns. Failures are AppFailures of kind `store`. */
export class EventLogStore {
  readonly #database: Database;
  readonly #transactions: Transactions;

  constructor(file: string) {
    this.#database = openForWriting(file, EVENT_MIGRATIONS).database;
    this.#transactions = new Transactions(file, this.#database);
  }

  /** The log's id, and the newest number. */
  describe(): { readonly log: string; readonly newest: number } {
    return { log: this.#fact("log"), newest: this.#newest() };
  }

  /** Stores events as one transaction. @returns their numbers; null for an event whose id is known. */
  append(events: readonly NewEvent[]): readonly (number | null)[] {
    const insert = this.#database.prepare(
      "INSERT INTO events (eventId, receivedAt, event) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    return this.#transactions.run(() =>
      events.map(({ id, receivedAt, json }) => {
        const { changes, lastInsertRowid } = insert.run(id, receivedAt, json);
        return changes === 0 ? null : Number(lastInsertRowid);
      }),
    );
  }

  /** Reads at most `limit` events after a number. */
  after(number: number, limit: number): EventPage {
    return this.#transactions.guard(() => ({
      events: this.#database
        .prepare("SELECT number, event AS json FROM events WHERE number > ? ORDER BY number LIMIT ?")
        .all(number, limit) as unknown as KeptEvent[],
      pruned: Number(this.#fact("pruned")),
      newest: this.#newest(),
    }));
  }

  /**
   * Deletes the oldest events: those received before a time, and those beyond a count.
   * @returns whether more of them may be left.
   */
  prune(before: number, most: number): boolean {
    return this.#transactions.run(() => {
      const oldest = this.#database
        .prepare("SELECT number, receivedAt FROM events ORDER BY number LIMIT ?")
        .all(PRUNED_AT_ONCE) as unknown as { number: number; receivedAt: number }[];
      const beyond = this.#newest() - most;
      const kept = oldest.findIndex((event) => event.number > beyond && event.receivedAt >= before);
      const last = oldest.at(kept < 0 ? -1 : kept - 1);
      if (kept === 0 || !last) return false;
      this.#database.prepare("DELETE FROM events WHERE number <= ?").run(last.number);
      this.#database.prepare("UPDATE facts SET value = ? WHERE name = 'pruned'").run(String(last.number));
      return kept < 0;
    });
  }

  tokens(): readonly KeptToken[] {
    return this.#transactions.guard(
      () =>
        this.#database
          .prepare("SELECT label, hash, createdAt, lastUsedAt FROM tokens ORDER BY label")
          .all() as unknown as KeptToken[],
    );
  }

  /** @returns false if the label is taken. */
  addToken(label: string, hash: string, now: number): boolean {
    try {
      this.#database
        .prepare("INSERT INTO tokens (label, hash, createdAt) VALUES (?, ?, ?)")
        .run(label, hash, now);
      return true;
    } catch (thrown) {
      if (violatesConstraint(thrown)) return false;
      return this.#transactions.guard(() => {
        throw thrown;
      });
    }
  }

  /** @returns false if the label does not exist. */
  removeToken(label: string): boolean {
    return this.#transactions.guard(
      () => this.#database.prepare("DELETE FROM tokens WHERE label = ?").run(label).changes > 0,
    );
  }

  /** Stores when these tokens were last used. */
  noteUse(hashes: readonly string[], now: number): void {
    const update = this.#database.prepare("UPDATE tokens SET lastUsedAt = ? WHERE hash = ?");
    this.#transactions.run(() => {
      for (const hash of hashes) update.run(now, hash);
    });
  }

  close(): void {
    this.#database.close();
  }

  #newest(): number {
    const [row] = this.#database.prepare("SELECT max(number) AS number FROM events").all() as unknown as {
      number: number | null;
    }[];
    return row?.number ?? Number(this.#fact("pruned"));
  }

  #fact(name: "log" | "pruned"): string {
    const row = this.#database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
    return (row as { value: string }).value;
  }
}
