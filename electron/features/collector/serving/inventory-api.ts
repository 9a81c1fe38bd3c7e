import { invalid, type Answer } from "../../../api-server/answers.ts";
import { CursorCodec } from "../../../api-server/cursor.ts";
import { parseListQuery } from "../../../api-server/list-query.ts";
import { noSuchRecord, type Target } from "../../../api-server/target.ts";
import type { ListPlace } from "./served-lists.ts";
import type { ServedStore } from "./served-store.ts";

/**
 * Ms for which a cursor is valid. This is longer than ten minutes, after which Stockdeck's own client no longer uses a
 * cursor.
 */
const CURSOR_TTL_MS = 60 * 60_000;

interface CursorContent {
  readonly place: ListPlace;
  readonly issuedAt: number;
}

/** A request for one of the six operations. */
export interface InventoryCall {
  readonly target: Target;
  readonly query: URLSearchParams;
  readonly requestId: string;
  /** The time before the records are read, ms since the epoch. */
  readonly now: number;
}

/** Answers the six operations of specification 4 from a copy. */
export class InventoryApi {
  readonly #store: Pick<ServedStore, "list" | "record">;
  /** Cursors of an earlier process get a 400. The client then restarts the listing (specification 4.4, rule 4). */
  readonly #codec = new CursorCodec<CursorContent>();

  constructor(store: Pick<ServedStore, "list" | "record">) {
    this.#store = store;
  }

  /** Answers a call. @throws ServiceError 400, 404; AppFailure of kind `store`. */
  async answer({ target, query, requestId, now }: InventoryCall): Promise<Answer> {
    const { resource, id } = target;
    if (id === null) return this.#list({ target, query, requestId, now });
    const record = await this.#store.record(resource, id);
    if (record === null) throw noSuchRecord(resource);
    return envelope(record, { requestId, hasMore: false, nextCursor: null });
  }

  async #list({ target: { resource }, query, requestId, now }: InventoryCall): Promise<Answer> {
    const { limit, cursor, filters, since } = parseListQuery(resource, query);
    const binding = JSON.stringify([resource, filters]);
    const clock = { now, ttlMs: CURSOR_TTL_MS };
    const place = cursor === null ? null : this.#codec.open(binding, cursor, clock).place;
    const page = await this.#store.list({ resource, limit, filters, since, place });
    if (page === "changesDeleted")
      throw invalid("The cursor is no longer valid. Restart the listing without a cursor.");
    const { data, next } = page;
    const nextCursor = next && this.#codec.seal(binding, { place: next, issuedAt: now });
    return envelope(data, { requestId, hasMore: next !== null, nextCursor });
  }
}

/** Makes the envelope of specification 2.5 around data that are already JSON. */
const envelope = (data: string, meta: object): Answer => ({
  status: 200,
  headers: {},
  body: `{"data":${data},"meta":${JSON.stringify(meta)}}`,
});
