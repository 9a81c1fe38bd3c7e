import type {
  RecordEdit,
  TeamEdit,
  TeamLoser,
  TeamOutcome,
  TeamRecord,
} from "../../../../shared/features/team/team-protocol.ts";
import {
  iterate,
  prepared,
  type Database,
  type Transactions,
} from "../../../store/database/open-database.ts";
import { decideEdit, deletesNothing, hasRoom, isNoted, type TeamUse } from "./decide-edit.ts";

/** Ms for which the ids of edits are kept; deleted records at least half of it. */
export const KEPT_MS = 365 * 86_400_000;
/** The most ids of edits that are kept. The collector counts them every `COUNTED_EVERY` requests. */
export const [MAX_EDIT_IDS, COUNTED_EVERY] = [500_000, 200];
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

type TeamFact = "teamSequence" | "teamForgotten";

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
    const statement = this.#database.prepare(
      `SELECT sequence, document, id, value, version, editedAt, editedBy
         FROM team_records WHERE sequence > ? ORDER BY sequence`,
    );
    const records: TeamRecord[] = [];
    let [characters, more] = [0, false];
    // One by one, because a thousand values may have 500 MB.
    for (const row of iterate(statement, after) as Iterable<StoredRecord>) {
      const losers = this.#losers(row);
      characters += [row, ...losers].reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      more = records.length === limit || (records.length > 0 && characters > PAGE_CHARACTERS);
      if (more) break;
      records.push({ ...row, losers });
    }
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
      return edits.map((edit) => {
        const known = prepared(this.#database, "SELECT outcome FROM team_edits WHERE edit = ?").get(
          edit.edit,
        );
        if (known) return (known as { outcome: TeamOutcome }).outcome;
        const current = "dismiss" in edit ? null : this.#record(edit.document, edit.id);
        if (!("dismiss" in edit) && deletesNothing(edit, current)) return "accepted";
        const outcome =
          "dismiss" in edit ? this.#dismiss(edit.dismiss) : this.#edit(edit, current, label, now);
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

  /**
   * Deletes values for good: those of records, and those that lost. Of the values that lost and stay, the last one takes
   * the place of its record's. All clients then read all records, since a deleted one is not kept for them.
   * @returns the number of deleted values.
   */
  drop(isDropped: IsDropped): number {
    return this.#transactions.run(() => {
      let count = 0;
      for (const row of this.#all("team_losers", "number"))
        if (isDropped(row)) {
          this.#deleteLoser(row.number);
          count += 1;
        }
      for (const row of this.#all("team_records", "sequence"))
        if (isDropped(row)) {
          this.#dropRecord(row);
          count += 1;
        }
      if (count > 0) this.#setFact("teamForgotten", this.#next());
      return count;
    });
  }

  #dropRecord(row: Pick<StoredRecord, "document" | "id">): void {
    const heir = this.#losers(row).at(-1);
    if (heir) {
      this.#store({ ...row, ...heir });
      this.#deleteLoser(heir.number);
    } else
      prepared(this.#database, "DELETE FROM team_records WHERE document = ? AND id = ?").run(
        row.document,
        row.id,
      );
  }

  /** All rows of a table in the order of a number, read in parts. */
  *#all(table: "team_records" | "team_losers", number: "sequence" | "number"): Generator<DroppableRow> {
    const sql = `SELECT ${number} AS number, document, id, value, editedBy FROM ${table}
      WHERE ${number} > ? ORDER BY ${number} LIMIT 100`;
    for (let last = 0; ;) {
      const rows = prepared(this.#database, sql).all(last) as unknown as readonly DroppableRow[];
      yield* rows;
      last = rows.at(-1)?.number ?? last;
      if (rows.length === 0) return;
    }
  }

  #edit(edit: RecordEdit, current: StoredRecord | null, label: string, now: number): TeamOutcome {
    const mine = { value: edit.value, editedAt: editedWithin(edit.editedAt, now), editedBy: label };
    const decision = decideEdit(edit, current, mine);
    const { isAccepted, loser } = decision;
    if (!hasRoom(edit, current, mine, decision, this.#use(edit.document, label))) return "refused";
    if (loser) this.#keepLoser(edit, loser);
    if (isAccepted) this.#store({ ...edit, ...mine });
    else if (current && loser) this.#renumber(current);
    return isAccepted ? "accepted" : "lost";
  }

  #store({ document, id, value, editedAt, editedBy }: Pick<StoredRecord, "document" | "id"> & Version): void {
    prepared(
      this.#database,
      `INSERT INTO team_records (document, id, value, version, sequence, editedAt, editedBy)
       VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6)
       ON CONFLICT DO UPDATE SET value = ?3, version = version + 1, sequence = ?4, editedAt = ?5, editedBy = ?6`,
    ).run(document, id, value, this.#next(), editedAt, editedBy);
  }

  #keepLoser({ document, id }: RecordEdit, { value, editedAt, editedBy }: Version): void {
    prepared(
      this.#database,
      "INSERT INTO team_losers (document, id, value, editedAt, editedBy) VALUES (?, ?, ?, ?, ?)",
    ).run(document, id, value, editedAt, editedBy);
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
      "DELETE FROM team_losers WHERE number = ? RETURNING document, id",
    ).get(number) as Pick<StoredRecord, "document" | "id"> | undefined;
    return loser ? this.#record(loser.document, loser.id) : null;
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

  #use(document: string, label: string): TeamUse {
    return prepared(
      this.#database,
      `SELECT total(records) AS records, total(bytes) AS bytes,
           total(live) FILTER (WHERE document = ?1) AS live,
           total(records) FILTER (WHERE label = ?2) AS tokenRecords,
           total(bytes) FILTER (WHERE label = ?2) AS tokenBytes
         FROM team_use`,
    ).get(document, label);
  }

  #next(): number {
    this.#setFact("teamSequence", this.last + 1);
    return this.last;
  }

  #fact(name: TeamFact): number {
    const row = prepared(this.#database, "SELECT value FROM facts WHERE name = ?").get(name);
    return Number((row as { value: string }).value);
  }

  #setFact(name: TeamFact, value: number): void {
    prepared(this.#database, "UPDATE facts SET value = ? WHERE name = ?").run(String(value), name);
  }
}

/** A value of a record, or one that lost, with its number in its table. */
export interface DroppableRow extends Pick<StoredRecord, "document" | "id" | "value" | "editedBy"> {
  readonly number: number;
}

/** Decides whether an administrator deletes a value. */
export type IsDropped = (row: DroppableRow) => boolean;

type Version = Pick<StoredRecord, "value" | "editedAt" | "editedBy">;

/**
 * The time of an edit: no later than its arrival, whatever the workstation's clock says, and not so early that a deletion
 * would be forgotten soon.
 */
export const editedWithin = (editedAt: number, now: number): number =>
  Math.max(now - KEPT_MS / 2, Math.min(editedAt, now));
