import type { TeamEdit, TeamOutcome } from "../../../shared/features/team/team-protocol.ts";
import type { Database, Transactions } from "../../store/database/open-database.ts";
import type { OwnRecords, RecordRow } from "../../store/user-data/own-records.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";
import { readTeamOverview, type ReadPage, type TeamOverview, type TeamState } from "./team-overview.ts";
import { TEAM_SCOPES } from "../../../shared/features/team/team-kinds.ts";
import { TeamEdits } from "./team-edits.ts";
import { partsOf, TeamRecords } from "./team-records.ts";

/** The team's records and edits in the thread of user data. Each method is one transaction. */
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
  teamState(profileId: string): TeamState | null {
    return this.#team.state(profileId);
  }

  /** Calls `readTeamOverview`. */
  teamSummary(profileId: string): TeamOverview {
    return readTeamOverview(this.#database, profileId);
  }

  /** Says whether edits of documents go to the team. */
  setTeamScopes(profileId: string, documents: readonly string[], isShared: boolean): void {
    const value = isShared ? '"team"' : null;
    this.#transactions.run(() =>
      this.#own.save(
        profileId,
        TEAM_SCOPES,
        documents.map((id) => ({ id, value })),
      ),
    );
  }

  /** Calls `TeamEdits.waiting`. */
  waitingEdits(profileId: string, limit: number): readonly TeamEdit[] {
    return this.#edits.waiting(profileId, limit);
  }

  /** Calls `TeamEdits.answered`. */
  editsAnswered(
    profileId: string,
    results: readonly { readonly edit: string; readonly outcome: TeamOutcome }[],
  ): void {
    this.#transactions.run(() => this.#edits.answered(profileId, results));
  }

  /** Calls `TeamCopies.begin`. */
  beginTeamReading(profileId: string): void {
    this.#transactions.run(() => this.#team.copies.begin(profileId));
  }

  /** Calls `TeamCopies.dropSome`. */
  dropSomeTeamRecords(profileId: string): boolean {
    return this.#transactions.run(() => this.#team.copies.dropSome(profileId));
  }

  /** Calls `TeamCopies.acceptLoss`. */
  acceptTeamLoss(profileId: string): void {
    this.#transactions.run(() => this.#team.copies.acceptLoss(profileId));
  }

  /** Calls `TeamRecords.store`. @param now ms since the epoch. */
  storeTeamPage(
    profileId: string,
    page: ReadPage,
    reading: { readonly all: boolean; readonly asks: boolean; readonly more: boolean },
    now: number,
  ): readonly string[] {
    return this.#transactions.run(() => this.#team.store(profileId, page, reading, now));
  }

  /** Calls `TeamRecords.drop`. */
  deleteTeamRecord(profileId: string, document: string, id: string, now: number): void {
    this.#transactions.run(() => this.#team.drop(profileId, document, id, now));
  }

  /**
   * Gives one of the user's own records to the team. Its parts are sent first, so that no workstation has it without
   * them.
   * @param value the record, JSON.
   * @param now ms since the epoch.
   */
  shareWithParts(profileId: string, document: string, { id, value }: RecordRow, now: number): void {
    this.#transactions.run(() => {
      for (const part of partsOf(document)) {
        const own = this.#own.read(profileId, part, `${id}/`);
        for (const record of own) this.#team.add(profileId, part, record, now);
        this.#own.save(
          profileId,
          part,
          own.map((record) => ({ id: record.id, value: null })),
        );
      }
      this.#team.add(profileId, document, { id, value }, now);
      this.#own.save(profileId, document, [{ id, value: null }]);
    });
  }

  /**
   * Adds edits for the team, and deletes the user's own records that they replace.
   * @param records each with the team's value that the user saw; undefined for none.
   * @param now ms since the epoch.
   * @param areOwn false for records of another connection: this connection's own ones are then others, and stay.
   * @returns the number of edits.
   */
  shareRecords(
    profileId: string,
    document: string,
    records: readonly (RecordRow & { readonly team: string | null | undefined })[],
    now: number,
    areOwn = true,
  ): number {
    return this.#transactions.run(() => {
      // A record that the team has changed since the user compared stays as it is.
      const team = this.#team.values(profileId, document);
      const shared = records.filter((record) => team.get(record.id) === record.team);
      for (const { id, value } of shared) this.#team.add(profileId, document, { id, value }, now);
      const ids = shared.map(({ id }) => id);
      if (areOwn) this.#dropOwn(profileId, document, ids);
      return shared.length;
    });
  }

  #dropOwn(profileId: string, document: string, ids: readonly string[]): void {
    for (const id of ids) this.#team.keep(profileId, document, id, false);
    this.#own.save(
      profileId,
      document,
      ids.map((id) => ({ id, value: null })),
    );
  }

  /** Calls `TeamRecords.keepNone`. */
  keepNone(profileId: string, document: string): void {
    this.#transactions.run(() => this.#team.keepNone(profileId, document));
  }

  /** Calls `TeamRecords.resolve`. */
  resolveLost(
    profileId: string,
    document: string,
    id: string,
    number: number,
    uses: boolean,
    now: number,
  ): void {
    this.#transactions.run(() => this.#team.resolve(profileId, { document, id, number }, uses, now));
  }

  /** Calls `TeamEdits.confirm`. */
  confirmEdits(profileId: string, sends: boolean): void {
    this.#transactions.run(() => this.#edits.confirm(profileId, sends));
  }

  /** Calls `TeamEdits.retryRefused`. */
  retryRefusedEdits(profileId: string): void {
    this.#transactions.run(() => this.#edits.retryRefused(profileId));
  }
}

export const TEAM_TABLES: UserTables<TeamTables> = {
  shared: (database) => new TeamRecords(database),
  open: (context) => new TeamTables(context),
  forget: (database, profileId) => new TeamRecords(database).forget(profileId),
};
