import type { ViewChange, UnseenChanges } from "../../../shared/inventory/changes.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { changedFields, membersBefore, membersNow, readChangedRecords } from "./changed-records.ts";
import type { Database } from "../database/open-database.ts";

/**
 * The rows that entered, left or changed in a view since a change number. Each changed record is put back to its former
 * version, and the view's compiled query decides for both versions whether they belong to it.
 * @param query compiled as for a table with hidden rows.
 * @param since the number of the last change that the user has seen.
 */
export function readUnseenChanges(
  database: Database,
  resource: Resource,
  query: CompiledQuery,
  since: number,
  limit: number,
): UnseenChanges {
  const changed = readChangedRecords(database, resource, since);
  const before = membersBefore(database, changed, query);
  const after = membersNow(database, changed, query);
  const records = [...changed.summaries.values()].flatMap((summary): ViewChange[] => {
    const { id, observedAfter, observedBefore } = summary;
    const [was, is] = [before.has(id), after.has(id)];
    const fields = changedFields(resource, summary);
    if (!was && !is) return [];
    if (was && is && Object.keys(fields).every((name) => name === "updatedAt")) return [];
    return [
      {
        id,
        name: changed.now.get(id)?.name ?? id,
        what: was && is ? "changed" : is ? "entered" : "left",
        fields,
        observedAfter: observedAfter === null ? null : formatInstant(observedAfter),
        observedBefore: formatInstant(observedBefore),
      },
    ];
  });
  const count = (what: ViewChange["what"]): number => records.filter((record) => record.what === what).length;
  return {
    entered: count("entered"),
    left: count("left"),
    changed: count("changed"),
    records: records.slice(0, limit),
    upTo: changed.last,
    more: changed.more,
    cutOff: changed.cutOff,
  };
}
