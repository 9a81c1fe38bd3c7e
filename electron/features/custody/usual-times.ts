import { usualTimes } from "../../../shared/features/custody/usual-times.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import { formatInstant, fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { instantOf, readFacts } from "../../store/database/facts.ts";
import type { Database } from "../../store/database/open-database.ts";
import { QUARTER } from "../../store/database/quarters.ts";
import { changeNumbers, type ChangeNumbers } from "../../store/query/changed-records.ts";
import { TimesOutReader } from "./times-out.ts";

/** How long items usually are out. Changes are read again only after new ones, or another whole refresh. */
export class UsualTimesReader {
  readonly #database: Database;
  readonly #timesOut: TimesOutReader;
  #answer: { readonly key: string; readonly times: UsualTimes } | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#timesOut = new TimesOutReader(database);
  }

  /** Used within a read transaction. */
  usualTimes(): UsualTimes {
    const range = changeNumbers(this.#database);
    const { mark, revision } = readFacts(this.#database);
    const key = JSON.stringify([range, mark, revision]);
    if (this.#answer?.key !== key) this.#answer = { key, times: this.#read(range, instantOf(mark)) };
    return this.#answer.times;
  }

  #read(range: ChangeNumbers, until: Instant | null): UsualTimes {
    const since = observedSince(this.#database);
    const times =
      since === null || until === null ? [] : this.#timesOut.read(range, since.returns(range.first), until);
    return { since: since && formatInstant(since.observed), ...usualTimes(times) };
  }
}

const readers = new WeakMap<Database, UsualTimesReader>();

/** The usual times of a database, whose answer is kept for the next question. */
export function usualTimesOf(database: Database): UsualTimesReader {
  const known = readers.get(database) ?? new UsualTimesReader(database);
  readers.set(database, known);
  return known;
}

/** The first observation of changes: the first pass that is still logged, or the first change; null without either. */
function observedSince(database: Database) {
  const { change, quarter } = database
    .prepare(
      `SELECT (SELECT min(observedBefore) FROM changes) AS change,
         (SELECT min(quarter) FROM observed_quarters) AS quarter`,
    )
    .get() as { change: number | null; quarter: number | null };
  const pass = quarter === null ? null : fromMilliseconds(quarter * QUARTER);
  const known = [change, pass].filter((instant) => instant !== null);
  if (known.length === 0) return null;
  return {
    observed: Math.min(...known),
    /** The time after which no return is missing: changes before the first number were deleted. */
    returns: (first: number): Instant => (first > 1 ? Math.max(...known) : Math.min(...known)),
  };
}
