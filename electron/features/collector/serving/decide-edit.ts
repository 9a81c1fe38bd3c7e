import {
  COLLECTOR_DOCUMENTS,
  DOCUMENTS_WITHOUT_LOSERS,
  MAX_TEAM_RECORDS,
  TEAM_LIMITS,
  WHOLE_DOCUMENTS,
} from "../../../../shared/features/team/team-kinds.ts";
import type {
  RecordEdit,
  TeamEdit,
  TeamOutcome,
  TeamRecord,
} from "../../../../shared/features/team/team-protocol.ts";

/** A value of a record, with its author and time. */
type Version = Pick<TeamRecord, "value" | "editedAt" | "editedBy">;

/**
 * Decides between an edit and the present value of its record. An edit is accepted if it changes the present version,
 * or if it is later and by the author of the present value. Otherwise two users have edited the record without seeing
 * each other's value. Then the later edit is accepted, and the other value is kept with the record as the loser. Equal
 * values have no loser. Documents that workstations write whole (`WHOLE_DOCUMENTS`) have no loser either. In these
 * documents a deletion always wins, so that a record that was deleted with its parts does not return without them.
 * @param current null if the record never existed.
 */
export function decideEdit(
  { document, basedOn }: Pick<RecordEdit, "document" | "basedOn">,
  current: (Version & Pick<TeamRecord, "version">) | null,
  edit: Version,
): { readonly isAccepted: boolean; readonly loser: Version | null } {
  const isNext = current?.editedBy === edit.editedBy && edit.editedAt >= current.editedAt;
  if (!current || current.version === basedOn || isNext) return { isAccepted: true, loser: null };
  const isAccepted = edit.editedAt > current.editedAt;
  if (WHOLE_DOCUMENTS.has(document))
    return { isAccepted: edit.value === null || (isAccepted && current.value !== null), loser: null };
  if (edit.value === current.value || DOCUMENTS_WITHOUT_LOSERS.has(document))
    return { isAccepted, loser: null };
  return { isAccepted, loser: isAccepted ? current : edit };
}

/** The most bytes of all documents of a team: ids, labels and values. */
export const MAX_TEAM_BYTES = 256_000_000;
/**
 * The most records and bytes of one token, a fifth of the team's. Deleted records and values that lost are counted too.
 */
export const [MAX_TOKEN_RECORDS, MAX_TOKEN_BYTES] = [100_000, 50_000_000] as const;

/** The sizes of a team's records: of all records, of one document's records, and of one label's records. */
export interface TeamUse {
  /** The number of records, including deleted records, and of values that lost. */
  readonly records: number;
  readonly bytes: number;
  /** The number of the document's records that are not deleted. */
  readonly live: number;
  readonly tokenRecords: number;
  readonly tokenBytes: number;
}

/**
 * Whether the store has space for a decided edit. A deletion that makes no loser needs no space, because users must be
 * able to make space.
 * @param mine the edit as it would be stored.
 */
export function hasRoom(
  { document, id }: Pick<RecordEdit, "document" | "id">,
  current: Version | null,
  mine: Version,
  { isAccepted, loser }: ReturnType<typeof decideEdit>,
  use: TeamUse,
): boolean {
  if (!loser && (mine.value === null || !isAccepted)) return true;
  const sizeOf = ({ editedBy, value }: Version): number =>
    Buffer.byteLength(document + id + editedBy + (value ?? ""));
  const replaced = loser ? null : current;
  const ownReplaced = replaced?.editedBy === mine.editedBy ? replaced : null;
  const bytes = sizeOf(mine);
  const isTeamFull =
    use.records + 1 - (replaced ? 1 : 0) > MAX_TEAM_RECORDS
    || use.bytes + bytes - (replaced ? sizeOf(replaced) : 0) > MAX_TEAM_BYTES;
  const appears = isAccepted && mine.value !== null && (current?.value ?? null) === null;
  const isDocumentFull = appears && use.live >= (TEAM_LIMITS.get(document)?.records ?? 0);
  const isTokenFull =
    !COLLECTOR_DOCUMENTS.has(document)
    && (use.tokenRecords + 1 - (ownReplaced ? 1 : 0) > MAX_TOKEN_RECORDS
      || use.tokenBytes + bytes - (ownReplaced ? sizeOf(ownReplaced) : 0) > MAX_TOKEN_BYTES);
  return !isTeamFull && !isDocumentFull && !isTokenFull;
}

/**
 * Whether an edit deletes a record that never existed. The edit is accepted, but nothing is stored: otherwise a token
 * could fill the store with deletions.
 */
export const deletesNothing = ({ value }: Pick<RecordEdit, "value">, current: Version | null): boolean =>
  value === null && current === null;

/**
 * Whether the id of an edit is stored, so that the edit counts only once. It is not stored for a refused edit, which
 * may be sent again when there is space; for a dismissal, which may be repeated; and for edits of the collector, which
 * sends each edit once.
 */
export const isNoted = (edit: TeamEdit, outcome: TeamOutcome): boolean =>
  outcome !== "refused" && !("dismiss" in edit) && !COLLECTOR_DOCUMENTS.has(edit.document);
