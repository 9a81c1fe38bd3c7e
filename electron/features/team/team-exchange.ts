import { AppFailure, toAppError, type AppError } from "../../../shared/base/errors.ts";
import { MAX_TEAM_RECORDS } from "../../../shared/features/team/team-kinds.ts";
import {
  MAX_EDITS,
  MAX_EDITS_BODY,
  TEAM_PATH,
  teamPageSchema,
  teamResultsSchema,
  type TeamEdit,
  type TeamPage,
  type TeamRecord,
} from "../../../shared/features/team/team-protocol.ts";
import type { ApiClient } from "../../client/api-client.ts";
import { notACollector, readParts } from "../../client/read-answer.ts";
import type { Clock, Timer } from "../../base/clock.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { ReadPage } from "./team-overview.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { TeamTables } from "./team-tables.ts";

/** The status of an answer that makes the client read all records again. */
const GONE = 410;
/** The statuses of answers to edits that are too large or cannot be read. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413]);
/** A page that was read, and whether more pages follow. */
type PageAnswer = ReadPage & Pick<TeamPage, "more">;

/** Ms between two regular exchanges. */
const EVERY_MS = 60_000;
/** Ms by which clocks may seem to differ, because a `Date` header has whole seconds. */
const ALIKE_MS = 2_000;

/** The requests to a collector's documents. */
export type TeamApi = Pick<ApiClient, "getAddition" | "postAddition">;

/** The records that an exchange may have changed. */
export interface TeamNews {
  readonly documents: readonly string[];
  /** The records that were read, by their documents and ids; null if all records were read again. */
  readonly records: readonly Pick<TeamRecord, "document" | "id">[] | null;
}

export interface TeamExchangeOptions {
  readonly connectionId: string;
  readonly store: Remote<TeamTables & UserDatabase>;
  readonly api: TeamApi;
  readonly clock: Pick<Clock, "now" | "every">;
  /** Called after each exchange. */
  onExchanged(news: TeamNews): Promise<void> | void;
}

/**
 * Exchanges a connection's team records with its collector. It first sends the user's edits, then reads new records.
 * While the collector cannot be reached, edits wait in the database.
 */
export class TeamExchange {
  readonly #options: TeamExchangeOptions;
  readonly #closing = new AbortController();
  #timer: Timer | null = null;
  #running: Promise<void> | null = null;
  #dropping: Promise<void> | null = null;
  #isWanted = false;
  #exchangedAt: number | null = null;
  #error: AppError | null = null;
  /** The last sequence number that was read since the start; null before the first exchange. */
  #last: number | null = null;
  /** The records that this exchange read; null if all records were read again. */
  #records: Pick<TeamRecord, "document" | "id">[] | null = [];

  constructor(options: TeamExchangeOptions) {
    this.#options = options;
  }

  /** Exchanges now, and then regularly until it is closed. */
  begin(): void {
    this.#timer = this.#options.clock.every(EVERY_MS, () => void this.exchange());
    void this.exchange();
  }

  /** The time of the last complete exchange, ms since the epoch; null before the first one. */
  get exchangedAt(): number | null {
    return this.#exchangedAt;
  }

  /** The reason why the last exchange failed; null if it succeeded. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Exchanges now. A call during an exchange causes one more exchange. Failures are in `error`. */
  exchange(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.#isWanted = true;
    this.#running ??= this.#whileWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Handles the last number of the team's records in a message of the stream. If it is new, an exchange follows. */
  note(number: unknown): void {
    if (typeof number === "number" && number !== this.#last) void this.exchange();
  }

  async close(): Promise<void> {
    this.#timer?.stop();
    this.#closing.abort();
    await this.#running;
    await this.#dropping;
  }

  get #request() {
    return { priority: "background", signal: this.#closing.signal } as const;
  }

  async #whileWanted(): Promise<void> {
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      const changed = new Set<string>();
      this.#records = [];
      try {
        // Records are read first, because this shows the rights of the token, and whether the user must confirm old
        // edits.
        for (const document of await this.#read()) changed.add(document);
        if (await this.#send()) for (const document of await this.#read()) changed.add(document);
        [this.#exchangedAt, this.#error] = [this.#options.clock.now(), null];
      } catch (thrown) {
        this.#error = toAppError(thrown);
      }
      if (!this.#closing.signal.aborted)
        await this.#report({ documents: [...changed], records: this.#records });
    }
  }

  /** Reports the changed records. If a receiver fails, the failure concerns the open copy and not the exchange. */
  async #report(news: TeamNews): Promise<void> {
    try {
      await this.#options.onExchanged(news);
    } catch (thrown) {
      this.#error ??= toAppError(thrown);
    }
  }

  /** Sends the waiting edits in their order. @returns whether there were any edits. */
  async #send(): Promise<boolean> {
    const { connectionId, store } = this.#options;
    if ((await store.teamState(connectionId))?.access !== "annotate") return false;
    for (let isFirst = true; ; isFirst = false) {
      const edits = sendable(await store.waitingEdits(connectionId, MAX_EDITS));
      if (edits.length === 0) return !isFirst;
      await this.#post(edits);
    }
  }

  /**
   * Sends edits in one request. If the collector does not accept the request, each edit is sent alone, and an invalid
   * edit is refused.
   */
  async #post(edits: readonly TeamEdit[]): Promise<void> {
    const { connectionId, store, api } = this.#options;
    try {
      const { body } = await api.postAddition(TEAM_PATH, JSON.stringify({ edits }), this.#request);
      const { results } = readParts(teamResultsSchema, body);
      await store.editsAnswered(connectionId, results);
      // If an answer named no edit, the client would send the same edits for ever.
      const answered = new Set(results.map(({ edit }) => edit));
      if (!edits.every(({ edit }) => answered.has(edit))) throw notACollector();
    } catch (thrown) {
      if (!(thrown instanceof AppFailure) || !UNREADABLE.has(thrown.error.status ?? 0)) throw thrown;
      const [only, ...others] = edits;
      if (only && others.length === 0)
        await store.editsAnswered(connectionId, [{ edit: only.edit, outcome: "refused" }]);
      else for (const edit of edits) await this.#post([edit]);
    }
  }

  /** Reads new records. @returns the documents that may have changed. */
  async #read(): Promise<readonly string[]> {
    const { connectionId, store } = this.#options;
    const state = await store.teamState(connectionId);
    if (!state) return this.#readAll(null);
    const changed: string[] = [];
    for (let { last } = state; ;) {
      let page: PageAnswer;
      try {
        page = await this.#page(`after=${last}&epoch=${encodeURIComponent(state.epoch)}`);
      } catch (thrown) {
        if (!(thrown instanceof AppFailure) || thrown.error.status !== GONE) throw thrown;
        return [...changed, ...(await this.#readAll(state.epoch))];
      }
      const { more } = page;
      if (more && page.last <= last) throw notACollector();
      const now = this.#options.clock.now();
      changed.push(
        ...(await store.storeTeamPage(connectionId, page, { all: false, asks: false, more }, now)),
      );
      for (const { document, id } of page.records) this.#records?.push({ document, id });
      if (!more) return changed;
      ({ last } = page);
    }
  }

  /**
   * Reads all records, and replaces the stored records at once.
   * @param epoch the numbering so far. If it has not changed, this workstation was away for longer than deleted records
   * are kept, so the user must confirm the waiting edits.
   */
  async #readAll(epoch: string | null): Promise<readonly string[]> {
    const { connectionId, store, clock } = this.#options;
    this.#records = null;
    await store.beginTeamReading(connectionId);
    let read = 0;
    for (let after = 0; ;) {
      const page = await this.#page(`after=${after}&all=true`);
      const { more } = page;
      read += page.records.length;
      if (more && (page.last <= after || read > 2 * MAX_TEAM_RECORDS)) throw notACollector();
      after = page.last;
      const asks = page.epoch === epoch;
      const changed = await store.storeTeamPage(connectionId, page, { all: true, asks, more }, clock.now());
      if (more) continue;
      this.#dropping ??= this.#dropReplaced().finally(() => (this.#dropping = null));
      return changed;
    }
  }

  /** Deletes the replaced records in parts, so that other calls need not wait. */
  async #dropReplaced(): Promise<void> {
    const { connectionId, store } = this.#options;
    try {
      while (!this.#closing.signal.aborted && (await store.dropSomeTeamRecords(connectionId)));
    } catch {
      // After a failure, they are deleted when records are read the next time.
    }
  }

  async #page(query: string): Promise<PageAnswer> {
    const { api, clock } = this.#options;
    const { body, serverTime } = await api.getAddition(`${TEAM_PATH}?${query}`, this.#request);
    const ahead = serverTime === null ? 0 : serverTime - clock.now();
    const page = readParts(teamPageSchema, body);
    if (page.more && page.records.length === 0) throw notACollector();
    this.#last = page.last;
    return { ...page, clockAhead: Math.abs(ahead) < ALIKE_MS ? 0 : ahead };
  }
}

/** The first edits that fit together into a body that a collector accepts. */
function sendable(edits: readonly TeamEdit[]): readonly TeamEdit[] {
  let size = 0;
  const end = edits.findIndex((edit) => {
    size += JSON.stringify(edit).length + 1;
    return size > MAX_EDITS_BODY / 4;
  });
  return end < 0 ? edits : edits.slice(0, Math.max(1, end));
}
