import {
  COLLECTOR_DOCUMENTS,
  DOCUMENTS_WITHOUT_LOSERS,
  WHOLE_DOCUMENTS,
} from "../../../shared/features/team/team-kinds.ts";
import type {
  RecordEdit,
  TeamEdit,
  TeamOutcome,
  TeamRecord,
} from "../../../shared/features/team/team-protocol.ts";

/** A value of a record, with its author and time. */
type Version = Pick<TeamRecord, "value" | "editedAt" | "editedBy">;

/**
 * Decides between an edit and the present value of its record. An edit of the present version is accepted, and so is a
 * later one by the author of the present value. Otherwise two users have edited the record
 * without seeing each other's value: the later edit is accepted, and the other value is kept with it as the loser.
 * Equal values have no loser. Documents that workstations write whole have none either, and a deletion wins there
 * (`WHOLE_DOCUMENTS`): what was deleted with its parts does not come back without them.
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

/**
 * Whether the id of an edit is kept, so that the edit counts once. A refused one may be sent again, once there is room;
 * a dismissal may be repeated; the collector sends its own edits once.
 */
export const isNoted = (edit: TeamEdit, outcome: TeamOutcome): boolean =>
  outcome !== "refused" && !("dismiss" in edit) && !COLLECTOR_DOCUMENTS.has(edit.document);
