import type { Change } from "../../../shared/inventory/changes.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { iterate, type Database } from "../database/open-database.ts";
import { changedFields } from "./changed-records.ts";

/** All changes of a record between two moments, combined into one. */
export interface NetChange {
  readonly change: "entered" | "left" | "changed";
  readonly resource: Resource;
  readonly id: string;
  /** The earliest time of the first change, ISO 8601; null if unknown. */
  readonly observedAfter: string | null;
  /** The latest time of the last change, ISO 8601. */
  readonly observedBefore: string;
  /** The fields that differ. Both values of an unknown field are null, because they are not logged. */
  readonly fields: Change["fields"];
}

interface Row {
  readonly id: string;
  readonly type: string;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
  readonly fields: string;
}

/**
 * Yields the records of a table that differ between two moments, by id. A record that the service did not return counts
 * as not existing.
 * @param from the number of the first change after the earlier moment.
 * @param until the number of the first change after the later moment.
 */
export function* iterateNetChanges(
  database: Database,
  resource: Resource,
  from: number,
  until: number,
): Generator<NetChange> {
  const statement = database.prepare(
    `SELECT id, type, observedAfter, observedBefore, fields FROM changes INDEXED BY changes_by_record
     WHERE resource = ? AND number >= ? AND number < ? ORDER BY id, number`,
  );
  let record: Row[] = [];
  for (const row of iterate(statement, resource, from, until) as Iterable<Row>) {
    if (record[0] && record[0].id !== row.id) {
      yield* netOf(resource, record);
      record = [];
    }
    record.push(row);
  }
  yield* netOf(resource, record);
}

/**
 * @param changes the changes of one record, the oldest first. @returns an empty list if the record is as it was before.
 */
function netOf(resource: Resource, changes: readonly Row[]): readonly NetChange[] {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return [];
  const fields: Change["fields"] = {};
  let [wasThere, isThere] = [true, true];
  for (const [at, { type, fields: json }] of changes.entries()) {
    const changed = JSON.parse(json) as Change["fields"];
    const isNew = "name" in changed && (changed["name"]?.old ?? null) === null;
    const isPresence = type.startsWith("stockdeck.");
    const returns = type.endsWith(".returned_again");
    if (at === 0 && (isNew || returns)) wasThere = false;
    if (isPresence) isThere = returns;
    for (const [name, { old, new: current }] of Object.entries(changed)) {
      const earlier = fields[name];
      fields[name] = { old: earlier ? earlier.old : old, new: current };
    }
  }
  const different = changedFields(resource, { fields });
  if (wasThere && isThere && Object.keys(different).length === 0) return [];
  if (!wasThere && !isThere) return [];
  return [
    {
      change: wasThere && isThere ? "changed" : isThere ? "entered" : "left",
      resource,
      id: first.id,
      observedAfter: first.observedAfter === null ? null : formatInstant(first.observedAfter),
      observedBefore: formatInstant(last.observedBefore),
      fields: different,
    },
  ];
}
