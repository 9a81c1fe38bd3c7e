import type { Database, Transactions } from "../../../store/database/open-database.ts";

/**
 * The most moments that are kept; beyond this number, older moments are deleted. With one moment a second, they cover a
 * day of constant changes.
 */
const MOST_MOMENTS = 100_000;

/**
 * Finds the changes that were stored at or after a time. A moment is a time by the collector's clock, with a number
 * that was read before this time. Changes that are stored after the moment have higher numbers. If a moment is missing,
 * an answer only has more changes than needed.
 */
export class Moments {
  readonly #database: Database;
  readonly #transactions: Transactions;

  constructor(database: Database, transactions: Transactions) {
    [this.#database, this.#transactions] = [database, transactions];
  }

  /** The numbering of the moments; empty if no numbering has begun. */
  get epoch(): string {
    return this.#fact("epoch");
  }

  /** The latest time that was noted, ms since the epoch. */
  get clock(): number {
    return Number(this.#fact("clock"));
  }

  /** The number of the last moment; 0 if there is no moment. */
  get newest(): number {
    const row = this.#database.prepare("SELECT max(number) AS number FROM moments").get();
    return (row as { number: number | null }).number ?? 0;
  }

  /** Begins another numbering, to which the earlier moments do not apply. @param at ms since the epoch. */
  begin(epoch: string, number: number, at: number): void {
    this.#transactions.run(() => {
      this.#database.exec("DELETE FROM moments");
      this.#setFact("epoch", epoch);
    });
    this.note(number, at);
  }

  /** Notes a number that was read at or before a time. @param at ms since the epoch, never before a noted time. */
  note(number: number, at: number): void {
    this.#transactions.run(() => {
      this.#setFact("clock", String(at));
      // An earlier moment with the same number already includes this time.
      if (this.#count() > 0 && this.newest >= number) return;
      this.#database.prepare("INSERT OR IGNORE INTO moments (at, number) VALUES (?, ?)").run(at, number);
      if (this.#count() > MOST_MOMENTS)
        this.#database.exec("DELETE FROM moments WHERE at = (SELECT min(at) FROM moments)");
    });
  }

  /**
   * Finds a number below all changes that were stored at or after a time.
   * @param since ms since the epoch.
   * @returns null if no such number is known.
   */
  numberBefore(since: number): number | null {
    const row = this.#database
      .prepare("SELECT number FROM moments WHERE at <= ? ORDER BY at DESC LIMIT 1")
      .get(Math.floor(since)) as { number: number } | undefined;
    return row?.number ?? null;
  }

  #count(): number {
    return (this.#database.prepare("SELECT count(*) AS count FROM moments").get() as { count: number }).count;
  }

  #fact(name: "epoch" | "clock"): string {
    const row = this.#database.prepare("SELECT value FROM facts WHERE name = ?").get(name);
    return (row as { value: string }).value;
  }

  #setFact(name: "epoch" | "clock", value: string): void {
    this.#database.prepare("UPDATE facts SET value = ? WHERE name = ?").run(value, name);
  }
}
