import { setTimeout as sleep } from "node:timers/promises";
import type { CallOutput, Handlers } from "../../../shared/contract/contract.ts";
import { MAX_SELECTED, type QUERY_CALLS } from "../../../shared/contract/query-calls.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { checkQuery, type Query } from "../../../shared/query/query.ts";
import type { InventoryStore } from "../../store/store-client.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";

/** Ms between two looks at an index that is being read. */
const INDEX_INTERVAL = 50;

/**
 * Answers what pages ask of rows. A profile that is not open, or has no copy, has no rows.
 * @param storeOf the copy of a profile; null where it is not open.
 * @param now the moment that relative filters count from, in ms since the epoch.
 */
export function queryHandlers(
  storeOf: (profileId: string | undefined) => InventoryStore | null,
  now: () => number,
): Pick<Handlers, keyof typeof QUERY_CALLS> {
  return {
    queryWindow: async ({ profileId, resource, query, offset, limit }) => {
      const store = storeOf(profileId);
      if (!store) return { rows: [], offset, total: 0, all: 0, revision: BLANK_STATUS.revision };
      return store.reader.window(resource, checkQuery(resource, query), offset, limit, now());
    },
    queryLines: async ({ profileId, resource, query, groups, offset, limit }) => {
      const store = storeOf(profileId);
      if (!store) return { lines: [], offset, total: 0, revision: BLANK_STATUS.revision };
      const parsed = checkQuery(resource, query);
      return store.reader.lines(resource, parsed, groups, offset, limit, now());
    },
    queryCount: async ({ profileId, resource, query }) => {
      const store = storeOf(profileId);
      if (!store) return { total: 0, all: 0, revision: BLANK_STATUS.revision };
      return countWhenIndexed(store, resource, checkQuery(resource, query), now);
    },
    queryTotals: async ({ profileId, resource, query, fields }) => {
      const store = storeOf(profileId);
      if (!store) return { rows: 0, fields: {} };
      return store.reader.totals(resource, checkQuery(resource, query), fields, now());
    },
    queryRange: async ({ profileId, resource, query, from, to, groups }) => {
      const store = storeOf(profileId);
      if (!store) return { ids: [], count: 0 };
      const parsed = checkQuery(resource, query);
      return store.reader.range(resource, parsed, from, to, MAX_SELECTED, now(), groups);
    },
    queryHistogram: async ({ profileId, resource, query, field, buckets }) => {
      const store = storeOf(profileId);
      if (!store) return { bounds: null, buckets: [], empty: 0 };
      const parsed = checkQuery(resource, query);
      return store.reader.histogram(resource, parsed, field, buckets, now());
    },
    queryNeighbours: async ({ profileId, resource, query, id, groups }) => {
      const store = storeOf(profileId);
      if (!store) return { place: null, line: null, total: 0, before: null, after: null };
      return store.reader.neighbours(resource, checkQuery(resource, query), id, now(), groups);
    },
    queryTypeAhead: async ({ profileId, resource, query, text, from, groups }) => {
      const store = storeOf(profileId);
      if (!store) return { place: null };
      const parsed = checkQuery(resource, query);
      return { place: await store.reader.typeAhead(resource, parsed, text, from, now(), groups) };
    },
    queryFacets: async ({ profileId, resource, query, field, search = "", limit }) => {
      const store = storeOf(profileId);
      if (!store) return { values: [], empty: 0, distinct: 0 };
      return store.reader.facets(resource, checkQuery(resource, query), field, search, limit, now());
    },
    describeQuery: async ({ profileId, resource, query }) =>
      (await storeOf(profileId)?.reader.describe(resource, checkQuery(resource, query))) ?? [],
  };
}

/**
 * Waits for the index of a long table instead of having it read at once: this is asked beside the first rows, which would
 * wait behind it.
 */
async function countWhenIndexed(
  { reader }: InventoryStore,
  resource: Resource,
  query: Query,
  now: () => number,
): Promise<CallOutput<"queryCount">> {
  for (;;) {
    const counted = await reader.countWhenIndexed(resource, query, now());
    if (counted) return counted;
    await sleep(INDEX_INTERVAL);
  }
}
