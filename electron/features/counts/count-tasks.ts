import type { CountedItem, ItemState, SeenChange } from "../../../shared/features/counts/reconcile.ts";
import type { PricedType } from "../../../shared/features/stock-value/value-rule.ts";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import type { Query } from "../../../shared/query/query.ts";
import { formatInstant, fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import { changeNumbers } from "../../store/query/changed-records.ts";
import { LOOK_UP_SCAN } from "../scanner/public.ts";

const ITEM_COLUMNS = `t.id AS id, t.name AS name, t.materialTypeId AS typeId, t.locationId AS locationId,
  t.status AS status, t.remainingLength AS length, t.weight AS weight`;

interface ListRequest {
  /** A query of items, which was checked. */
  readonly query: Query;
  readonly withCheckedOut: boolean;
  /** The current time, ms since the epoch. */
  readonly now: number;
  /** The most rows to read. */
  readonly limit: number;
}

interface FrozenList {
  readonly items: readonly CountedItem[];
  /** Whether there are more rows than `limit`. */
  readonly more: boolean;
  /** The number of the last change before the list was read. */
  readonly changeNumber: number;
}

/** Reads the items that a count expects: the items of a query that are neither archived nor missing. */
export const FREEZE_LIST: ThreadTask<ReadingContext, ListRequest, FrozenList> = {
  name: "counts.freeze",
  run: ({ database, results, revision }, { query, withCheckedOut, now, limit }) => {
    const rowids = results.all({ resource: "items", input: query, now, revision });
    const items = prepared(
      database,
      `SELECT ${ITEM_COLUMNS} FROM json_each(?) AS chosen CROSS JOIN items AS t ON t.rowid = chosen.value
       WHERE t.noLongerReturnedSince IS NULL AND t.status IS NOT 'archived'
         AND (? = 1 OR t.status IS NOT 'checked_out') ORDER BY chosen.key LIMIT ?`,
    ).all(JSON.stringify(Array.from(rowids)), Number(withCheckedOut), limit + 1) as unknown as CountedItem[];
    const { last } = changeNumbers(database);
    return { items: items.slice(0, limit), more: items.length > limit, changeNumber: last };
  },
};

/** The start of a count, as a time and as a change. */
export interface CountBegin {
  /** The time of the start, ISO 8601. */
  readonly startedAt: string;
  /** The number of the last change before the list was read. */
  readonly changeNumber: number;
}

/**
 * Ms before a count's start. A change that was observed in this time may be stored only after the start. If a pass
 * takes longer, it starts its listing again (specification 4.4.4).
 */
const LONGEST_LISTING_MS = 10 * 60_000;

/** Reads items as they are, and their changes since the start of a count. Unknown ids are left out. */
export const READ_ITEM_STATES: ThreadTask<
  ReadingContext,
  { readonly ids: readonly string[]; readonly since: CountBegin },
  readonly ItemState[]
> = {
  name: "counts.states",
  run: ({ database }, { ids, since }) => {
    const select = prepared(
      database,
      `SELECT ${ITEM_COLUMNS}, t.noLongerReturnedSince IS NOT NULL AS isGone FROM items AS t WHERE t.id = ?`,
    );
    return ids.flatMap((id) => {
      const row = select.get(id) as (CountedItem & { readonly isGone: number }) | undefined;
      if (!row) return [];
      const { isGone, ...item } = row;
      return [{ item, isGone: isGone === 1, changes: changesOf(database, id, since) }];
    });
  },
};

/**
 * The changes of an item since a count began. A copy that was loaded again has other numbers, so the time decides which
 * changes are later.
 */
function changesOf(database: Database, id: string, { startedAt, changeNumber }: CountBegin): SeenChange[] {
  const start = Date.parse(startedAt);
  const rows = prepared(
    database,
    `SELECT type, fields, observedAfter, observedBefore FROM changes WHERE resource = 'items' AND id = ?
       AND (observedBefore > ? OR number > ? AND observedBefore > ?) ORDER BY number`,
  ).all(id, fromMilliseconds(start), changeNumber, fromMilliseconds(start - LONGEST_LISTING_MS)) as {
    type: ChangeType;
    fields: string;
    observedAfter: number | null;
    observedBefore: number;
  }[];
  return rows.map(({ type, fields, observedAfter, observedBefore }) => ({
    type,
    fields: Object.keys(JSON.parse(fields) as object),
    after: observedAfter === null ? null : formatInstant(observedAfter),
    before: formatInstant(observedBefore),
  }));
}

interface LookedUp {
  readonly records: readonly FoundRecord[];
  readonly more: boolean;
}

/** Looks up texts as scans of items. Each text is tried in several forms, the preferred first (look-up-scan.ts). */
export const LOOK_UP_ITEMS: ThreadTask<
  ReadingContext,
  { readonly scans: readonly (readonly string[])[]; readonly limit: number },
  readonly LookedUp[]
> = {
  name: "counts.lookUp",
  run: (context, { scans, limit }) =>
    scans.map((texts) => LOOK_UP_SCAN.run(context, { texts, resources: ["items"], limit })),
};

/** A material type with its prices and name. */
export type NamedType = PricedType & { readonly name: string };

/** Reads the material types and the names of the locations. */
export const READ_REFERENCES: ThreadTask<
  ReadingContext,
  undefined,
  {
    readonly types: readonly NamedType[];
    readonly locations: readonly { readonly id: string; readonly name: string }[];
  }
> = {
  name: "counts.references",
  run: ({ database }) => ({
    types: prepared(
      database,
      "SELECT id, name, pricingBasis, pricePerFoot, pricePerPound, currency, spoolWeight FROM types",
    ).all() as NamedType[],
    locations: prepared(database, "SELECT id, name FROM locations").all() as { id: string; name: string }[],
  }),
};

export const COUNT_TASKS = [FREEZE_LIST, READ_ITEM_STATES, LOOK_UP_ITEMS, READ_REFERENCES] as const;
