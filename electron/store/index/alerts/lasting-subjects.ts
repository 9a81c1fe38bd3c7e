import { groupBy } from "../../../base/group-by.ts";
import type { AlertDetail } from "../../../../shared/features/alerts/alerts.ts";
import { limitFor, type Limits } from "../../../../shared/features/custody/out-limits.ts";
import type { Filter, Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import type { LOW_MEASURES } from "../../../../shared/inventory/stock.ts";
import { toMilliseconds } from "../../../../shared/base/time/instant.ts";
import type { AlertRow } from "../../database/alert-rows.ts";
import type { Database } from "../../database/open-database.ts";
import type { Subject } from "./alert-rules.ts";
import { NOTHING, type Finding } from "./changed-subjects.ts";
import { prepared } from "../../database/prepared.ts";

/** The rows for which a condition holds now, by their row ids. */
export interface Present {
  readonly resource: Resource;
  readonly rowids: ReadonlySet<number>;
  /** Why it holds for some of them. */
  readonly detailOf: (rowid: number, id: string) => AlertDetail;
}

/** So many subjects are listed one by one where a rule begins; more are only counted. */
export const LISTED = 100;
const DAY = 86_400_000;

/** What entered, or left, since the rows that are known. @param known null where the rule begins. */
export function findInSet(
  database: Database,
  { resource, rowids, detailOf }: Present,
  known: readonly number[] | null,
  open: readonly AlertRow[],
  event: "enters" | "leaves",
): Finding {
  const members = [...rowids];
  const former = new Set(known);
  const changed =
    event === "enters"
      ? members.filter((rowid) => !former.has(rowid))
      : [...former].filter((rowid) => !rowids.has(rowid));
  const listed = known === null && (event === "leaves" || changed.length > LISTED) ? [] : changed;
  const entered = subjectsOf(database, resource, listed, detailOf);
  const total = event === "enters" ? changed.length : entered.length;
  if (event === "leaves") return { ...NOTHING, entered, total, members };
  const still = stillThere(database, resource, rowids, open);
  return { ...NOTHING, entered, total, members, ended: ({ subject }) => !still.has(subject) };
}

function subjectsOf(
  database: Database,
  resource: Resource,
  rowids: readonly number[],
  detailOf: Present["detailOf"],
): readonly Subject[] {
  if (rowids.length === 0) return [];
  const rows = prepared(
    database,
    `SELECT t.rowid AS rowid, t.id AS id, t.name AS name
       FROM json_each(?) AS chosen CROSS JOIN ${resource} AS t ON t.rowid = chosen.value`,
  ).all(JSON.stringify(rowids)) as { rowid: number; id: string; name: string }[];
  return rows.map(({ rowid, id, name }) => ({ id, name, resource, detail: detailOf(rowid, id) }));
}

function stillThere(
  database: Database,
  resource: Resource,
  rowids: ReadonlySet<number>,
  open: readonly AlertRow[],
): ReadonlySet<string> {
  if (open.length === 0) return new Set();
  const rows = prepared(
    database,
    `SELECT rowid, id FROM ${resource} WHERE id IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(open.map(({ subject }) => subject))) as { rowid: number; id: string }[];
  return new Set(rows.flatMap(({ rowid, id }) => (rowids.has(rowid) ? [id] : [])));
}

interface LowRow {
  readonly rowid: number;
  readonly availableCount: number | null;
  readonly below: number;
  readonly measure: (typeof LOW_MEASURES)[number];
  readonly length: number | null;
  readonly weight: number | null;
}

/** The material types that are low, or that one. */
export function lowTypesNow(database: Database, typeId: string | null): Present {
  const rows = prepared(
    database,
    `SELECT t.rowid AS rowid, t.availableCount, t.lowStockBelow AS below, t.lowStockMeasure AS measure,
         s.length AS length, s.weight AS weight
       FROM types AS t LEFT JOIN snapshots AS s ON s.day = (SELECT max(day) FROM snapshot_days)
         AND s.dimension = 'types' AND s.id = t.id AND s.status = 'available'
       WHERE t.stockLevel = 'low' AND t.noLongerReturnedSince IS NULL AND (?1 IS NULL OR t.id = ?1)`,
  ).all(typeId) as unknown as LowRow[];
  const byRow = new Map(rows.map((row) => [row.rowid, row]));
  return {
    resource: "types",
    rowids: new Set(byRow.keys()),
    detailOf: (rowid) => {
      const row = byRow.get(rowid);
      if (!row) return { kind: "stock", available: null, below: 0, measure: "items" };
      const { measure, below } = row;
      // Where nothing is available, the snapshot has no row.
      const available = measure === "items" ? row.availableCount : (row[measure] ?? 0);
      return { kind: "stock", available, below, measure };
    },
  };
}

/** The query for items that are out longer than usual; null where no limit is known. */
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

/** Since when an item is out, beside its limit. @param now ms since the epoch by the service's clock. */
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
