import { DOCUMENTS_WITHOUT_LOSERS } from "../../../shared/features/team/team-kinds.ts";
import type { TeamRecord } from "../../../shared/features/team/team-protocol.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import type { TeamState } from "./team-overview.ts";

/** The number of rows of an old copy that one step deletes. */
const DROPPED_AT_ONCE = 500;

/**
 * The copies of a connection's team records: the shown copy, and the copy that is being read in parts. After its last
 * part, this copy replaces the shown copy.
 */
export class TeamCopies {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Begins to read all records. Records from an earlier reading that did not end are discarded. */
  begin(connectionId: string): void {
    prepared(
      this.#database,
      "UPDATE team_copies SET state = 'old' WHERE connectionId = ? AND state = 'reading'",
    ).run(connectionId);
  }

  /** Adds records to the copy that is being read, or to the shown copy. */
  save(connectionId: string, records: readonly TeamRecord[], state: "reading" | "used"): void {
    const copy = this.#find(connectionId, state) ?? this.#add(connectionId, state);
    const save = prepared(
      this.#database,
      `INSERT OR REPLACE INTO team_records (copy, document, id, value, version, editedAt, editedBy, losers)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const remove = prepared(
      this.#database,
      "DELETE FROM team_records WHERE copy = ? AND document = ? AND id = ?",
    );
    for (const { document, id, value, version, editedAt, editedBy, losers } of records)
      // When all records are read, deleted records are skipped, because they may be most records. A record may also
      // have been read before it was deleted.
      if (state === "reading" && value === null && losers.length === 0) remove.run(copy, document, id);
      else save.run(copy, document, id, value, version, editedAt, editedBy, JSON.stringify(losers));
  }

  /** Shows the copy that was read instead of the former copy. */
  use(connectionId: string): void {
    const replace = prepared(
      this.#database,
      "UPDATE team_copies SET state = ?3 WHERE connectionId = ?1 AND state = ?2",
    );
    replace.run(connectionId, "used", "old");
    replace.run(connectionId, "reading", "used");
  }

  /**
   * Whether the user must decide before the copy that was read is shown. The user must decide if a collector with
   * another numbering has less than half of this workstation's records, because its file may be lost. Then this
   * workstation's records are kept, and no edit is sent until the collector has the records again or the user agrees.
   * @param state the progress of reading before; null if the connection never read records.
   */
  asksBeforeLoss(connectionId: string, state: TeamState | null, epoch: string): boolean {
    if (state === null || state.epoch === epoch || state.acceptedEpoch === epoch) return false;
    const [former, read] = [this.#count(connectionId, "used"), this.#count(connectionId, "reading")];
    if (read * 2 >= former) return false;
    this.begin(connectionId);
    prepared(this.#database, "UPDATE team_state SET asksEpoch = ? WHERE connectionId = ?").run(
      epoch,
      connectionId,
    );
    return true;
  }

  /** Stores the user's consent to delete on this workstation the records that the collector lost. */
  acceptLoss(connectionId: string): void {
    prepared(
      this.#database,
      "UPDATE team_state SET acceptedEpoch = asksEpoch WHERE connectionId = ? AND asksEpoch IS NOT NULL",
    ).run(connectionId);
  }

  /** Deletes some rows of copies that are no longer used. @returns whether further rows are left. */
  dropSome(connectionId: string): boolean {
    const old = this.#find(connectionId, "old");
    if (old === null) return false;
    const { changes } = prepared(
      this.#database,
      `DELETE FROM team_records WHERE copy = ?1 AND (document, id) IN
         (SELECT document, id FROM team_records WHERE copy = ?1 LIMIT ?2)`,
    ).run(old, DROPPED_AT_ONCE);
    if (changes === 0) prepared(this.#database, "DELETE FROM team_copies WHERE copy = ?").run(old);
    return true;
  }

  /** Deletes all copies. */
  forget(connectionId: string): void {
    const copies = "SELECT copy FROM team_copies WHERE connectionId = ?";
    this.#database.prepare(`DELETE FROM team_records WHERE copy IN (${copies})`).run(connectionId);
    this.#database.prepare("DELETE FROM team_copies WHERE connectionId = ?").run(connectionId);
  }

  #find(connectionId: string, state: "reading" | "used" | "old"): number | null {
    const row = prepared(
      this.#database,
      "SELECT copy FROM team_copies WHERE connectionId = ? AND state = ? LIMIT 1",
    ).get(connectionId, state);
    return (row as { copy: number } | undefined)?.copy ?? null;
  }

  #add(connectionId: string, state: "reading" | "used"): number {
    const row = prepared(
      this.#database,
      "INSERT INTO team_copies (connectionId, state) VALUES (?, ?) RETURNING copy",
    ).get(connectionId, state);
    return (row as { copy: number }).copy;
  }

  /**
   * Counts the records that users made. The collector's own records are left out, because they are derived from other
   * records.
   */
  #count(connectionId: string, state: "reading" | "used"): number {
    const row = prepared(
      this.#database,
      `SELECT count(*) AS count FROM team_records INDEXED BY team_records_live
        WHERE copy = ? AND value IS NOT NULL AND document NOT IN (SELECT value FROM json_each(?))`,
    ).get(this.#find(connectionId, state), JSON.stringify([...DOCUMENTS_WITHOUT_LOSERS]));
    return (row as { count: number }).count;
  }
}
