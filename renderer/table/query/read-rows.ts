import type { HostApi } from "../../../shared/contract/contract.ts";
import { MAX_PAGE_ROWS, type Row } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { unwrap } from "../../base/unwrap.ts";

/** How often reading begins again because the rows changed under it. */
const TRIES = 4;

export interface ReadFrom {
  readonly host: Pick<HostApi, "queryCount" | "queryPage">;
  readonly profileId: string;
}

export interface RowTaker<T> {
  take(rows: readonly Row[]): void;
  end(): T;
}

/**
 * Reads a query's rows, all of one revision; null if they change too fast.
 * @throws AppFailure if the store fails. @param most reads at most this number of rows, from the first.
 */
export async function readRows<T>(
  { host, profileId }: ReadFrom,
  resource: Resource,
  query: Query,
  begin: (total: number) => RowTaker<T>,
  most: number = Number.POSITIVE_INFINITY,
): Promise<T | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { total, revision } = await unwrap(host.queryCount({ profileId, resource, query }));
    const taker = begin(total);
    let offset = 0;
    let moved = false;
    while (offset < Math.min(total, most) && !moved) {
      const window = { offset, limit: MAX_PAGE_ROWS };
      const answer = await unwrap(host.queryPage({ profileId, resource, query, ...window }));
      moved = answer.revision !== revision || answer.rows.length === 0;
      offset += answer.rows.length;
      if (!moved) taker.take(answer.rows);
    }
    if (!moved) return taker.end();
  }
  return null;
}
