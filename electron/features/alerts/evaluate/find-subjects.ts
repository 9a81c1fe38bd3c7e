import { groupBy } from "../../../../shared/base/group-by.ts";
import type { AlertDetail, Watch } from "../../../../shared/features/alerts/alerts.ts";
import { limitFor, type Limits } from "../../../../shared/features/custody/out-limits.ts";
import type { Filter, Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import type { LOW_MEASURES } from "../../../../shared/inventory/stock.ts";
import { toMilliseconds } from "../../../../shared/base/time/instant.ts";
import type { AlertRow } from "./alert-rows.ts";
import { type Database, prepared } from "../../../store/database/open-database.ts";
import {
  changedFields,
  readChangedRecords,
  type ChangedRecords,
} from "../../../store/query/changed-records.ts";
import { Bitmap } from "../../../index/bitmap.ts";
import type { Subject } from "./alert-rules.ts";

/** The matches of a rule at a refresh. */
export interface Finding {
  /** The subjects that started to match or had an event; empty if there are too many. */
  readonly entered: readonly Subject[];
  /** The number of these subjects, whether they are listed or not. */
  readonly total: number;
  /** Whether the condition of an open alert has ended since. */
  readonly ended: (row: AlertRow) => boolean;
  /** The amount with which the next refresh is compared. */
  readonly value: number | null;
  /** The row ids with which the next refresh is compared; null if they are unchanged. */
  readonly members: Bitmap | null;
}

/** The finding of a rule without matches. */
export const NO_FINDING: Finding = { entered: [], total: 0, ended: () => false, value: null, members: null };

/** Makes a function that explains why a row entered or left. @param ids the ids of all rows to explain. */
export type DetailsOf = (ids: readonly string[]) => (row: RowName) => AlertDetail;

/** The rows that meet a condition now. */
interface Present {
  readonly resource: Resource;
  readonly rowids: Bitmap;
  readonly detailsOf: DetailsOf;
}

interface RowName {
  readonly rowid: number;
  readonly id: string;
  readonly name: string;
}

const DAY = 86_400_000;

/**
 * Compares the rows that match now with the matches of the last refresh.
 * @param known the matching rows of the last refresh; null for the first evaluation.
 * @param most the most subjects to list.
 */
export function compareRows(
  database: Database,
  { resource, rowids, detailsOf }: Present,
  known: Bitmap | null,
  event: "enters" | "leaves",
  open: readonly AlertRow[],
  most: number,
): Finding {
  const former = known ?? new Bitmap(0);
  const [entered, left] = [rowids.without(former), former.without(rowids)];
  const changed = event === "enters" ? entered : left;
  const total = changed.count();
  const rows = total > most ? [] : rowsOf(database, resource, "rowid", changed.toArray());
  const detailOf = detailsOf(rows.map(({ id }) => id));
  const openRows = event === "leaves" ? [] : rowsOf(database, resource, "id", subjectsOf(open));
  const still = new Set(openRows.flatMap(({ rowid, id }) => (rowids.has(rowid) ? [id] : [])));
  return {
    entered: rows.map((row) => ({ id: row.id, name: row.name, resource, detail: detailOf(row) })),
    total,
    ended: ({ subject }) => event === "enters" && !still.has(subject),
    value: null,
    members: known === null || entered.count() + left.count() > 0 ? rowids : null,
  };
}

const subjectsOf = (rows: readonly AlertRow[]): readonly string[] => rows.map(({ subject }) => subject);

function rowsOf(
  database: Database,
  resource: Resource,
  by: "rowid" | "id",
  values: readonly (string | number)[],
): readonly RowName[] {
  if (values.length === 0) return [];
  return prepared(
    database,
    `SELECT t.rowid AS rowid, t.id AS id, t.name AS name
       FROM json_each(?) AS chosen CROSS JOIN ${resource} AS t ON t.${by} = chosen.value`,
  ).all(JSON.stringify(values));
}

/** Finds the events of one record. @param since the number of the last evaluated change. */
export function findRecord(
  database: Database,
  { resource, id }: Extract<Watch, { kind: "record" }>,
  since: number,
): Finding {
  const changed = readChangedRecords(database, resource, since, [id]);
  if (!changed.summaries.has(id)) return NO_FINDING;
  const detail = changeDetail(changed, id);
  const isChange =
    detail.presence !== null || Object.keys(detail.fields).some((name) => name !== "updatedAt");
  if (!isChange) return NO_FINDING;
  const subject = { id, name: changed.now.get(id)?.name ?? id, resource, detail };
  return { ...NO_FINDING, entered: [subject], total: 1 };
}

/** Whether an amount reaches its threshold. @param isUp whether the alert has fired and not ended yet. */
export function amountHolds(
  { direction, threshold, clearAt }: Extract<Watch, { kind: "amount" }>,
  value: number,
  isUp: boolean,
): boolean {
  // A separate clearing threshold prevents repeated alerts while the number swings around the threshold.
  const limit = isUp ? (clearAt ?? threshold) : threshold;
  return direction === "above" ? value > limit : value < limit;
}

/**
 * Makes the function that explains rows by their changes.
 * @param since the number of the last evaluated change; null if no change can explain the rows.
 */
export const changesSince =
  (database: Database, resource: Resource, since: number | null): DetailsOf =>
  (ids) => {
    const changed = since === null ? null : readChangedRecords(database, resource, since, ids);
    return ({ id }) =>
      changed ? changeDetail(changed, id) : { kind: "changed", fields: {}, presence: null };
  };

/** The old and new values of a changed record; empty if the record has no change. */
function changeDetail(
  { resource, summaries, now }: ChangedRecords,
  id: string,
): Extract<AlertDetail, { kind: "changed" }> {
  const summary = summaries.get(id);
  const hidden = (now.get(id)?.hidden ?? null) !== null;
  const presence =
    summary?.wasHidden === false && hidden ? "gone" : summary?.wasHidden === true && !hidden ? "back" : null;
  return { kind: "changed", fields: summary ? changedFields(resource, summary) : {}, presence };
}

/** The query for material types that are low on stock. @param typeId restricts the query to one type. */
export const lowTypesQuery = (typeId: string | null): Query => ({
  version: 1,
  filter: {
    all: [
      { field: "stockLevel", op: "is", value: "low" },
      ...(typeId === null ? [] : [{ field: "id", op: "is", value: typeId } as const]),
    ],
  },
});

interface StockOfType {
  readonly availableCount: number | null;
  readonly below: number;
  readonly measure: (typeof LOW_MEASURES)[number];
  readonly length: number | null;
  readonly weight: number | null;
}

/** The available stock of a material type, and its threshold. */
export function stockDetail(database: Database, rowid: number): AlertDetail {
  const stock = prepared(
    database,
    `SELECT t.availableCount, t.lowStockBelow AS below, t.lowStockMeasure AS measure,
         s.length AS length, s.weight AS weight
       FROM types AS t LEFT JOIN snapshots AS s ON s.day = (SELECT max(day) FROM snapshot_days)
         AND s.dimension = 'types' AND s.id = t.id AND s.status = 'available'
       WHERE t.rowid = ?`,
  ).get(rowid) as unknown as StockOfType;
  const { measure, below } = stock;
  // If nothing is available, the stock has no row for the status "available".
  const available = measure === "items" ? stock.availableCount : (stock[measure] ?? 0);
  return { kind: "stock", available, below, measure };
}

/** The query for items that are out longer than usual; null if no limit is known. */
export function outLongerQuery(limits: Limits): Query | null {
  const types = [...limits.types].filter(([, { days }]) => days !== limits.all?.days);
  const byDays = groupBy(types, ([, { days }]) => days);
  const olderThan = (days: number): Filter => ({
    field: "checkedOutAt",
    op: "olderThan",
    value: `P${days}D`,
  });
  const parts = [...byDays].flatMap(([days, own]): Filter[] =>
    days === null
      ? []
      : [
          {
            all: [
              { field: "materialTypeId", op: "in", value: own.map(([typeId]) => typeId) },
              olderThan(days),
            ],
          },
        ],
  );
  if (limits.all && limits.all.days !== null) {
    const others: Filter = { field: "materialTypeId", op: "notIn", value: types.map(([typeId]) => typeId) };
    const all = olderThan(limits.all.days);
    parts.push(types.length === 0 ? all : { all: [others, all] });
  }
  if (parts.length === 0) return null;
  return {
    version: 1,
    filter: { all: [{ field: "status", op: "is", value: "checked_out" }, { any: parts }] },
  };
}

/** The time for which an item is out, and its limit. @param now ms since the epoch by the service's clock. */
export function outDetail(database: Database, limits: Limits, rowid: number, now: number): AlertDetail {
  const row = prepared(
    database,
    "SELECT materialTypeId AS typeId, checkedOutAt AS at FROM items WHERE rowid = ?",
  ).get(rowid) as { typeId: string | null; at: number | null } | undefined;
  const limit = limitFor(limits, row?.typeId ?? null);
  const days = Math.floor((now - toMilliseconds(row?.at ?? 0)) / DAY);
  const why = limit?.why;
  const ofType = why?.kind === "fixed" ? why.for === "type" : why?.basis === "type";
  return {
    kind: "out",
    days,
    limit: limit?.days ?? 0,
    why: { kind: why?.kind ?? "usual", for: ofType ? "type" : "all" },
  };
}
