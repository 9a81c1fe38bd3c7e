import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Query } from "../../../shared/query/query.ts";

/** The names of the calls that read the rows of a query. */
const QUERIES = [
  "queryPage",
  "queryLines",
  "queryCount",
  "queryRange",
  "queryNeighbours",
  "queryTypeAhead",
  "queryTotals",
  "queryBreakdown",
  "queryHistogram",
  "queryFacets",
] as const satisfies readonly (keyof HostApi)[];

/** Makes calls to the core that read rows as of a past moment. @param asOf ISO 8601. */
export function pastHost(host: HostApi, asOf: string): HostApi {
  const queries = QUERIES.map((name) => {
    const call = host[name] as (input: { readonly query: Query }) => unknown;
    const past: typeof call = (input) => call({ ...input, query: { ...input.query, asOf } });
    return [name, past] as const;
  });
  return {
    ...host,
    ...Object.fromEntries(queries),
    getRecord: (input) => host.getRecord({ ...input, asOf }),
    // The rows do not contain the changes after this moment, so the list of changes ends at this moment too.
    queryChanges: (input) =>
      host.queryChanges({ ...input, filter: { ...input.filter, until: justAfter(asOf) } }),
  };
}

/** The end for a filter of changes: the next moment, because a filter excludes its end. */
function justAfter(asOf: string): string {
  return new Date(Date.parse(asOf) + 1).toISOString();
}
