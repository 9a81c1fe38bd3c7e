import type { TeamEdit, TeamOutcome } from "../../../shared/features/team/team-protocol.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import { teamState } from "./team-overview.ts";

/**
 * The edits that are not yet known to have arrived at the collector. `TeamRecords` adds them. Every method must be
 * called within a transaction.
 */
export class TeamEdits {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The next edits to send, in their order; empty while the user must confirm them. */
  waiting(connectionId: string, limit: number): readonly TeamEdit[] {
    const state = teamState(this.#database, connectionId);
    if (state?.asks === 1 || state?.asksEpoch != null) return [];
    const rows = prepared(
      this.#database,
      `SELECT number, edit, document, id, value, dismissed, basedOn, editedAt FROM team_edits
        WHERE connectionId = ? AND state = 'waits' ORDER BY number LIMIT ?`,
    ).all(connectionId, limit);
    return rows.map(({ edit, document, id, value, dismissed, basedOn, editedAt }) =>
      dismissed === null ? { edit, document, id, value, basedOn, editedAt } : { edit, dismiss: dismissed },
    );
  }

  /** Notes the answers of the collector. An answered edit hides its record until the record is read again. */
  answered(
    connectionId: string,
    results: readonly { readonly edit: string; readonly outcome: TeamOutcome }[],
  ) {
    const update = prepared(
      this.#database,
      "UPDATE team_edits SET state = ? WHERE connectionId = ? AND edit = ?",
    );
    for (const { edit, outcome } of results)
      update.run(outcome === "refused" ? "refused" : "answered", connectionId, edit);
  }

  /** Makes edits that the collector has refused wait to be sent again. */
  retryRefused(connectionId: string): void {
    prepared(
      this.#database,
      "UPDATE team_edits SET state = 'waits' WHERE connectionId = ? AND state = 'refused'",
    ).run(connectionId);
  }

  /** Sends the edits that wait for the user's confirmation, or discards them. */
  confirm(connectionId: string, sends: boolean): void {
    prepared(this.#database, "UPDATE team_state SET asks = 0 WHERE connectionId = ?").run(connectionId);
    if (!sends) prepared(this.#database, "DELETE FROM team_edits WHERE connectionId = ?").run(connectionId);
  }
}
