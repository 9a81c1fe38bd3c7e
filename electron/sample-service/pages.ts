import type { Item } from "../../shared/inventory/resources.ts";
import type { SampleCompany } from "./company.ts";
import { CursorCodec } from "../api-server/cursor.ts";
import { passes, type ListQuery } from "../api-server/list-query.ts";
import type { AnyRecord, Position, Table } from "./table.ts";

/** The content of a cursor. */
interface CursorContent {
  /** The record after which the next page begins; null for the start of the list. */
  readonly position: Position | null;
  /** When the cursor was issued, ms since the epoch. */
  readonly issuedAt: number;
}

/** A page of a list, before it gets its request id. */
export interface Page {
  readonly data: readonly AnyRecord[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** The parameters from which a page is made. */
export interface PageSource {
  readonly company: SampleCompany;
  readonly query: ListQuery;
  /** The current time, ms since the epoch. */
  readonly now: number;
}

const CURSOR_TTL_MS = 15 * 60_000;

/** The text that binds a cursor to its company, resource and filters. */
export const bindingOf = ({ company, query }: PageSource): string =>
  JSON.stringify([company.id, query.resource, query.filters]);

/** Cuts listings into pages (specification 4.4). */
export class Pager {
  readonly #codec = new CursorCodec<CursorContent>();

  /**
   * Reads up to `limit` records, then filters them (specification 4.4, rule 2).
   * @throws ServiceError 400 for a cursor that cannot be used.
   */
  page(source: PageSource): Page {
    const { company, query, now } = source;
    const binding = bindingOf(source);
    const after =
      query.cursor === null
        ? null
        : this.#codec.open(binding, query.cursor, { now, ttlMs: CURSOR_TTL_MS }).position;
    const table = company[query.resource] as unknown as Table<AnyRecord>;
    const { records, end, more } = table.evaluate({ after, since: query.since, count: query.limit });
    return {
      data: records.filter((record) => passes(query.filters, record as Item)),
      hasMore: more,
      nextCursor: more ? this.#codec.seal(binding, { position: end, issuedAt: now }) : null,
    };
  }
}
