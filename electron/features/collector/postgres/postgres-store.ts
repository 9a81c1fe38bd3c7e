import type { TeamEdit, TeamOutcome } from "../../../../shared/features/team/team-protocol.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { oneAtATime } from "../../../base/one-at-a-time.ts";
import type { ItemFilters } from "../../../api-server/list-query.ts";
import type { ChangeNumbers } from "../../../store/query/changed-records.ts";
import type { ServedStore } from "../serving/served-store.ts";
import { MOST_CHARACTERS } from "../serving/own-requests.ts";
import type { ChangesPage } from "../serving/served-changes.ts";
import type { CountedDays, DaysPlace } from "../serving/served-days.ts";
import { firstUpdate, type ListPage, type ListPlace, type ListRequest } from "../serving/served-lists.ts";
import { applyEdits, recordsAfter, teamNumbers, type TeamRecords } from "../serving/team-documents.ts";
import { noteUse, readTokens, type CollectorToken } from "../serving/token-table.ts";
import { ask, openPool, storeAway, transaction, type StorePool } from "./connect.ts";
import { COUNTED, countedAt, readDays, snapshotLines } from "./snapshot-of-store.ts";
import { numbersOf, type PublishedFacts } from "./state.ts";
import type { StoreAddress } from "../store-address.ts";
import { runAt } from "./run-work.ts";

/** A row of a list: its place, and its record if the record passes the filters. */
interface ListRow extends Record<string, unknown> {
  readonly id: string;
  readonly updated_at: number | null;
  readonly changed: number;
  readonly record: string | null;
}

/** One step through a list. */
interface Step {
  readonly rows: readonly ListRow[];
  readonly next: ListPlace | null;
}

interface OpenSnapshot {
  readonly parts: AsyncIterator<string>;
  close(): void;
}

/** Answers a collector's requests from PostgreSQL. All collectors of a store do this, whether they lead or not. */
export class PostgresStore implements ServedStore {
  readonly #pool: StorePool;
  /** The queue for edits of this process. In it, they do not occupy a connection. */
  readonly #editing = oneAtATime();
  readonly #snapshots = new Map<number, OpenSnapshot>();
  /** Whether the store has its tables and the collector's imported data. Until then, no token is known. */
  isReady = false;
  #lastSnapshot = 0;
  #editRequests = 0;

  constructor(address: StoreAddress) {
    this.#pool = openPool(address);
  }

  /**
   * Works like `readList` on a copy. A record keeps the number of its last change, so it does not matter if changes
   * were deleted.
   */
  async list({ resource, limit, filters, since, place: given }: ListRequest): Promise<ListPage> {
    const records: string[] = [];
    let place: ListPlace | null = given ?? (await this.#firstPlace(since));
    for (let left = limit; place !== null && left > 0;) {
      const { rows, next }: Step = await this.#step(resource, filters, place, since, left);
      records.push(...rows.flatMap(({ record }) => record ?? []));
      left -= rows.length;
      place = next;
    }
    return { data: `[${records.join(",")}]`, next: place };
  }

  async #firstPlace(since: number | null): Promise<ListPlace> {
    if (since === null) return { by: "id", id: "" };
    const [row] = await ask<{ last: number; from: number | null }>(
      this.#pool,
      `SELECT last, (SELECT number FROM stockdeck.moments WHERE at <= $1 ORDER BY at DESC LIMIT 1) AS from
         FROM stockdeck.state`,
      [Math.floor(since)],
    );
    if (!row || row.from === null) return { by: "id", id: "" };
    return { by: "change", number: row.from, from: row.from, upTo: row.last };
  }

  async #step(
    resource: Resource,
    filters: ItemFilters,
    place: ListPlace,
    since: number | null,
    limit: number,
  ): Promise<Step> {
    if (place.by === "change") {
      // A record that changes during the read moves to the end of the list, so no record is missed.
      const rows = await this.#rows(filters, "resource = 'items' AND changed > $4 ORDER BY changed", [
        place.number,
        limit,
      ]);
      const last = rows.at(-1);
      if (last && rows.length === limit) return { rows, next: { ...place, number: last.changed } };
      return { rows, next: firstUpdate(since ?? 0, place) };
    }
    // One more row than the limit is read. It shows whether another page follows.
    const rows =
      place.by === "id"
        ? await this.#rows(filters, "resource = $4 AND id > $5 ORDER BY id", [resource, place.id, limit + 1])
        : await this.#rows(
            filters,
            "resource = 'items' AND (updated_at, id) > ($4, $5) ORDER BY updated_at, id",
            [place.at, place.id, limit + 1],
          );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (place.by === "id")
      return { rows: page, next: last && rows.length > limit ? { by: "id", id: last.id } : null };
    const { from, upTo } = place;
    // Items that changed within the span were already listed.
    const fresh = page.map((row) =>
      row.changed > from && row.changed <= upTo ? { ...row, record: null } : row,
    );
    const next =
      last && rows.length > limit ? { ...place, at: last.updated_at ?? place.at, id: last.id } : null;
    return { rows: fresh, next };
  }

  /**
   * Reads rows by a condition and an order. The last value is the limit of rows. Only rows that pass the filters have a
   * record.
   */
  #rows(
    { status, warehouseId, materialTypeId }: ItemFilters,
    condition: string,
    values: readonly (string | number)[],
  ): Promise<readonly ListRow[]> {
    return ask<ListRow>(
      this.#pool,
      `SELECT id, updated_at, changed, CASE WHEN hidden_since IS NULL
           AND ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR location_id = $2)
           AND ($3::text IS NULL OR type_id = $3) THEN record END AS record
         FROM stockdeck.records WHERE ${condition} LIMIT $${3 + values.length}`,
      [...[status, warehouseId, materialTypeId].map((text) => wanted(text)), ...values],
    );
  }

  async record(resource: Resource, id: string): Promise<string | null> {
    if (id.includes("\0")) return null;
    const [row] = await ask<{ record: string }>(
      this.#pool,
      "SELECT record FROM stockdeck.records WHERE resource = $1 AND id = $2 AND hidden_since IS NULL",
      [resource, id],
    );
    return row?.record ?? null;
  }

  /**
   * One statement sees one state, so a page never mixes two numberings. The statement itself limits the page, because
   * the driver keeps all its rows.
   */
  async changes(after: number, limit: number): Promise<ChangesPage> {
    const rows = await ask<{
      epoch: string;
      last: number;
      facts: string | null;
      counted: number;
      first: number | null;
      number: number | null;
      change: string;
      record: string | null;
    }>(
      this.#pool,
      `SELECT state.epoch, state.last, state.facts, ${COUNTED} AS counted, (SELECT min(number) FROM stockdeck.changes) AS first, page.number, page.change,
           page.record
         FROM stockdeck.state LEFT JOIN LATERAL (
           SELECT number, change, record, coalesce(sum(length(change) + coalesce(length(record), 0))
               OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS preceding
             FROM (
               SELECT number, change, CASE WHEN hidden_since IS NULL THEN record END AS record FROM (
                 SELECT number, resource, id, change FROM stockdeck.changes WHERE number > $1 ORDER BY number LIMIT $2
               ) AS numbered LEFT JOIN stockdeck.records USING (resource, id)
             ) AS whole
         ) AS page ON preceding < $3
         ORDER BY page.number`,
      [after, limit, MOST_CHARACTERS],
    );
    const [head] = rows;
    if (!head) throw new Error("the store has no state");
    const { epoch, last } = head;
    if (after < (head.first ?? last + 1) - 1) return { epoch, refusal: "notKept" };
    if (after > last) return { epoch, refusal: "ahead" };
    const changes = rows.flatMap(({ number, change, record }) =>
      number === null ? [] : [`{"sequence":${number},${change.slice(1, -1)},"record":${record ?? "null"}}`],
    );
    const covered = rows.at(-1)?.number ?? after;
    const facts = head.facts === null ? null : (JSON.parse(head.facts) as PublishedFacts);
    return {
      epoch,
      changes: `[${changes.join(",")}]`,
      last: covered,
      more: covered < last,
      completeAsOf: facts?.mark ?? null,
      counted: head.counted,
    };
  }

  days(from: string, place: DaysPlace, most: number): Promise<CountedDays> {
    return transaction(this.#pool, "ISOLATION LEVEL REPEATABLE READ READ ONLY", async (at) => ({
      counted: await countedAt(at),
      ...(await readDays(at, from, place, most)),
    }));
  }

  sequence(): Promise<ChangeNumbers> {
    return numbersOf(this.#pool);
  }

  async openSnapshot(): Promise<number> {
    const client = await this.#pool.connect().catch((thrown: unknown) => {
      throw storeAway(thrown);
    });
    // The connection is closed afterwards. This ends its transaction in any state.
    const close = (): void => client.release(true);
    client.on("error", () => {});
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    } catch (thrown) {
      close();
      throw storeAway(thrown);
    }
    this.#lastSnapshot += 1;
    this.#snapshots.set(this.#lastSnapshot, { parts: snapshotLines(client), close });
    return this.#lastSnapshot;
  }

  async snapshotPart(number: number): Promise<string | null> {
    const next = await this.#snapshots.get(number)?.parts.next();
    return next === undefined || next.done === true ? null : next.value;
  }

  closeSnapshot(number: number): Promise<void> {
    this.#snapshots.get(number)?.close();
    this.#snapshots.delete(number);
    return Promise.resolve();
  }

  async teamSequence(): Promise<number> {
    return (await runAt(this.#pool, teamNumbers())).sequence;
  }

  teamRecords(after: number, limit: number, all: boolean): Promise<TeamRecords> {
    return transaction(this.#pool, "ISOLATION LEVEL REPEATABLE READ READ ONLY", (at) =>
      runAt(at, recordsAfter(after, limit, all)),
    );
  }

  applyEdits(edits: readonly TeamEdit[], label: string, now: number): Promise<readonly TeamOutcome[]> {
    return this.#editing(() => {
      this.#editRequests += 1;
      const work = applyEdits(edits, label, now, this.#editRequests);
      return transaction(this.#pool, "", (at) => runAt(at, work));
    });
  }

  async tokens(): Promise<readonly CollectorToken[]> {
    if (!this.isReady) throw storeAway(null);
    return runAt(this.#pool, readTokens());
  }

  /**
   * Each token is written in its own transaction. With several tokens in one transaction, two collectors could wait for
   * each other.
   */
  noteUse(hashes: readonly string[], now: number): Promise<void> {
    return runAt(this.#pool, noteUse(hashes, now));
  }

  async bytes(): Promise<number> {
    const [row] = await ask<{ bytes: number }>(
      this.#pool,
      `SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint AS bytes FROM pg_class
         JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'stockdeck' AND relkind = 'r'`,
    );
    return row?.bytes ?? 0;
  }

  async close(): Promise<void> {
    for (const number of this.#snapshots.keys()) await this.closeSnapshot(number);
    await this.#pool.end();
  }
}

/**
 * The value of a filter for SQL. PostgreSQL refuses texts with NUL, so they are replaced by a text that no record has.
 */
const wanted = (text: string | undefined): string | null => text?.replaceAll("\0", "\ufffd\ufffd") ?? null;
