import type { Resource } from "../../../shared/domain/resource-names.ts";
import { CHANGE_TYPES } from "../../../shared/domain/change-types.ts";
import type { Database } from "../database/open-database.ts";
import { prepared } from "../database/prepared.ts";

/** A live event that named a record. */
export interface Announcement {
  readonly resource: Resource;
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
}

/** How many of the changes that were observed events announced. */
export interface AnnouncedCounts {
  readonly announced: number;
  readonly unannounced: number;
  /** Not announced so far, though they may still be. */
  readonly open: number;
}

/** An event may come so many passes after the change was observed. */
export const PASSES_OF_GRACE = 2;

/** The types that the service announces (specification 6). */
const ANNOUNCED_TYPES = JSON.stringify(CHANGE_TYPES.filter((type) => type.startsWith("inventory.")));

/** Which changes are counted, and which of them may still be announced. */
export interface CountedChanges {
  /** The number of the change after which is counted. */
  readonly since: number;
  /** The number of the change after which none counts as unannounced, because no events came; null where they did. */
  readonly openAfter: number | null;
}

/**
 * Gives changes that passes observed the events that announced them, and counts both kinds.
 * @param passes passes of the copy so far: changes of the last ones may still be announced.
 */
export function announceChanges(
  database: Database,
  announcements: readonly Announcement[],
  { since, openAfter }: CountedChanges,
  passes: number,
): AnnouncedCounts {
  const open = [passes - PASSES_OF_GRACE, openAfter ?? Number.MAX_SAFE_INTEGER] as const;
  const name = prepared(
    database,
    `UPDATE changes SET event = ?
     WHERE resource = ? AND id = ? AND event IS NULL AND number > ? AND (pass > ? OR number > ?)`,
  );
  for (const { resource, id, event } of announcements) name.run(event, resource, id, since, ...open);
  return prepared(
    database,
    `SELECT count(event) AS announced,
         count(*) FILTER (WHERE event IS NULL AND NOT (pass > ? OR number > ?)) AS unannounced,
         count(*) FILTER (WHERE event IS NULL AND (pass > ? OR number > ?)) AS open
       FROM changes WHERE number > ? AND type IN (SELECT value FROM json_each(?))`,
  ).get(...open, ...open, since, ANNOUNCED_TYPES);
}
