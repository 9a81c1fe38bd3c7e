import type { Item } from "../../../../shared/inventory/resources.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { fromMilliseconds, type Instant } from "../../../../shared/base/time/instant.ts";
import { passes, type ListQuery } from "../../../api-server/list-query.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import type { Moments } from "./moments.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import { itemsAfterUpdate, recordById, recordsAfterId, type ServedRecord } from "./served-records.ts";

/** The changes that a listing with `updatedSince` includes: their numbers are above `from`, and at most `upTo`. */
interface Span {
  readonly from: number;
  readonly upTo: number;
}

/**
 * The place after which a page begins. Without `updatedSince` the order is by id. With `updatedSince` there are two
 * groups: first items that the collector has stored since that time, ordered by their last change; then items that were
 * updated since that time, ordered by their update.
 */
export type ListPlace =
  | { readonly by: "id"; readonly id: string }
  | ({ readonly by: "change"; readonly number: number } & Span)
  | ({ readonly by: "update"; readonly at: Instant; readonly id: string } & Span);

/** A request for one page. */
export interface ListRequest extends Pick<ListQuery, "resource" | "limit" | "filters" | "since"> {
  /** The place; null for the first page. */
  readonly place: ListPlace | null;
}

/** One page of a list. */
export interface ListPage {
  /** The records as a JSON array. */
  readonly data: string;
  /** The place of the next page; null after the last page. */
  readonly next: ListPlace | null;
}

/**
 * Reads up to `limit` records and then filters them (specification 4.4, rule 2). Hidden records are left out. With
 * `updatedSince` the list has the items that were updated, or stored by the collector, at or after this time. If the
 * time is before the kept changes, the list has all items.
 * @returns "changesDeleted" if changes that the listing includes were deleted since its first page.
 */
export function readList(
  database: Database,
  moments: Moments,
  request: ListRequest,
): ListPage | "changesDeleted" {
  const { resource, filters } = request;
  const found: ServedRecord[] = [];
  let left = request.limit;
  let place: ListPlace | null = request.place ?? firstPlace(database, moments, request.since);
  // Changes that were deleted since the first page would be missing from the listing (specification 4.4, rule 4).
  if (place.by !== "id" && place.from < changeNumbers(database).first - 1) return "changesDeleted";
  while (place !== null && left > 0) {
    const step = evaluate(database, resource, place, request.since, left);
    found.push(...step.records);
    left -= step.evaluated;
    place = step.next;
  }
  const kept = found.filter(
    ({ record, hiddenSince }) => hiddenSince === null && passes(filters, record as unknown as Item),
  );
  return { data: `[${kept.map(({ record }) => JSON.stringify(record)).join(",")}]`, next: place };
}

function firstPlace(database: Database, moments: Moments, since: number | null): ListPlace {
  if (since === null) return { by: "id", id: "" };
  const from = moments.numberBefore(since);
  const { first, last } = changeNumbers(database);
  // Changes that were stored since that time may have been deleted.
  if (from === null || from < first - 1) return { by: "id", id: "" };
  return { by: "change", number: from, from, upTo: last };
}

interface Step {
  readonly records: readonly ServedRecord[];
  readonly evaluated: number;
  readonly next: ListPlace | null;
}

/** Reads up to `limit` records in one order, and filters them. */
function evaluate(
  database: Database,
  resource: Resource,
  place: ListPlace,
  since: number | null,
  limit: number,
): Step {
  if (place.by === "change") return evaluateChanges(database, place, since ?? 0, limit);
  // One more row than the limit is read. It shows whether another page follows.
  const rows =
    place.by === "id"
      ? recordsAfterId(database, resource, place.id, limit + 1)
      : itemsAfterUpdate(database, place.at, place.id, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isEnd = rows.length <= limit || last === undefined;
  if (place.by === "id")
    return { records: page, evaluated: page.length, next: isEnd ? null : { by: "id", id: last.id } };
  const { from, upTo } = place;
  return {
    records: page.filter(({ id }) => !hasChange(database, id, from, upTo)),
    evaluated: page.length,
    next: isEnd ? null : { ...place, at: last.updatedAt ?? place.at, id: last.id },
  };
}

/** Reads the items of changes. An item is listed at its last change within the span. */
function evaluateChanges(
  database: Database,
  { number, from, upTo }: Extract<ListPlace, { by: "change" }>,
  since: number,
  limit: number,
): Step {
  const rows = prepared(
    database,
    // Because of the plus sign, SQLite reads the changes in the order of their numbers.
    `SELECT number, id FROM changes WHERE +resource = 'items' AND number > ? AND number <= ?
       ORDER BY number LIMIT ?`,
  ).all(number, upTo, limit) as { number: number; id: string }[];
  const records = rows
    .filter((row) => !hasChange(database, row.id, row.number, upTo))
    .flatMap((row) => recordById(database, "items", row.id) ?? []);
  const last = rows.at(-1);
  const next: ListPlace =
    rows.length === limit && last
      ? { by: "change", number: last.number, from, upTo }
      : firstUpdate(since, { from, upTo });
  return { records, evaluated: rows.length, next };
}

/** The place before the items that were updated at or after a time. @param since ms since the epoch. */
export function firstUpdate(since: number, { from, upTo }: Span): ListPlace {
  const below = Math.floor((since - Math.floor(since)) * 1_000);
  return { by: "update", at: fromMilliseconds(Math.floor(since), below), id: "", from, upTo };
}

/** Whether an item has a change with a number above `above` and up to `upTo`. */
function hasChange(database: Database, id: string, above: number, upTo: number): boolean {
  const row = prepared(
    database,
    "SELECT 1 AS found FROM changes WHERE resource = 'items' AND id = ? AND number > ? AND number <= ? LIMIT 1",
  ).get(id, above, upTo);
  return row !== undefined;
}
