import type { OwnRecords } from "./own-records.ts";
import { isInParts, type TeamRecords } from "../../features/team/team-records.ts";
import type { RecordRow } from "../../features/backup/backup-table.ts";

/**
 * The records of a document that a user sees, by id. The team's take precedence over the user's own.
 * @param prefix the beginning of the ids.
 */
export function shownRecords(
  own: OwnRecords,
  team: TeamRecords,
  profileId: string,
  document: string,
  prefix = "",
): readonly RecordRow[] {
  const mine = ownOf(own, team, profileId, document, prefix);
  const shown = team.shown(profileId, document, prefix);
  if (shown.size === 0) return mine;
  const values = new Map(mine.map(({ id, value }) => [id, value]));
  for (const [id, value] of shown) values.set(id, value);
  return [...values]
    .map(([id, value]) => ({ id, value }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The user's own records that no record of the team hides with its parts. */
function ownOf(
  own: OwnRecords,
  team: TeamRecords,
  profileId: string,
  document: string,
  prefix: string,
): readonly RecordRow[] {
  const records = own.read(profileId, document, prefix);
  if (records.length === 0 || !isInParts(document) || team.state(profileId) === null) return records;
  const isTeams = team.teamsOf(profileId, document);
  return records.filter(({ id }) => !isTeams(id));
}
