import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Query } from "../../../shared/query/query.ts";

/** The calls that read the rows of a query. */
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

/** The calls to the core, for rows as of a past moment. @param asOf ISO 8601. */
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
    // The rows lack the changes after that moment, so the list of changes ends there too.
    queryChanges: (input) =>
      host.queryChanges({ ...input, filter: { ...input.filter, until: justAfter(asOf) } }),
  };
}

/** The end for a filter of changes, which excludes its end. */
function justAfter(asOf: string): string {
  return new Date(Date.parse(asOf) + 1).toISOString();
}
