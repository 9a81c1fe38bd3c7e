import type { TeamLoser, TeamPage, TeamRecord } from "../../../shared/features/team/team-protocol.ts";
import {
  MAX_LISTED,
  TEAM_KEPT,
  TEAM_LIMITS,
  TEAM_PARTS,
  TEAM_SCOPES,
} from "../../../shared/features/team/team-kinds.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";

/** SQL for the copy of a connection's team records that is shown. The parameter ?1 is the connection's id. */
export const USED_COPY = "(SELECT copy FROM team_copies WHERE connectionId = ?1 AND state = 'used')";

/** A page that was read, and the ms by which the collector's clock is ahead. */
export interface ReadPage extends Pick<TeamPage, "records" | "last" | "epoch" | "label" | "right"> {
  readonly clockAhead: number;
}

/** How far a connection has read the team's records: a row of the table `team_state`. */
export interface TeamState {
  readonly epoch: string;
  readonly last: number;
  readonly label: string;
  readonly access: TeamPage["right"];
  readonly clockAhead: number;
  readonly asks: 0 | 1;
  /** The numbering of a collector that has lost most records; null if the user need not decide about it. */
  readonly asksEpoch: string | null;
  readonly acceptedEpoch: string | null;
}

/** A value that lost, with its record and the present value of the record. */
export interface LostValue extends TeamLoser {
  readonly document: string;
  readonly id: string;
  readonly present: Pick<TeamRecord, "value" | "editedAt" | "editedBy">;
}

/** The numbers of a connection's edits that the collector does not have yet. */
interface UnsentEdits {
  readonly waiting: number;
  readonly refused: number;
}

/** Everything that is known about a connection's team. The numbers of records are by document. */
export interface TeamOverview {
  readonly state: TeamState | null;
  readonly unsent: UnsentEdits;
  /** The numbers of the team's records. */
  readonly counts: ReadonlyMap<string, number>;
  /** The documents whose edits are sent to the team. */
  readonly scopes: ReadonlySet<string>;
  /** The numbers of the user's own values that hide values of the team: kept records, and edits that cannot be sent. */
  readonly kept: ReadonlyMap<string, number>;
  /** The values that lost, the latest first. */
  readonly lost: readonly LostValue[];
}

/** How far a connection has read the team's records; null if it never read from a collector. */
export function teamState(database: Database, connectionId: string): TeamState | null {
  const row = prepared(
    database,
    "SELECT epoch, last, label, access, clockAhead, asks, asksEpoch, acceptedEpoch FROM team_state WHERE connectionId = ?",
  ).get(connectionId);
  return (row as TeamState | undefined) ?? null;
}

/** Reads everything that is known about a connection's team. */
export function readTeamOverview(database: Database, connectionId: string): TeamOverview {
  const kept = [...TEAM_LIMITS.keys()].map((document) => {
    const ids = [...keptIds(database, connectionId, document), ...stuckIds(database, connectionId, document)];
    return [document, new Set(ids).size] as const;
  });
  return {
    state: teamState(database, connectionId),
    unsent: unsentEdits(database, connectionId),
    counts: countRecords(database, connectionId),
    scopes: new Set(ownIds(database, connectionId, TEAM_SCOPES, "")),
    kept: new Map(kept),
    lost: lostValues(database, connectionId),
  };
}

/** Counts the edits that the collector does not have yet. */
export function unsentEdits(database: Database, connectionId: string): UnsentEdits {
  const row = prepared(
    database,
    `SELECT count(*) FILTER (WHERE state = 'waits') AS waiting, count(*) FILTER (WHERE state = 'refused') AS refused
       FROM team_edits WHERE connectionId = ?`,
  ).get(connectionId);
  return row as UnsentEdits;
}

function lostValues(database: Database, connectionId: string): readonly LostValue[] {
  const rows = prepared(
    database,
    `SELECT document, id, value, editedAt, editedBy, losers FROM team_records INDEXED BY team_records_with_losers
      WHERE copy = ${USED_COPY} AND losers <> '[]' ORDER BY editedAt DESC LIMIT ?2`,
  ).all(connectionId, MAX_LISTED) as unknown as readonly (LostValue["present"] & {
    readonly document: string;
    readonly id: string;
    readonly losers: string;
  })[];
  return rows
    .flatMap(({ document, id, losers, ...present }) =>
      (JSON.parse(losers) as readonly TeamLoser[]).map((loser) => ({ ...loser, document, id, present })),
    )
    .toSorted((one, other) => other.editedAt - one.editedAt);
}

/** The numbers of the team's records by document, including waiting edits. */
function countRecords(database: Database, connectionId: string): ReadonlyMap<string, number> {
  const rows = prepared(
    database,
    // Without the index's name, SQLite would read every record instead of using the index.
    `SELECT document, count(*) AS count FROM team_records INDEXED BY team_records_live
      WHERE copy = ${USED_COPY} AND value IS NOT NULL GROUP BY document
     UNION ALL
     SELECT e.document, sum((e.value IS NOT NULL) - coalesce(r.value IS NOT NULL, 0)) FROM team_edits AS e
       LEFT JOIN team_records AS r ON r.copy = ${USED_COPY} AND r.document = e.document AND r.id = e.id
      WHERE e.connectionId = ?1 AND e.dismissed IS NULL AND e.number = (
        SELECT max(number) FROM team_edits
         WHERE connectionId = ?1 AND document = e.document AND id = e.id AND dismissed IS NULL)
      GROUP BY e.document`,
  ).all(connectionId) as unknown as readonly { readonly document: string; readonly count: number }[];
  const counts = new Map<string, number>();
  for (const { document, count } of rows) counts.set(document, (counts.get(document) ?? 0) + count);
  return counts;
}

/** The ids of the user's own records that take precedence over the team's records. */
export function keptIds(database: Database, connectionId: string, document: string): readonly string[] {
  const prefix = `${document} `;
  return ownIds(database, connectionId, TEAM_KEPT, prefix).map((id) => id.slice(prefix.length));
}

/**
 * SQL for edits that hide a value of the team and cannot be sent. They were refused, or the token may only read.
 * Without a value of the team, an edit is the only copy of what the user entered.
 */
export const STUCK_EDITS = `connectionId = ?1 AND document = ?2 AND dismissed IS NULL
  AND id IN (SELECT id FROM team_records WHERE copy = ${USED_COPY} AND document = ?2 AND value IS NOT NULL)
  AND (state = 'refused' OR (
    state = 'waits' AND EXISTS (SELECT 1 FROM team_state WHERE connectionId = ?1 AND access = 'read')))`;

function stuckIds(database: Database, connectionId: string, document: string): readonly string[] {
  if (TEAM_PARTS.has(document)) return [];
  const rows = prepared(database, `SELECT DISTINCT id FROM team_edits WHERE ${STUCK_EDITS}`).all(
    connectionId,
    document,
  ) as unknown as readonly { readonly id: string }[];
  return rows.map(({ id }) => id);
}

function ownIds(
  database: Database,
  connectionId: string,
  document: string,
  prefix: string,
): readonly string[] {
  const rows = prepared(
    database,
    "SELECT id FROM documents WHERE connectionId = ? AND document = ? AND id >= ? AND id < ?",
  ).all(connectionId, document, prefix, `${prefix}\u{10FFFF}`) as unknown as readonly {
    readonly id: string;
  }[];
  return rows.map(({ id }) => id);
}
