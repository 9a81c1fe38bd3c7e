import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { MAX_PAGE_ROWS, type Row } from "../../../shared/query/query-calls.ts";
import type { GroupLine, Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import { unwrap } from "../../base/unwrap.ts";

/** A display row of a table: a record, or the heading of a group. */
export type DisplayRow = Row | GroupLine;

export function isHeading(line: DisplayRow | undefined): line is GroupLine {
  return typeof line?.["group"] === "object" && line["group"] !== null;
}

export function isRow(line: DisplayRow): line is Row {
  return !isHeading(line);
}

/** The number of tries to read all rows at one revision. */
const TRIES = 4;

export interface ReadFrom {
  readonly host: Pick<HostApi, "queryCount" | "queryPage">;
  readonly connectionId: string;
}

interface RowTaker<T, Line = Row> {
  take(lines: readonly Line[]): void;
  end(): T;
}

/**
 * Reads a query's rows at one revision; null if the rows change too fast. @throws AppFailure if the store fails. @param
 * most the most rows to read.
 */
export function readRows<T>(
  from: ReadFrom,
  resource: Resource,
  query: Query,
  begin: (total: number) => RowTaker<T>,
  most: number = Number.POSITIVE_INFINITY,
): Promise<T | null> {
  const { host, connectionId } = from;
  return readAtOneRevision(from, resource, query, begin, async (offset, rows) => {
    if (offset >= Math.min(rows, most)) return null;
    const window = { offset, limit: MAX_PAGE_ROWS };
    const answer = await unwrap(host.queryPage({ connectionId, resource, query, ...window }));
    return { lines: answer.rows, revision: answer.revision };
  });
}

/**
 * Reads the display rows of a grouped table, like `readRows`. @param groups the groups; of a closed group only its
 * heading is read.
 */
export function readLines<T>(
  from: ReadFrom & { readonly host: Pick<HostApi, "queryLines"> },
  resource: Resource,
  query: Query,
  groups: Groups,
  begin: (rows: number) => RowTaker<T, DisplayRow>,
): Promise<T | null> {
  const { host, connectionId } = from;
  let total: number | null = null;
  return readAtOneRevision(from, resource, query, begin, async (offset, rows) => {
    if (rows === 0 || (offset > 0 && offset === total)) return null;
    const window = { offset, limit: MAX_PAGE_ROWS };
    const answer = await unwrap(host.queryLines({ connectionId, resource, query, groups, ...window }));
    total = answer.total;
    return answer;
  });
}

interface ReadPart<Line> {
  readonly lines: readonly Line[];
  readonly revision: number;
}

/** Reads all parts of a list. If the rows change meanwhile, reading starts again. */
async function readAtOneRevision<T, Line>(
  { host, connectionId }: ReadFrom,
  resource: Resource,
  query: Query,
  begin: (rows: number) => RowTaker<T, Line>,
  read: (offset: number, rows: number) => Promise<ReadPart<Line> | null>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { total, revision } = await unwrap(host.queryCount({ connectionId, resource, query }));
    const taker = begin(total);
    let offset = 0;
    let part = await read(offset, total);
    while (part !== null && part.revision === revision && part.lines.length > 0) {
      taker.take(part.lines);
      offset += part.lines.length;
      part = await read(offset, total);
    }
    if (part === null) return taker.end();
  }
  return null;
}
