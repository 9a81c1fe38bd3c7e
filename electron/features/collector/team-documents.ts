import type {
  RecordEdit,
  TeamEdit,
  TeamLoser,
  TeamOutcome,
  TeamRecord,
} from "../../../shared/features/team/team-protocol.ts";
import { MAX_TEAM_RECORDS } from "../../../shared/features/team/team-kinds.ts";
import { prepared, type Database, type Transactions } from "../../store/database/open-database.ts";
import { decideEdit, isNoted } from "./decide-edit.ts";

/** Ms for which the ids of edits are kept; deleted records at least half of it. */
export const KEPT_MS = 365 * 86_400_000;
/** The most ids of edits that are kept. The collector counts them every `COUNTED_EVERY` requests. */
export const [MAX_EDIT_IDS, COUNTED_EVERY] = [500_000, 200];
/** The most characters of all values. */
export const MAX_CHARACTERS = 256_000_000;
/** The most losers of one record; the oldest ones are deleted. */
export const MAX_LOSERS = 10;
/** Characters of values after which a page ends before its limit. */
export const PAGE_CHARACTERS = 4_000_000;

/** Records after a number, or the reason why the client must read all again. */
export type TeamRecords =
  | { readonly records: readonly TeamRecord[]; readonly last: number; readonly more: boolean }
  | "notKept"
  | "ahead";

type StoredRecord = Omit<TeamRecord, "losers">;

type TeamFact = "teamSequence" | "teamForgotten" | "teamCharacters";

/** The records that a team shares, in a collector's database. Each change takes the next number of one sequence. */
export class TeamDocuments {
  readonly #database: Database;
  readonly #transactions: Transactions;
  #requests = 0;

  constructor(database: Database, transactions: Transactions) {
    [this.#database, this.#transactions] = [database, transactions];
  }

  /** The last number; 0 before the first edit. */
  get last(): number {
    return this.#fact("teamSequence");
  }

  /**
   * Reads records after a number, in the order of their numbers.
   * @param all true if the client reads all records, page by page. Deleted ones may then be missing.
   * @returns "notKept" if a deleted record after the number is forgotten, "ahead" if the number was not given yet.
   */
  recordsAfter(after: number, limit: number, all: boolean): TeamRecords {
    const { last } = this;
    if (after > last) return "ahead";
    if (!all && after < this.#fact("teamForgotten")) return "notKept";
    const rows = prepared(
      this.#database,
      `SELECT sequence, document, id, value, version, editedAt, editedBy
         FROM team_records WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ).all(after, limit + 1) as unknown as readonly StoredRecord[];
    const records: TeamRecord[] = [];
    let characters = 0;
    for (const row of rows.slice(0, limit)) {
      const losers = this.#losers(row);
      characters += [row, ...losers].reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      if (records.length > 0 && characters > PAGE_CHARACTERS) break;
      records.push({ ...row, losers });
    }
    const more = records.length < rows.length;
    return { records, last: more ? (records.at(-1)?.sequence ?? after) : last, more };
  }

  /**
   * Stores edits in their order, all in one transaction.
   * @param label the label of the token that sent them.
   * @param now ms since the epoch.
   */
  apply(edits: readonly TeamEdit[], label: string, now: number): readonly TeamOutcome[] {
    return this.#transactions.run(() => {
      this.#forget(now - KEPT_MS);
      this.#requests += 1;
      if (this.#requests % COUNTED_EVERY === 1) this.#dropOldestIds();
      // Edits that add records while others of the batch do may exceed the limit by a batch.
      const isFull = this.#count() >= MAX_TEAM_RECORDS;
      return edits.map((edit) => {
        const known = prepared(this.#database, "SELECT outcome FROM team_edits WHERE edit = ?").get(
          edit.edit,
        );
        if (known) return (known as { outcome: TeamOutcome }).outcome;
        const outcome =
          "dismiss" in edit ? this.#dismiss(edit.dismiss) : this.#edit(edit, label, now, isFull);
        if (isNoted(edit, outcome))
          prepared(this.#database, "INSERT INTO team_edits (edit, arrivedAt, outcome) VALUES (?, ?, ?)").run(
            edit.edit,
            now,
            outcome,
          );
        return outcome;
      });
    });
  }

  #edit(edit: RecordEdit, label: string, now: number, isFull: boolean): TeamOutcome {
    const current = this.#record(edit.document, edit.id);
    const size = edit.value?.length ?? 0;
    if (this.#fact("teamCharacters") + size > MAX_CHARACTERS || (!current && isFull)) return "refused";
    const mine = { value: edit.value, editedAt: editedWithin(edit.editedAt, now), editedBy: label };
    const { isAccepted, loser } = decideEdit(edit, current, mine);
    if (loser) this.#keepLoser(edit, loser);
    if (isAccepted) this.#store({ ...edit, ...mine }, current);
    else if (current && loser) this.#renumber(current);
    return isAccepted ? "accepted" : "lost";
  }

  #store(
    { document, id, value, editedAt, editedBy }: RecordEdit & Version,
    current: StoredRecord | null,
  ): void {
    prepared(
      this.#database,
      `INSERT INTO team_records (document, id, value, version, sequence, editedAt, editedBy)
       VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6)
       ON CONFLICT DO UPDATE SET value = ?3, version = version + 1, sequence = ?4, editedAt = ?5, editedBy = ?6`,
    ).run(document, id, value, this.#next(), editedAt, editedBy);
    this.#addCharacters((value?.length ?? 0) - (current?.value?.length ?? 0));
  }

  #keepLoser({ document, id }: RecordEdit, { value, editedAt, editedBy }: Version): void {
    prepared(
      this.#database,
      "INSERT INTO team_losers (document, id, value, editedAt, editedBy) VALUES (?, ?, ?, ?, ?)",
    ).run(document, id, value, editedAt, editedBy);
    this.#addCharacters(value?.length ?? 0);
    const kept = this.#losers({ document, id });
    for (const { number } of kept.slice(0, Math.max(0, kept.length - MAX_LOSERS))) this.#deleteLoser(number);
  }

  #dismiss(number: number): TeamOutcome {
    const record = this.#deleteLoser(number);
    if (record) this.#renumber(record);
    return "accepted";
  }

  /** Deletes a loser. @returns its record; null if the number is unknown. */
  #deleteLoser(number: number): StoredRecord | null {
    const loser = prepared(
      this.#database,
      "DELETE FROM team_losers WHERE number = ? RETURNING document, id, value",
    ).get(number) as Pick<StoredRecord, "document" | "id" | "value"> | undefined;
    if (!loser) return null;
    this.#addCharacters(-(loser.value?.length ?? 0));
    return this.#record(loser.document, loser.id);
  }

  /** Gives a record the next number, so that clients read its losers again. */
  #renumber({ document, id }: Pick<StoredRecord, "document" | "id">): void {
    prepared(this.#database, "UPDATE team_records SET sequence = ? WHERE document = ? AND id = ?").run(
      this.#next(),
      document,
      id,
    );
  }

  /** Deletes what is older than a time for good. */
  #forget(before: number): void {
    const deleted = prepared(
      this.#database,
      `DELETE FROM team_records WHERE value IS NULL AND editedAt < ?
         AND NOT EXISTS (SELECT 1 FROM team_losers WHERE document = team_records.document AND id = team_records.id)
       RETURNING sequence`,
    ).all(before) as unknown as readonly { readonly sequence: number }[];
    const highest = deleted.reduce((most, { sequence }) => Math.max(most, sequence), 0);
    if (highest > this.#fact("teamForgotten")) this.#setFact("teamForgotten", highest);
    prepared(this.#database, "DELETE FROM team_edits WHERE arrivedAt < ?").run(before);
  }

  /** Deletes the oldest ids beyond the limit, so that no token can fill the disk. */
  #dropOldestIds(): void {
    prepared(
      this.#database,
      `DELETE FROM team_edits WHERE arrivedAt <=
         (SELECT arrivedAt FROM team_edits ORDER BY arrivedAt DESC LIMIT 1 OFFSET ?)`,
    ).run(MAX_EDIT_IDS);
  }

  #record(document: string, id: string): StoredRecord | null {
    const row = prepared(
      this.#database,
      `SELECT sequence, document, id, value, version, editedAt, editedBy
         FROM team_records WHERE document = ? AND id = ?`,
    ).get(document, id);
    return (row as StoredRecord | undefined) ?? null;
  }

  #losers({ document, id }: Pick<StoredRecord, "document" | "id">): readonly TeamLoser[] {
    return prepared(
      this.#database,
      `SELECT number, value, editedAt, editedBy FROM team_losers WHERE document = ? AND id = ? ORDER BY number`,
    ).all(document, id);
  }

  #count(): number {
    const row = prepared(this.#database, "SELECT count(*) AS count FROM team_records").get();
    return (row as { count: number }).count;
  }

  #next(): number {
    this.#setFact("teamSequence", this.last + 1);
    return this.last;
  }

  #addCharacters(more: number): void {
    if (more !== 0) this.#setFact("teamCharacters", this.#fact("teamCharacters") + more);
  }

  #fact(name: TeamFact): number {
    const row = prepared(this.#database, "SELECT value FROM facts WHERE name = ?").get(name);
    return Number((row as { value: string }).value);
  }

  #setFact(name: TeamFact, value: number): void {
    prepared(this.#database, "UPDATE facts SET value = ? WHERE name = ?").run(String(value), name);
  }
}

type Version = Pick<StoredRecord, "value" | "editedAt" | "editedBy">;

/**
 * The time of an edit: no later than its arrival, whatever the workstation's clock says, and not so early that a deletion
 * would be forgotten soon.
 */
export const editedWithin = (editedAt: number, now: number): number =>
  Math.max(now - KEPT_MS / 2, Math.min(editedAt, now));
