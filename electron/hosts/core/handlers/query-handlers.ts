import type { HandlersOf } from "../../../../shared/contract/declarations.ts";
import type { CallOutput } from "../../../../shared/contract/contract.ts";
import { MAX_SELECTED, type QUERY_CALLS, type RECORD_CALLS } from "../../../../shared/query/query-calls.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { checkQuery, type Query } from "../../../../shared/query/query.ts";
import type { InventoryStore } from "../../../index/inventory-store.ts";
import type { Clock } from "../../../base/clock.ts";
import { rebuildPast } from "../../../index/rebuild-past.ts";
import { verifyRecords } from "../../../sync/refresh-record.ts";
import { BLANK_STATUS } from "../../../sync/status-store.ts";
import type { CurrentConnection } from "../../../features/connections/current-connection.ts";
import type { CoreServices } from "../core-services.ts";
import type { CoreOptions } from "../core-options.ts";

type Reader = InventoryStore["reader"];

/** Ms between two tries while an index is loading. */
const INDEX_INTERVAL = 50;

const { revision } = BLANK_STATUS;

interface WithClock {
  readonly options: Pick<CoreOptions, "clock">;
}

interface Asked {
  readonly connectionId?: string | undefined;
  readonly resource: Resource;
  readonly query: Query;
}

/**
 * Makes a function that reads the open copy. For a connection that is not open or has no copy, the function returns a
 * fallback without rows.
 */
function readFromOpenCopy(current: Pick<CurrentConnection, "storeOf" | "serviceNow">, clock: Clock) {
  return async <T>(
    asked: Asked,
    blank: T,
    read: (reader: Reader, resource: Resource, query: Query) => Promise<T>,
  ): Promise<T> => {
    const store = current.storeOf(asked.connectionId);
    if (!store) return blank;
    const query = checkQuery(asked.resource, asked.query);
    // The past day is rebuilt first in steps, so that other queries need not wait.
    const isPast = query.asOf !== undefined && Date.parse(query.asOf) < current.serviceNow();
    if (isPast) await rebuildPast(store.reader, query.asOf ?? "", clock);
    return read(store.reader, asked.resource, query);
  };
}

/** The handlers of queries of rows. */
export function queryHandlers({
  connections: { current },
  options: { clock },
}: Pick<CoreServices, "connections"> & WithClock) {
  const now = (): number => current.serviceNow();
  const ask = readFromOpenCopy(current, clock);
  return {
    queryPage: ({ offset, limit, ...asked }) =>
      ask(asked, { rows: [], offset, total: 0, all: 0, revision }, (reader, resource, query) =>
        reader.window(resource, query, offset, limit, now()),
      ),
    queryLines: ({ groups, offset, limit, ...asked }) =>
      ask(asked, { lines: [], offset, total: 0, revision }, (reader, resource, query) =>
        reader.lines(resource, query, groups, offset, limit, now()),
      ),
    queryCount: (asked) =>
      ask(asked, { total: 0, all: 0, revision }, (reader, resource, query) =>
        countWhenIndexed(reader, resource, query, now, clock),
      ),
    queryTotals: ({ fields, ...asked }) =>
      ask(asked, { rows: 0, fields: {} }, (reader, resource, query) =>
        reader.totals(resource, query, fields, now()),
      ),
    queryBreakdown: ({ breakdown, ...asked }) =>
      ask(asked, { groups: [], more: 0 }, (reader, resource, query) => {
        for (const filter of breakdown.parts) checkQuery(resource, { version: 1, filter });
        return reader.breakdown(resource, query, breakdown, now());
      }),
    queryRange: ({ from, to, groups, ...asked }) =>
      ask(asked, { ids: [], count: 0 }, (reader, resource, query) =>
        reader.range(resource, query, from, to, MAX_SELECTED, now(), groups),
      ),
    queryHistogram: ({ field, buckets, ...asked }) =>
      ask(asked, { bounds: null, buckets: [], empty: 0 }, (reader, resource, query) =>
        reader.histogram(resource, query, field, buckets, now()),
      ),
    queryNeighbours: ({ id, groups, ...asked }) =>
      ask(
        asked,
        { place: null, line: null, total: 0, before: null, after: null },
        (reader, resource, query) => reader.neighbours(resource, query, id, now(), groups),
      ),
    queryTypeAhead: async ({ text, from, groups, ...asked }) => {
      const place = await ask(asked, null, (reader, resource, query) =>
        reader.typeAhead(resource, query, text, from, now(), groups),
      );
      return { place };
    },
    queryFacets: ({ field, search = "", limit, ...asked }) =>
      ask(asked, { values: [], empty: 0, distinct: 0 }, (reader, resource, query) =>
        reader.facets(resource, query, field, search, limit, now()),
      ),
    describeQuery: (asked) => ask(asked, [], (reader, resource, query) => reader.describe(resource, query)),
  } satisfies HandlersOf<typeof QUERY_CALLS>;
}

/**
 * Counts rows after the index of a long table was loaded in slices. Loading the index at once would delay the first
 * rows, which are queried at the same time.
 */
async function countWhenIndexed(
  reader: Reader,
  resource: Resource,
  query: Query,
  now: () => number,
  clock: Clock,
): Promise<CallOutput<"queryCount">> {
  for (;;) {
    const counted = await reader.countWhenIndexed(resource, query, now());
    if (counted) return counted;
    await clock.wait(INDEX_INTERVAL);
  }
}

/** The handlers for single records, their changes, and the unseen changes of a view. */
export function recordHandlers({
  connections: { current },
  events,
  options: { clock },
}: Pick<CoreServices, "connections" | "events"> & WithClock) {
  return {
    getRecord: async ({ connectionId, resource, id, asOf }) => {
      const reader = current.storeOf(connectionId)?.reader;
      if (!reader || asOf === undefined) return (await reader?.record(resource, id)) ?? null;
      checkQuery(resource, { version: 1, asOf });
      await rebuildPast(reader, asOf, clock);
      return reader.recordAsOf(resource, id, asOf);
    },
    refreshRecord: async ({ connectionId, resource, id }) =>
      (await current.engineOf(connectionId).refreshRecord(resource, id)).record,
    verifyRecords: async ({ connectionId, resource, ids }) =>
      verifyRecords(current.engineOf(connectionId), resource, ids),
    queryChanges: async ({ connectionId, filter, upTo, offset, limit }) =>
      (await current.storeOf(connectionId)?.reader.changes(filter, offset, limit, upTo)) ?? {
        changes: [],
        total: 0,
      },
    queryUnseen: async ({ connectionId, view, resource, query, limit }) => {
      const store = current.storeOf(connectionId);
      if (!store) return NO_CHANGES;
      const checked = checkQuery(resource, query);
      return store.reader.unseenChanges(view, resource, checked, limit, current.serviceNow());
    },
    markSeen: async ({ connectionId = current.connection?.connectionId, view, number }) => {
      await current.storeOf(connectionId)?.writer.markSeen(view, number);
      if (connectionId !== undefined) events.emit("seen", { connectionId, view });
    },
  } satisfies HandlersOf<typeof RECORD_CALLS>;
}

/** The answer if there is no copy. */
const NO_CHANGES = {
  entered: 0,
  left: 0,
  changed: 0,
  records: [],
  upTo: 0,
  more: false,
  cutOff: false,
  seen: false,
};
