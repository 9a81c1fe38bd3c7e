import type { TeamLoser, TeamRecord } from "../../../shared/features/team/team-protocol.ts";
import {
  MAX_TEAM_RECORDS,
  MAX_TEAM_VALUE,
  TEAM_LIMITS,
  TEAM_PARTS,
  TEAM_KEPT,
  TEAM_SCOPES,
} from "../../../shared/features/team/team-kinds.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import { OwnRecords } from "../../store/user-data/own-records.ts";
import type { EditedRecord, SharedRecords } from "../../store/user-data/shared-records.ts";
import { TeamCopies } from "./team-copies.ts";
import {
  keptIds,
  STUCK_EDITS,
  teamState,
  unsentEdits,
  USED_COPY,
  type LostValue,
  type ReadPage,
  type TeamState,
} from "./team-overview.ts";
import { TEAM_ERRORS } from "./messages.ts";

interface EditRow {
  readonly number: number;
  readonly edit: string;
  readonly document: string;
  readonly id: string;
  readonly value: string | null;
  readonly dismissed: number | null;
  readonly basedOn: number;
  readonly editedAt: number;
}

/**
 * The team's records in the user database, with the edits for the collector. The user sees an edit at once. Every
 * method must be called within a transaction.
 */
export class TeamRecords implements SharedRecords {
  readonly #database: Database;
  readonly #own: OwnRecords;

  readonly copies: TeamCopies;

  constructor(database: Database) {
    this.#database = database;
    this.#own = new OwnRecords(database);
    this.copies = new TeamCopies(database);
  }

  /** How far the connection has read the team's records; null if it never read from a collector. */
  state(connectionId: string): TeamState | null {
    return teamState(this.#database, connectionId);
  }

  /**
   * The team's values that take precedence over the user's own values, by id. A deleted record of the team hides
   * nothing.
   */
  shown(connectionId: string, document: string, prefix = ""): ReadonlyMap<string, string> {
    const shown = new Map<string, string>();
    for (const [id, value] of this.values(connectionId, document, prefix, true))
      if (value !== null) shown.set(id, value);
    if (shown.size > 0) for (const id of keptIds(this.#database, connectionId, document)) shown.delete(id);
    return shown;
  }

  /** The team's values by id, including waiting edits. Deleted values are null, or left out if `isShort` is true. */
  values(
    connectionId: string,
    document: string,
    prefix = "",
    isShort = false,
  ): ReadonlyMap<string, string | null> {
    // A newer version or another program may have stored other documents or values.
    const limits = TEAM_LIMITS.get(document);
    if (!limits) return new Map();
    const bounds = [connectionId, document, prefix, `${prefix}\u{10FFFF}`] as const;
    const of = "document = ?2 AND id >= ?3 AND id < ?4";
    const records = prepared(
      this.#database,
      `SELECT id, value FROM team_records WHERE copy = ${USED_COPY} AND ${of}
        AND (${isShort ? "" : "value IS NULL OR "}length(value) <= ?5) LIMIT ?6`,
    ).all(
      ...bounds,
      limits.characters,
      isShort ? limits.records : MAX_TEAM_RECORDS,
    ) as unknown as readonly EditedRecord[];
    const edits = prepared(
      this.#database,
      `SELECT id, value FROM team_edits WHERE connectionId = ?1 AND ${of} AND dismissed IS NULL ORDER BY number`,
    ).all(...bounds) as unknown as readonly EditedRecord[];
    return new Map([...records, ...edits].map(({ id, value }) => [id, value]));
  }

  /**
   * Makes a function that finds the user's own records that the team has too. A record is found with all its parts.
   * Null if the document has no parts.
   */
  hidden(connectionId: string, document: string): ((id: string) => boolean) | null {
    return isInParts(document) && this.state(connectionId) !== null
      ? this.teamsOf(connectionId, document)
      : null;
  }

  /** Whether the user's own records are counted without the team's: the collector itself limits the team's records. */
  countsAlone(connectionId: string, document: string): boolean {
    return this.state(connectionId) === null || isInParts(document);
  }

  /** Whether edits of a document go to the team. */
  isShared(connectionId: string, document: string): boolean {
    if (this.state(connectionId)?.access !== "annotate") return false;
    return this.#own.find(connectionId, TEAM_SCOPES, document) === '"team"';
  }

  /**
   * Takes those edits that belong to the team. If the document is not shared, an edit of a record of the team makes the
   * user's own record take precedence.
   * @returns the edits that remain the user's own.
   */
  take(
    connectionId: string,
    document: string,
    edits: readonly EditedRecord[],
    now: number,
  ): readonly EditedRecord[] {
    const state = this.state(connectionId);
    if (!state) return edits;
    if (isInParts(document)) {
      const isTeams = this.teamsOf(connectionId, document);
      return edits.filter((edit) => {
        if (!isTeams(edit.id)) return true;
        this.add(connectionId, document, edit, now);
        return edit.value === null;
      });
    }
    const isShared = this.isShared(connectionId, document);
    const team = this.values(connectionId, document);
    return edits.filter((edit) => {
      if (this.#isKept(connectionId, document, edit.id)) return true;
      if (isShared) this.add(connectionId, document, edit, now);
      else if (team.has(edit.id)) this.keep(connectionId, document, edit.id, true);
      // If the record was deleted by the team, the user's own record must not appear in its place.
      return !isShared || edit.value === null;
    });
  }

  /**
   * Makes a function that tells which records of a document belong to the team. The document is shared record by
   * record. A part belongs to the team if its record does. A record that the team deleted also belongs to the team,
   * unless the user has an own record with this id.
   * @returns a function that takes an id, for use within this transaction.
   */
  teamsOf(connectionId: string, document: string): (id: string) => boolean {
    const known = new Map<string, boolean>();
    return (id) => {
      const [owner, key] = ownerOf(document, id);
      const isTeams = known.get(key) ?? this.#isTeams(connectionId, owner, key);
      known.set(key, isTeams);
      return isTeams;
    };
  }

  #isTeams(connectionId: string, owner: string, key: string): boolean {
    const edit = prepared(
      this.#database,
      `SELECT value FROM team_edits WHERE connectionId = ? AND document = ? AND id = ? AND dismissed IS NULL
        ORDER BY number DESC LIMIT 1`,
    ).get(connectionId, owner, key) as { readonly value: string | null } | undefined;
    const known = edit ?? this.#record(connectionId, owner, key);
    return known !== null && (known.value !== null || this.#own.find(connectionId, owner, key) === null);
  }

  /** Deletes a record of the team and its parts. @param now ms since the epoch. */
  drop(connectionId: string, document: string, id: string, now: number): void {
    this.add(connectionId, document, { id, value: null }, now);
    for (const part of partsOf(document))
      for (const [key, value] of this.values(connectionId, part, `${id}/`))
        if (value !== null) this.add(connectionId, part, { id: key, value: null }, now);
  }

  /** Adds an edit that waits to be sent. @param now ms since the epoch. */
  add(connectionId: string, document: string, { id, value, isLate }: EditedRecord, now: number): void {
    this.#add(connectionId, { document, id, value, dismissed: null }, now, isLate);
  }

  /**
   * Dismisses a value that lost: on this workstation at once, at the collector with the next edits.
   * @param uses whether the record gets this value first.
   */
  resolve(
    connectionId: string,
    { document, id, number }: Pick<LostValue, "document" | "id" | "number">,
    uses: boolean,
    now: number,
  ): void {
    const losers = this.#record(connectionId, document, id)?.losers ?? [];
    const used = losers.find((loser) => loser.number === number);
    if (!used) throw invalidInput(TEAM_ERRORS.dismissed);
    if (uses) this.add(connectionId, document, { id, value: used.value }, now);
    prepared(
      this.#database,
      `UPDATE team_records SET losers = ?4 WHERE copy = ${USED_COPY} AND document = ?2 AND id = ?3`,
    ).run(connectionId, document, id, JSON.stringify(losers.filter((loser) => loser !== used)));
    this.#add(connectionId, { document, id, value: null, dismissed: number }, now);
  }

  /** Decides whether the user's own record or the team's record takes precedence. */
  keep(connectionId: string, document: string, id: string, isKept: boolean): void {
    this.#own.save(connectionId, TEAM_KEPT, [{ id: `${document} ${id}`, value: isKept ? "true" : null }]);
  }

  /**
   * Lets the team's records of a document take precedence over the user's own records. Edits that cannot be sent are
   * deleted.
   */
  keepNone(connectionId: string, document: string): void {
    for (const id of keptIds(this.#database, connectionId, document))
      this.keep(connectionId, document, id, false);
    // Edits of a count's scans are kept, because users would have to scan the items again.
    if (TEAM_PARTS.has(document)) return;
    prepared(this.#database, `DELETE FROM team_edits WHERE ${STUCK_EDITS}`).run(connectionId, document);
  }

  /**
   * Stores a page of records.
   * @param all true if all records are being read. With the last page, they replace the former records.
   * @param asks true if the user must confirm the waiting edits.
   * @param now ms since the epoch.
   * @returns the documents that may have changed.
   */
  store(
    connectionId: string,
    page: ReadPage,
    { all, asks, more }: { readonly all: boolean; readonly asks: boolean; readonly more: boolean },
    now: number,
  ): readonly string[] {
    this.copies.save(connectionId, page.records, all ? "reading" : "used");
    if (all && more) return [];
    const { epoch, last, label, right, clockAhead } = page;
    if (all && this.copies.asksBeforeLoss(connectionId, this.state(connectionId), epoch)) return [];
    if (all) this.copies.use(connectionId);
    const isAsked = asks && unsentEdits(this.#database, connectionId).waiting > 0;
    prepared(
      this.#database,
      `INSERT INTO team_state (connectionId, epoch, last, label, access, clockAhead, asks)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT DO UPDATE SET epoch = ?2, last = ?3, label = ?4, access = ?5, clockAhead = ?6, asks = max(asks, ?7),
         asksEpoch = NULL, acceptedEpoch = NULL`,
    ).run(connectionId, epoch, last, label, right, clockAhead, isAsked ? 1 : 0);
    if (right === "annotate") this.#deleteLateParts(connectionId, page, now);
    const changed = all ? TEAM_LIMITS.keys() : page.records.map(({ document }) => document);
    return [...new Set([...changed, ...(more ? [] : this.#settle(connectionId))])];
  }

  /**
   * Deletes parts that arrived after their record was deleted. Only the workstation that deleted the record does this.
   */
  #deleteLateParts(connectionId: string, { records, label }: ReadPage, now: number): void {
    for (const { document, id, value } of records) {
      if (value === null || !TEAM_PARTS.has(document)) continue;
      const owner = this.#record(connectionId, ...ownerOf(document, id));
      if (owner?.value === null && owner.editedBy === label)
        this.add(connectionId, document, { id, value: null }, now);
    }
  }

  /** Deletes the answered edits after all records were read. @returns the documents whose edits may have lost. */
  #settle(connectionId: string): readonly string[] {
    const rows = prepared(
      this.#database,
      "DELETE FROM team_edits WHERE connectionId = ? AND state = 'answered' RETURNING document",
    ).all(connectionId) as unknown as readonly { readonly document: string }[];
    return rows.map(({ document }) => document);
  }

  /** Deletes everything that is known about a connection's team. */
  forget(connectionId: string): void {
    this.copies.forget(connectionId);
    for (const table of ["team_state", "team_edits"])
      this.#database.prepare(`DELETE FROM ${table} WHERE connectionId = ?`).run(connectionId);
  }

  /** Adds an edit. @param isLate true if the user saw an earlier value of the record. */
  #add(
    connectionId: string,
    row: Pick<EditRow, "document" | "id" | "value" | "dismissed">,
    now: number,
    isLate = false,
  ): void {
    const state = this.state(connectionId);
    if (state?.access !== "annotate") throw invalidInput(TEAM_ERRORS.readOnly);
    if ((row.value?.length ?? 0) > MAX_TEAM_VALUE) throw invalidInput(TEAM_ERRORS.tooLong);
    // An edit that the collector has refused must not replace a later edit, so it is deleted.
    if (row.dismissed === null)
      prepared(
        this.#database,
        "DELETE FROM team_edits WHERE connectionId = ? AND document = ? AND id = ? AND state = 'refused'",
      ).run(connectionId, row.document, row.id);
    const version = this.#record(connectionId, row.document, row.id)?.version ?? 0;
    // The collector treats all earlier versions alike, so the previous version is enough.
    const basedOn = isLate ? Math.max(0, version - 1) : version;
    prepared(
      this.#database,
      `INSERT INTO team_edits (connectionId, edit, document, id, value, dismissed, basedOn, editedAt, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waits')`,
    ).run(
      connectionId,
      crypto.randomUUID(),
      row.document,
      row.id,
      row.value,
      row.dismissed,
      basedOn,
      Math.max(now + state.clockAhead, this.#lastEditAt(connectionId, row)),
    );
  }

  /**
   * The time of a record's last edit that is not yet at the collector. A later edit always gets a later time, even if
   * the clock was set back.
   */
  #lastEditAt(connectionId: string, { document, id }: Pick<EditRow, "document" | "id">): number {
    const row = prepared(
      this.#database,
      `SELECT max(editedAt) AS at FROM team_edits
        WHERE connectionId = ? AND document = ? AND id = ? AND dismissed IS NULL`,
    ).get(connectionId, document, id) as { readonly at: number | null };
    return row.at ?? 0;
  }

  #record(
    connectionId: string,
    document: string,
    id: string,
  ): Pick<TeamRecord, "value" | "version" | "editedBy" | "losers"> | null {
    const row = prepared(
      this.#database,
      `SELECT value, version, editedBy, losers FROM team_records
        WHERE copy = ${USED_COPY} AND document = ?2 AND id = ?3`,
    ).get(connectionId, document, id) as
      (Pick<TeamRecord, "value" | "version" | "editedBy"> & { readonly losers: string }) | undefined;
    return row ? { ...row, losers: JSON.parse(row.losers) as readonly TeamLoser[] } : null;
  }

  #isKept(connectionId: string, document: string, id: string): boolean {
    return this.#own.find(connectionId, TEAM_KEPT, `${document} ${id}`) !== null;
  }
}

/**
 * Whether the records of a document are parts of other records, or have parts. For example, scans are parts of counts.
 */
const isInParts = (document: string): boolean => TEAM_PARTS.has(document) || partsOf(document).length > 0;

/** The documents whose records are parts of records in a document. */
export const partsOf = (document: string): readonly string[] =>
  [...TEAM_PARTS].flatMap(([part, owner]) => (owner === document ? [part] : []));

/**
 * The document and the id of the record to which a part belongs. A record that is not a part keeps its own document and
 * id.
 */
function ownerOf(document: string, id: string): readonly [document: string, id: string] {
  const owner = TEAM_PARTS.get(document);
  return owner === undefined ? [document, id] : [owner, id.slice(0, Math.max(0, id.indexOf("/")))];
}
