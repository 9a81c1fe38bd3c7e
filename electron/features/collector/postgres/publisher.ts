import { MOST_CHANGE_BYTES } from "../../../../shared/inventory/stock.ts";
import { assertNever } from "../../../../shared/base/errors.ts";
import { fromMilliseconds } from "../../../../shared/base/time/instant.ts";
import type { Retention } from "../../../store/ingest/change-log.ts";
import type { Remote } from "../../../store/database/worker-rpc.ts";
import { inTransaction, rollBack, type Queryable } from "./connect.ts";
import type { Journal } from "./journal.ts";
import type { Part, Publication } from "./journal-parts.ts";
import { CHANGES, CONSUMPTION, EVENTS, QUARTERS, RECORDS, SNAPSHOT_DAYS, SNAPSHOTS } from "./publish-sql.ts";
import { newEpoch } from "./schema.ts";
import { readState, type Position, type StoreState } from "./state.ts";

/** The most moments that are kept. Beyond this number, older moments are deleted. */
const MOST_MOMENTS = 100_000;
/** The number of publications after which old moments are deleted. */
const MOMENTS_CHECKED_EVERY = 1_000;

interface PublisherOptions {
  /** The connection that holds the leader's lock. */
  readonly client: Queryable;
  readonly journal: Pick<Remote<Journal>, "begin" | "part" | "end">;
  /** The name that identifies the leader's journal. */
  readonly name: string;
  readonly retention: Retention;
  /** The time by the collector's clock, which never goes back; ms since the epoch. */
  readonly now: () => number;
}

/**
 * Publishes a leader's journal. One transaction contains the next changes of the journal, their numbers, the rows and
 * facts, and the published position. So after a crash, all of them are stored or none.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  /** The facts that were published last. They tell whether there is something to publish. */
  #facts = "";
  #publications = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /**
   * Publishes everything that is new in the journal.
   * @returns the state after the publication.
   * @throws the driver's error; an AppFailure of the journal. In these cases nothing is published.
   */
  async publish(): Promise<StoreState> {
    const { client, journal, name } = this.#options;
    await client.query("BEGIN");
    try {
      const state = await readState(client, true);
      const position = state.position?.journal === name ? state.position : null;
      const publication = await journal.begin(position);
      const first = await journal.part();
      const facts = JSON.stringify(publication.facts);
      const isSame = position?.revision === publication.revision && facts === this.#facts;
      // An incomplete copy is not published, because it looks like a company that lost its items.
      if (!publication.isComplete || (first === null && isSame)) {
        await client.query("ROLLBACK");
        await journal.end(false);
        return state;
      }
      const after = await this.#write(state, position, publication, first);
      await client.query("COMMIT");
      await journal.end(true);
      this.#facts = facts;
      this.#publications += 1;
      return after;
    } catch (thrown) {
      await rollBack(client);
      // The next publication reads the same part of the journal again.
      await journal.end(false).catch(() => {});
      throw thrown;
    }
  }

  async #write(
    state: StoreState,
    position: Position | null,
    publication: Publication,
    first: Part | null,
  ): Promise<StoreState> {
    const { client, journal, name } = this.#options;
    const { facts, changes, revision, change, observedSince, cutOff } = publication;
    const counted = await client.query<{ last: number }>(
      "UPDATE stockdeck.state SET last = last + $1 RETURNING last",
      [changes],
    );
    const last = counted.rows[0]?.last ?? 0;
    // The store's number of a change is its number in the journal plus this shift.
    const shift = last - change;
    for (let part = first; part !== null; part = await journal.part()) await this.#writePart(part, shift);
    await client.query(
      `UPDATE stockdeck.records SET changed = latest.number FROM (
         SELECT resource, id, max(number) AS number FROM stockdeck.changes WHERE number > $1 GROUP BY resource, id
       ) AS latest WHERE records.resource = latest.resource AND records.id = latest.id`,
      [last - changes],
    );
    // If changes were deleted, the sequence has a gap, so clients must load a snapshot.
    const epoch = cutOff && position !== null ? newEpoch() : state.epoch;
    await client.query(
      `UPDATE stockdeck.state SET epoch = $1, facts = $2, observed_since = greatest(observed_since, $3),
         journal = $4, journal_revision = $5, journal_change = $6`,
      [epoch, JSON.stringify(facts), observedSince, name, revision, change],
    );
    await this.#prune(last, facts.mark);
    return { ...state, epoch, last, facts, position: { journal: name, revision, change } };
  }

  async #writePart(part: Part, shift: number): Promise<void> {
    const { client } = this.#options;
    switch (part.kind) {
      case "records":
        await client.query(RECORDS, [part.rows]);
        break;
      case "changes":
        await client.query(CHANGES, [part.rows, shift]);
        break;
      case "events":
        await client.query(EVENTS, [part.rows, shift]);
        break;
      case "days":
        await this.#deleteDays("day = ANY ($1)", part.days, part.days);
        await client.query(SNAPSHOT_DAYS, [part.counted]);
        await client.query(SNAPSHOTS, [part.stock]);
        await client.query(CONSUMPTION, [part.consumption]);
        break;
      case "quarters":
        await client.query(QUARTERS, [part.quarters]);
        await client.query("DELETE FROM stockdeck.observed_quarters WHERE quarter < $1", [part.first]);
        break;
      case "kept":
        await this.#deleteDays("day <> ALL ($1)", part.stockDays, part.useDays);
        break;
      default:
        assertNever(part, "part");
    }
  }

  async #deleteDays(which: string, stockDays: readonly string[], useDays: readonly string[]): Promise<void> {
    const { client } = this.#options;
    for (const table of ["snapshot_days", "snapshots"])
      await client.query(`DELETE FROM stockdeck.${table} WHERE ${which}`, [stockDays]);
    await client.query(`DELETE FROM stockdeck.consumption WHERE ${which}`, [useDays]);
  }

  /**
   * Deletes the oldest changes beyond the limits of number, age and bytes, as `ChangeLog.prune` does. The age of
   * changes is measured by the service's clock; a collector's clock that was ahead must not delete any changes.
   */
  async #prune(last: number, mark: string | null): Promise<void> {
    const { client, retention, now } = this.#options;
    const served = mark === null ? now() : Math.min(now(), Date.parse(mark));
    await client.query(
      `WITH limits AS (
         SELECT greatest(
           $1::bigint,
           coalesce((SELECT number FROM stockdeck.changes WHERE observed_before >= $2 ORDER BY number LIMIT 1), $4::bigint + 1) - 1,
           coalesce((SELECT number FROM stockdeck.changes
             WHERE written > (SELECT written FROM stockdeck.state) - $3 ORDER BY number LIMIT 1), $4::bigint + 1) - 1
         ) AS number
       ), deleted AS (
         DELETE FROM stockdeck.changes WHERE number <= (SELECT number FROM limits) RETURNING observed_before
       )
       UPDATE stockdeck.state SET observed_since = greatest(observed_since, (SELECT max(observed_before) FROM deleted))
         WHERE EXISTS (SELECT 1 FROM deleted)`,
      [
        last - retention.changes,
        fromMilliseconds(served - retention.days * 86_400_000),
        MOST_CHANGE_BYTES,
        last,
      ],
    );
  }

  /**
   * Begins a new numbering of the changes, so that clients load a snapshot. The noted times are deleted, because they
   * belong to the old numbering.
   */
  async beginEpoch(): Promise<void> {
    const { client, now } = this.#options;
    await inTransaction(client, async () => {
      await client.query("UPDATE stockdeck.state SET epoch = $1, clock = $2", [newEpoch(), now()]);
      await client.query("DELETE FROM stockdeck.moments");
    });
    await this.noteMoment();
  }

  /** Notes a time with the last number, like `Moments.note`. The number is read before the time. */
  async noteMoment(): Promise<void> {
    const { client, now } = this.#options;
    const { rows } = await client.query<{ last: number }>("SELECT last FROM stockdeck.state");
    const at = now();
    await client.query(
      `WITH moment AS (
         INSERT INTO stockdeck.moments (at, number) SELECT $1::bigint, $2::bigint
           WHERE $2::bigint > coalesce((SELECT number FROM stockdeck.moments ORDER BY at DESC LIMIT 1), -1)
           ON CONFLICT DO NOTHING
       ) UPDATE stockdeck.state SET clock = greatest(clock, $1::bigint)`,
      [at, rows[0]?.last ?? 0],
    );
    if (this.#publications % MOMENTS_CHECKED_EVERY === 1)
      await client.query(
        "DELETE FROM stockdeck.moments WHERE at < (SELECT at FROM stockdeck.moments ORDER BY at DESC OFFSET $1 LIMIT 1)",
        [MOST_MOMENTS],
      );
  }
}
