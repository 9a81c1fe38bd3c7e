import type { Clock } from "../../../base/clock.ts";
import { closeClient, openClient, type Queryable, type StoreClient } from "./connect.ts";
import { LOCKS } from "./schema.ts";
import type { StoreAddress } from "../store-address.ts";

/** Ms between two heartbeats of a leader. */
const BEAT_EVERY_MS = 10_000;
/** Ms without a heartbeat after which a leader counts as hanging. */
export const HUNG_AFTER_MS = 60_000;

interface HeartbeatOptions {
  readonly address: StoreAddress;
  /**
   * The clock of this computer. Heartbeats follow real time, because PostgreSQL's clock tells how old a heartbeat is.
   */
  readonly clock: Clock;
  /** Called once if the heartbeat cannot be written, or if another collector leads. */
  readonly onLost: (cause: unknown) => void;
}

/** A time by both clocks, in ms. */
interface Moment {
  readonly monotonic: number;
  readonly now: number;
}

const momentOf = (clock: Clock): Moment => ({ monotonic: clock.monotonic(), now: clock.now() });

/**
 * The sign of life that the leader writes to the store. It has its own connection, because a publication may keep the
 * leader's connection in one transaction for minutes.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #closed = new AbortController();
  readonly #client: StoreClient;
  readonly #pid: number;
  /**
   * The beginning of the last heartbeat. The monotonic clock may stand still while a computer sleeps; the system's
   * clock may be changed.
   */
  #begunAt: Moment;
  readonly #beating: Promise<void>;

  private constructor(options: HeartbeatOptions, client: StoreClient, pid: number, begunAt: Moment) {
    [this.#options, this.#client, this.#pid, this.#begunAt] = [options, client, pid, begunAt];
    this.#beating = this.#run();
  }

  /** Begins the heartbeat for the connection that holds the lock. @throws the driver's error. */
  static async begin(holder: Queryable, options: HeartbeatOptions): Promise<Heartbeat> {
    const begunAt = momentOf(options.clock);
    const { rows } = await holder.query<{ pid: number }>(
      `INSERT INTO stockdeck.leader (pid, beat_at) VALUES (pg_backend_pid(), clock_timestamp())
         ON CONFLICT (one) DO UPDATE SET pid = excluded.pid, beat_at = excluded.beat_at RETURNING pid`,
    );
    const client = await openClient(options.address, options.onLost);
    return new Heartbeat(options, client, rows[0]?.pid ?? 0, begunAt);
  }

  /**
   * True if no other collector can have ended this session: the last heartbeat is recent. Without this check, a process
   * that was suspended would continue to answer clients before it learns that its connection was ended.
   */
  get isFresh(): boolean {
    const { monotonic, now } = momentOf(this.#options.clock);
    return Math.max(monotonic - this.#begunAt.monotonic, now - this.#begunAt.now) < HUNG_AFTER_MS;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#beating;
    await closeClient(this.#client);
  }

  async #run(): Promise<void> {
    const { clock, onLost } = this.#options;
    const { signal } = this.#closed;
    try {
      while (!signal.aborted) {
        await clock.wait(BEAT_EVERY_MS, signal);
        const begunAt = momentOf(clock);
        // A former leader must not renew the present leader's heartbeat.
        const { rowCount } = await this.#client.query(
          "UPDATE stockdeck.leader SET beat_at = clock_timestamp() WHERE pid = $1",
          [this.#pid],
        );
        if (rowCount !== 1) throw new Error("another collector leads");
        this.#begunAt = begunAt;
      }
    } catch (thrown) {
      if (!signal.aborted) onLost(thrown);
    }
  }
}

/**
 * Ends the session of a leader that hangs, and so releases the lock. Before the first heartbeat, the time of the
 * session's last statement is used instead.
 * @returns whether a session was ended.
 */
export async function endHungLeader(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(holder.pid) AS ended
       FROM pg_locks AS holder JOIN pg_stat_activity AS activity USING (pid)
         LEFT JOIN stockdeck.leader USING (pid)
       WHERE holder.locktype = 'advisory' AND holder.granted AND holder.objsubid = 2
         AND holder.classid = $1::oid AND holder.objid = $2::oid
         -- All collectors of a store have one role; another role's sessions cannot be ended.
         AND pg_has_role(activity.usesysid, 'USAGE')
         AND holder.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND coalesce(leader.beat_at, activity.state_change, activity.backend_start)
           < clock_timestamp() - $3 * interval '1 millisecond'`,
    [...LOCKS.leader, HUNG_AFTER_MS],
  );
  return rows[0]?.ended === true;
}
