import type { PastDifferences } from "../../../shared/features/past-days/past-day-calls.ts";
import type { ViewChange } from "../../../shared/inventory/changes.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { prepared } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import { iterateNetChanges } from "../../store/query/net-changes.ts";

interface Asked {
  readonly resource: Resource;
  /** A query that was checked and that names the past moment. */
  readonly query: Query & { readonly asOf: string };
  /** The current time, ms since the epoch. */
  readonly now: number;
  readonly offset: number;
  readonly limit: number;
}

/** Reads which rows of a query entered, left or changed since a past moment. */
export const READ_DIFFERENCES: ThreadTask<ReadingContext, Asked, PastDifferences> = {
  name: "past-days.differences",
  run: (context, { offset, limit, ...asked }) => {
    const all = differences(context, asked);
    const count = (what: ViewChange["what"]): number => all.filter((one) => one.what === what).length;
    return {
      entered: count("entered"),
      left: count("left"),
      changed: count("changed"),
      records: all.slice(offset, offset + limit),
    };
  },
};

/** The last list for each past moment. It is kept because callers read it in parts. */
const lists = new WeakMap<object, { readonly key: string; readonly all: readonly ViewChange[] }>();

function differences(context: ReadingContext, asked: Omit<Asked, "offset" | "limit">): readonly ViewChange[] {
  const past = context.pastAt(asked.query.asOf);
  const key = JSON.stringify([asked.resource, asked.query, context.revision]);
  const known = lists.get(past);
  if (known?.key === key) return known.all;
  const all = past.read(asked.resource, () => compare(context, past, asked));
  lists.set(past, { key, all });
  return all;
}

function compare(
  { database, results, revision }: ReadingContext,
  past: ReturnType<ReadingContext["pastAt"]>,
  { resource, query, now }: Omit<Asked, "offset" | "limit">,
): readonly ViewChange[] {
  const { asOf: _asOf, ...present } = query;
  const after = results.rowidSet({ resource, input: present, now, revision });
  const before = past.results.rowidSet({ resource, input: query, now: past.now, revision });
  const row = prepared(database, `SELECT rowid, name FROM ${resource} WHERE id = ?`);
  const found: ViewChange[] = [];
  for (const net of iterateNetChanges(
    past.database,
    resource,
    past.moment.firstUndone,
    Number.MAX_SAFE_INTEGER,
  )) {
    const { id, fields, observedAfter, observedBefore } = net;
    const { rowid, name } = (row.get(id) ?? { rowid: -1, name: id }) as { rowid: number; name: string };
    const [was, is] = [before.has(rowid), after.has(rowid)];
    if (!was && !is) continue;
    if (was && is && Object.keys(fields).every((field) => field === "updatedAt")) continue;
    const what = was && is ? "changed" : is ? "entered" : "left";
    found.push({ id, name, what, fields, observedAfter, observedBefore });
  }
  return found;
}
