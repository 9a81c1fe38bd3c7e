import { formatInstant } from "../../../../shared/base/time/instant.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { readFacts } from "../../../store/database/facts.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import { MOST_CHARACTERS } from "./own-requests.ts";
import { countedAt } from "./served-days.ts";
import { recordById } from "./served-records.ts";

/** The number of rows that are read at once. It is small, because each row may have many times the usual size. */
const ROWS = 100;

/** One page of changes, or the reason why the client must load a snapshot. */
export type ChangesPage = CopyChanges & {
  /** The numbering to which the page belongs. */
  readonly epoch: string;
};

/** The changes of a copy. The caller knows their numbering. */
type CopyChanges =
  | {
      /** The changes as a JSON array. */
      readonly changes: string;
      /** The last number that the page covers. */
      readonly last: number;
      readonly more: boolean;
      /** The copy's mark, ISO 8601. With all changes, the copy is complete up to this time. */
      readonly completeAsOf: string | null;
      /** Identifies the state of the counted days. */
      readonly counted: number;
    }
  | {
      /** "notKept": changes after the number were deleted. "ahead": the number was not given yet. */
      readonly refusal: "notKept" | "ahead";
    };

/** A row of the change log. */
export interface ChangeRow {
  readonly number: number;
  readonly type: string;
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  readonly observedAfter: number | null;
  readonly observedBefore: number;
  readonly occurredAt: number | null;
  readonly fields: string;
  readonly event: string | null;
  /** The location and the holder of the item, after the change and before it. */
  readonly locationId: string | null;
  readonly oldLocationId: string | null;
  readonly holder: string | null;
  readonly oldHolder: string | null;
}

/**
 * Reads the changes after a number, in their order. Each change comes with the present version of its record, even if a
 * later change caused this version; null if the service no longer returns the record.
 */
export function readChangesAfter(database: Database, after: number, limit: number): CopyChanges {
  const { first, last } = changeNumbers(database);
  if (after < first - 1) return { refusal: "notKept" };
  if (after > last) return { refusal: "ahead" };
  const records = new Map<string, string>();
  const recordOf = ({ resource, id }: ChangeRow): string => {
    const key = `${resource} ${id}`;
    const text = records.get(key) ?? shownRecord(database, resource, id);
    records.set(key, text);
    return text;
  };
  const changes: string[] = [];
  let [covered, size] = [after, 0];
  while (changes.length < limit && size < MOST_CHARACTERS) {
    const rows = changeRows(database, covered, Math.min(ROWS, limit - changes.length));
    for (const row of rows) {
      const text = `${changeJson(row).slice(0, -1)},"record":${recordOf(row)}}`;
      changes.push(text);
      size += text.length;
      covered = row.number;
      if (size >= MOST_CHARACTERS) break;
    }
    if (rows.length === 0) break;
  }
  const { mark } = readFacts(database);
  return {
    changes: `[${changes.join(",")}]`,
    last: covered,
    more: covered < last,
    completeAsOf: mark,
    counted: countedAt(database),
  };
}

/** Reads the rows of the change log after a number. */
export function changeRows(database: Database, after: number, limit: number): readonly ChangeRow[] {
  return prepared(
    database,
    `SELECT number, type, resource, id, name, observedAfter, observedBefore, occurredAt, fields, event,
       locationId, oldLocationId, holder, oldHolder
       FROM changes WHERE number > ? ORDER BY number LIMIT ?`,
  ).all(after, limit);
}

/** Writes a change as JSON, without its record. */
export function changeJson({ number, fields, ...row }: ChangeRow): string {
  const { observedAfter, observedBefore, occurredAt, ...rest } = row;
  const time = (instant: number | null): string | null => (instant === null ? null : formatInstant(instant));
  const change = {
    sequence: number,
    ...rest,
    observedAfter: time(observedAfter),
    observedBefore: time(observedBefore),
    occurredAt: time(occurredAt),
  };
  return `${JSON.stringify(change).slice(0, -1)},"fields":${fields}}`;
}

function shownRecord(database: Database, resource: Resource, id: string): string {
  const found = recordById(database, resource, id);
  return JSON.stringify(found?.hiddenSince === null ? found.record : null);
}
