import type { TeamEdit, TeamOutcome } from "../../../shared/features/team/team-protocol.ts";
import type { Database, Transactions } from "../../store/database/open-database.ts";
import type { OwnRecords, RecordRow } from "../../store/user-data/own-records.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";
import { readTeamOverview, type ReadPage, type TeamOverview, type TeamState } from "./team-overview.ts";
import { TEAM_SCOPES } from "../../../shared/features/team/team-kinds.ts";
import { TeamEdits } from "./team-edits.ts";
import { partsOf, TeamRecords } from "./team-records.ts";

/** The team's records and edits, in the thread of user data. Each method is one transaction. */
export class TeamTables {
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #own: OwnRecords;
  readonly #team: TeamRecords;
  readonly #edits: TeamEdits;

  constructor({ database, transactions, own }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
    this.#own = own;
    this.#team = new TeamRecords(database);
    this.#edits = new TeamEdits(database);
  }

  /** Calls `TeamRecords.state`. */
  teamState(connectionId: string): TeamState | null {
    return this.#team.state(connectionId);
  }

  /** Calls `readTeamOverview`. */
  teamSummary(connectionId: string): TeamOverview {
    return readTeamOverview(this.#database, connectionId);
  }

  /** Sets whether edits of documents are sent to the team. */
  setTeamScopes(connectionId: string, documents: readonly string[], isShared: boolean): void {
    const value = isShared ? '"team"' : null;
    this.#transactions.run(() =>
      this.#own.save(
        connectionId,
        TEAM_SCOPES,
        documents.map((id) => ({ id, value })),
      ),
    );
  }

  /** Calls `TeamEdits.waiting`. */
  waitingEdits(connectionId: string, limit: number): readonly TeamEdit[] {
    return this.#edits.waiting(connectionId, limit);
  }

  /** Calls `TeamEdits.answered`. */
  editsAnswered(
    connectionId: string,
    results: readonly { readonly edit: string; readonly outcome: TeamOutcome }[],
  ): void {
    this.#transactions.run(() => this.#edits.answered(connectionId, results));
  }

  /** Calls `TeamCopies.begin`. */
  beginTeamReading(connectionId: string): void {
    this.#transactions.run(() => this.#team.copies.begin(connectionId));
  }

  /** Calls `TeamCopies.dropSome`. */
  dropSomeTeamRecords(connectionId: string): boolean {
    return this.#transactions.run(() => this.#team.copies.dropSome(connectionId));
  }

  /** Calls `TeamCopies.acceptLoss`. */
  acceptTeamLoss(connectionId: string): void {
    this.#transactions.run(() => this.#team.copies.acceptLoss(connectionId));
  }

  /** Calls `TeamRecords.store`. @param now ms since the epoch. */
  storeTeamPage(
    connectionId: string,
    page: ReadPage,
    reading: { readonly all: boolean; readonly asks: boolean; readonly more: boolean },
    now: number,
  ): readonly string[] {
    return this.#transactions.run(() => this.#team.store(connectionId, page, reading, now));
  }

  /** Calls `TeamRecords.drop`. */
  deleteTeamRecord(connectionId: string, document: string, id: string, now: number): void {
    this.#transactions.run(() => this.#team.drop(connectionId, document, id, now));
  }

  /**
   * Shares a record of the user with the team. Its parts are sent first, so that no workstation has the record without
   * its parts.
   * @param value the record, JSON.
   * @param now ms since the epoch.
   */
  shareWithParts(connectionId: string, document: string, { id, value }: RecordRow, now: number): void {
    this.#transactions.run(() => {
      for (const part of partsOf(document)) {
        const own = this.#own.read(connectionId, part, `${id}/`);
        for (const record of own) this.#team.add(connectionId, part, record, now);
        this.#own.save(
          connectionId,
          part,
          own.map((record) => ({ id: record.id, value: null })),
        );
      }
      this.#team.add(connectionId, document, { id, value }, now);
      this.#own.save(connectionId, document, [{ id, value: null }]);
    });
  }

  /**
   * Adds edits for the team, and deletes the user's own records that they replace.
   * @param records the records, each with the team's value that the user saw; undefined if there was none.
   * @param now ms since the epoch.
   * @param areOwn false for records of another connection. Then the own records of this connection are not deleted.
   * @returns the number of edits.
   */
  shareRecords(
    connectionId: string,
    document: string,
    records: readonly (RecordRow & { readonly team: string | null | undefined })[],
    now: number,
    areOwn = true,
  ): number {
    return this.#transactions.run(() => {
      // A record that the team changed after the user's comparison is not replaced.
      const team = this.#team.values(connectionId, document);
      const shared = records.filter((record) => team.get(record.id) === record.team);
      for (const { id, value } of shared) this.#team.add(connectionId, document, { id, value }, now);
      const ids = shared.map(({ id }) => id);
      if (areOwn) this.#dropOwn(connectionId, document, ids);
      return shared.length;
    });
  }

  #dropOwn(connectionId: string, document: string, ids: readonly string[]): void {
    for (const id of ids) this.#team.keep(connectionId, document, id, false);
    this.#own.save(
      connectionId,
      document,
      ids.map((id) => ({ id, value: null })),
    );
  }

  /** Calls `TeamRecords.keepNone`. */
  keepNone(connectionId: string, document: string): void {
    this.#transactions.run(() => this.#team.keepNone(connectionId, document));
  }

  /** Calls `TeamRecords.resolve`. */
  resolveLost(
    connectionId: string,
    document: string,
    id: string,
    number: number,
    uses: boolean,
    now: number,
  ): void {
    this.#transactions.run(() => this.#team.resolve(connectionId, { document, id, number }, uses, now));
  }

  /** Calls `TeamEdits.confirm`. */
  confirmEdits(connectionId: string, sends: boolean): void {
    this.#transactions.run(() => this.#edits.confirm(connectionId, sends));
  }

  /** Calls `TeamEdits.retryRefused`. */
  retryRefusedEdits(connectionId: string): void {
    this.#transactions.run(() => this.#edits.retryRefused(connectionId));
  }
}

export const TEAM_TABLES: UserTables<TeamTables> = {
  shared: (database) => new TeamRecords(database),
  open: (context) => new TeamTables(context),
  forget: (database, connectionId) => new TeamRecords(database).forget(connectionId),
};
