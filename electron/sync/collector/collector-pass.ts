import { COLLECTOR_ERRORS } from "../messages.ts";
import { AppFailure, CANCELLED_ERROR, toAppError, said } from "../../../shared/base/errors.ts";
import type { ErrorKind } from "../../../shared/base/error-kinds.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Streamed } from "../../client/transport.ts";
import type { CollectorFacts } from "../../store/database/facts.ts";
import { runTask } from "../../store/database/worker-rpc.ts";
import type { CollectorCommit } from "./collector-writer.ts";
import {
  APPLY_CHANGES,
  BEGIN_SNAPSHOT,
  CHECK_SNAPSHOT,
  FINISH_SNAPSHOT,
  SAVE_DAYS,
  STORE_SNAPSHOT,
  TAKE_SNAPSHOT,
} from "./collector-tasks.ts";
import type { Fetched } from "../../store/ingest/upsert.ts";
import { EMPTY_TALLY, type PassOptions, type PassTally } from "../pass-options.ts";
import { getChanges, getDays, openSnapshot, type ChangesPage } from "./collector-api.ts";

/** The number of a snapshot's characters that are written in one transaction. */
const PART_CHARACTERS = 512 * 1024;
/** The most characters of one line: a record has at most about 100,000. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** How often a snapshot that breaks off is loaded, and ms before the second try; the pause doubles. */
const [TRIES, FIRST_PAUSE_MS] = [3, 1_000];
/** Ms between two reads of counted days. A refresh by the user, and the first refresh on another day, do not wait. */
const DAYS_EVERY_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** The most lines of one day. Usually there are far fewer: two for each type and location in each status. */
const MOST_LINES_OF_DAY = 1_000_000;
/** Failures of a token or of the store, and cancellations. They end a pass, whatever it is reading. */
const ENDS_PASS: ReadonlySet<ErrorKind> = new Set([
  "cancelled",
  "unauthorized",
  "forbidden",
  "store",
  "internal",
]);

/**
 * Brings a copy up to date with a collector: a snapshot first, then the changes after its number. A snapshot is
 * loaded again if the collector no longer has the copy's number, and in every full pass.
 * @param onTally called with the counts so far, before the pass ends or fails.
 * @throws AppFailure. Committed rows stay, up to a number of the collector.
 */
export async function runCollectorPass(
  options: PassOptions,
  onTally?: (tally: PassTally) => void,
): Promise<PassTally> {
  const pass = new CollectorPass(options, (await options.writer.beginPass()).pass);
  try {
    await pass.run();
  } finally {
    onTally?.(pass.tally);
  }
  return pass.tally;
}

class CollectorPass {
  readonly #options: PassOptions;
  #tally: PassTally;
  #position: CollectorFacts | null;

  constructor(options: PassOptions, number: number) {
    const { facts, mode } = options;
    this.#options = options;
    this.#position = facts.firstPullComplete && mode === "incremental" ? facts.collector : null;
    this.#tally = {
      number,
      mode: this.#position === null ? "full" : "incremental",
      tallies: { items: EMPTY_TALLY, types: EMPTY_TALLY, locations: EMPTY_TALLY },
      restarts: 0,
      verified: 0,
      hidden: 0,
      isWritten: false,
      halted: null,
      mark: facts.mark,
    };
  }

  get tally(): PassTally {
    return this.#tally;
  }

  async run(): Promise<void> {
    const position = this.#position ?? (await this.#loadSnapshot());
    const end = await this.#follow(position).catch(async (thrown: unknown) => {
      if (!isGone(thrown)) throw thrown;
      this.#tally = { ...this.#tally, mode: "full", restarts: 1 };
      return this.#follow(await this.#loadSnapshot());
    });
    await this.#readDays(end).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      if (ENDS_PASS.has(error.kind)) throw thrown;
      // The rows are complete even without their past.
      this.#tally = { ...this.#tally, daysProblem: error };
    });
    await this.#options.writer.buildIndexes();
    this.#tally = { ...this.#tally, isWritten: true, mark: end.page.completeAsOf ?? this.#tally.mark };
  }

  /** Loads a snapshot. If it breaks off, it is loaded again. */
  async #loadSnapshot(): Promise<CollectorFacts> {
    const { clock, client, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#storeSnapshot(await openSnapshot(client, signal));
      } catch (thrown) {
        if (toAppError(thrown).kind !== "network" || attempt === TRIES) throw thrown;
        await clock.wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + clock.random()), signal).catch(() => {
          throw new AppFailure(CANCELLED_ERROR);
        });
      }
    }
  }

  async #storeSnapshot(stream: Streamed): Promise<CollectorFacts> {
    const { writer, clock, acceptRemovals } = this.#options;
    try {
      await runTask(writer, BEGIN_SNAPSHOT, this.#fetched(stream.serverTime));
      await this.#takeParts(stream);
      await runTask(writer, CHECK_SNAPSHOT, acceptRemovals);
    } finally {
      stream.close();
    }
    const store = (): Promise<CollectorCommit | null> => runTask(writer, STORE_SNAPSHOT, undefined);
    for (let commit = await store(); commit; commit = await store()) this.#note(commit);
    // The indexes must exist before the copy counts as complete.
    await writer.buildIndexes();
    const { collector, ...commit } = await runTask(
      writer,
      FINISH_SNAPSHOT,
      new Date(clock.now()).toISOString(),
    );
    this.#note(commit);
    return collector;
  }

  /** Passes the lines to the store while the next lines arrive. */
  async #takeParts(stream: Streamed): Promise<void> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    let written: Promise<void> = Promise.resolve();
    const take = async (part: string): Promise<void> => {
      this.#options.onPage?.("items", stream.serverTime);
      this.#note(await runTask(this.#options.writer, TAKE_SNAPSHOT, part));
    };
    try {
      for (let bytes = await stream.next(); bytes !== null; bytes = await stream.next()) {
        text += decodeWith(decoder, bytes);
        if (text.length < PART_CHARACTERS) continue;
        const end = text.lastIndexOf("\n") + 1;
        if (end === 0 && text.length > MOST_CHARACTERS) throw notReadable();
        await written;
        const part = text.slice(0, end);
        text = text.slice(end);
        written = end === 0 ? Promise.resolve() : take(part);
        // The promise is awaited before the next part. If it fails before that, the failure must not count as
        // unhandled.
        written.catch(() => {});
      }
    } finally {
      await written;
    }
    // A last line that was cut off is left out. The check then finds that it is missing.
    await take(text.slice(0, text.lastIndexOf("\n") + 1));
  }

  /** Writes the changes after a position, page by page. */
  async #follow({ epoch, number, counted }: CollectorFacts) {
    const { client, writer, clock, signal } = this.#options;
    for (let last = number; ;) {
      const page = await getChanges(client, last, epoch, signal);
      if (page.epoch !== epoch)
        throw new AppFailure({ kind: "protocol", status: GONE, ...said(COLLECTOR_ERRORS.otherEpoch) });
      const end = {
        epoch,
        number: page.last,
        completeAsOf: page.more ? null : page.completeAsOf,
        at: new Date(clock.now()).toISOString(),
      };
      this.#options.onPage?.("items", page.serverTime);
      const fetched = this.#fetched(page.serverTime);
      const commit = await runTask(writer, APPLY_CHANGES, { changes: page.changes, end, fetched });
      this.#note({ ...commit, tallies: sumOf(this.#tally.tallies, commit.tallies) });
      if (page.more && page.last <= last) throw notReadable();
      last = page.last;
      if (page.more) continue;
      const { completeAsOf, error } = page;
      this.#options.onCollector?.({ epoch, number: last, completeAsOf, error });
      return { page, counted };
    }
  }

  /** Reads the days that the collector has counted since the copy last read them. */
  async #readDays({ page, counted: known }: { readonly page: ChangesPage; readonly counted: number }) {
    const { withReferences, mode } = this.#options;
    const { counted } = page;
    if (counted === known) return;
    const isOtherDay = localDay(new Date(counted)) !== localDay(new Date(known));
    if (!isOtherDay && !withReferences && mode !== "full" && Math.abs(counted - known) < DAYS_EVERY_MS)
      return;
    // One more day is read, because the collector's days may end at another hour.
    const from = localDay(new Date(Math.max(0, Math.min(counted, known) - DAY_MS)));
    await this.#storeDays(from);
    this.#tally = { ...this.#tally, daysProblem: null };
  }

  /**
   * Stores the counted days since a day, page by page. If the lines of a day are on two pages, the day is still stored
   * as a whole.
   */
  async #storeDays(from: string): Promise<void> {
    const { client, writer, signal } = this.#options;
    const places = new Set<string>();
    let [first, started, since]: [number | null, DayLines, string | null] = [null, [], null];
    for (let after: string | null = null; ;) {
      const { counted, lines, next } = await getDays(client, from, after, signal);
      // If a day is counted again during the reading, the pages are read again.
      first ??= counted;
      const known = [...started, ...lines];
      const end = next === null ? known.length : wholeDays(known);
      started = known.slice(end);
      const isEndless = next !== null && (places.has(next) || started.length > MOST_LINES_OF_DAY);
      if (isEndless || (next !== null && lines.length === 0)) throw notReadable();
      const isLast = next === null;
      since = await runTask(writer, SAVE_DAYS, {
        from,
        since,
        lines: known.slice(0, end),
        counted: isLast ? first : null,
      });
      if (isLast) return;
      places.add(next);
      after = next;
    }
  }

  #fetched(serverTime: number | null): Fetched {
    const { sequence, clock, serviceClock } = this.#options;
    const servedBy = serviceClock.observe(serverTime);
    return { sequence: sequence.take(), at: clock.now(), servedBy, verified: false, fullCheck: true };
  }

  #note({ commits, tallies }: CollectorCommit): void {
    this.#tally = { ...this.#tally, tallies };
    for (const { resource, ...commit } of commits)
      this.#options.onCommit?.(resource, { ...commit, tally: tallies[resource] });
  }
}

type DayLines = Awaited<ReturnType<typeof getDays>>["lines"];

/** The number of lines before the last day. The next page may continue that day. */
function wholeDays(lines: DayLines): number {
  const last = lines.at(-1)?.day;
  return last === undefined ? lines.length : lines.findLastIndex(({ day }) => day !== last) + 1;
}

type Tallies = PassTally["tallies"];

/** Adds the counts of a page of changes to the counts so far. */
function sumOf(left: Tallies, right: Tallies): Tallies {
  const sum = (resource: Resource) => ({
    seen: left[resource].seen + right[resource].seen,
    written: left[resource].written + right[resource].written,
    quarantined: 0,
    changes: left[resource].changes + right[resource].changes,
  });
  return { items: sum("items"), types: sum("types"), locations: sum("locations") };
}

/** The status for a number that the collector does not have. Then a snapshot is needed. */
const GONE = 410;

const isGone = (thrown: unknown): boolean => toAppError(thrown).status === GONE;

const notReadable = (): AppFailure =>
  new AppFailure({ kind: "protocol", ...said(COLLECTOR_ERRORS.unreadable) });

function decodeWith(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw notReadable();
  }
}
