import type { TeamRecord } from "../../../shared/features/team/team-protocol.ts";

/** A value of a record, with its author and time. */
type Version = Pick<TeamRecord, "value" | "editedAt" | "editedBy">;

/**
 * Decides between an edit and the present value of its record. An edit of the present version is accepted, and so is a
 * later one by the author of the present value. Otherwise two users have edited the record
 * without seeing each other's value: the later edit is accepted, and the other value is kept with it as the loser.
 * Equal values have no loser.
 * @param current null if the record never existed.
 * @param basedOn the version that the author of the edit saw; 0 for none.
 */
export function decideEdit(
  current: (Version & Pick<TeamRecord, "version">) | null,
  basedOn: number,
  edit: Version,
): { readonly isAccepted: boolean; readonly loser: Version | null } {
  const isNext = current?.editedBy === edit.editedBy && edit.editedAt >= current.editedAt;
  if (!current || current.version === basedOn || isNext) return { isAccepted: true, loser: null };
  const isAccepted = edit.editedAt > current.editedAt;
  if (edit.value === current.value) return { isAccepted, loser: null };
  return { isAccepted, loser: isAccepted ? current : edit };
}
