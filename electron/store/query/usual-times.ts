import {
  rankOf,
  usualTimes,
  type BoundedTime,
  type CustodyCase,
  type UsualTime,
  type UsualTimes,
} from "../../../shared/domain/usual-times.ts";
import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  toMilliseconds,
} from "../../../shared/time/instant.ts";
import type { Database } from "../database/open-database.ts";
import { QUARTER } from "../database/quarters.ts";

/** The latest returns that count: what was usual years ago is not usual now. */
const MAX_CASES = 50_000;

/** How long items usually are out. Returns are read again only where there are new changes. */
export class UsualTimesReader {
  readonly #database: Database;
  #read: { readonly upTo: number; readonly cases: readonly CustodyCase[] } = { upTo: -1, cases: [] };
  #answer: { readonly upTo: number; readonly times: Omit<UsualTimes, "since"> } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param now ms since the epoch by the service's clock. Used within a read transaction. */
  usualTimes(now: number): UsualTimes {
    const { upTo } = this.#database.prepare("SELECT ifnull(max(number), 0) AS upTo FROM changes").get() as {
      upTo: number;
    };
    if (this.#read.upTo !== upTo) this.#read = { upTo, cases: readCases(this.#database) };
    if (this.#answer?.upTo !== upTo) {
      const times = usualTimes(this.#read.cases, () => readAges(this.#database, now));
      // What is out grows older with every minute, so that is not kept.
      if (times.all?.basis !== "returns") return { since: observedSince(this.#database), ...times };
      this.#answer = { upTo, times };
    }
    return { since: observedSince(this.#database), ...this.#answer.times };
  }
}

/** The latest returns of items whose check-out the service dated. An item's type is the one that it has now. */
function readCases(database: Database): readonly CustodyCase[] {
  const rows = database
    .prepare(
      `SELECT i.materialTypeId AS typeId, json_extract(c.fields, '$.checkedOutAt.old') AS outAt,
         c.observedAfter AS after, c.observedBefore AS before
       FROM changes AS c LEFT JOIN items AS i ON i.id = c.id
       WHERE c.type = 'inventory.item.returned' ORDER BY c.number DESC LIMIT ?`,
    )
    .all(MAX_CASES) as unknown as {
    typeId: string | null;
    outAt: unknown;
    after: number | null;
    before: number;
  }[];
  return rows.flatMap(({ typeId, outAt, after, before }) => {
    const out = typeof outAt === "string" ? parseInstant(outAt) : null;
    if (out === null || out > before) return [];
    const returnedAfter = after === null ? null : toMilliseconds(after);
    return [{ typeId, outAt: toMilliseconds(out), returnedAfter, returnedBefore: toMilliseconds(before) }];
  });
}

/** How long the items that are out have been so; null where none is. All of it is in `items_by_status`. */
function readAges(database: Database, now: number): UsualTime | null {
  const out = `FROM items
     WHERE status = 'checked_out' AND checkedOutAt IS NOT NULL AND noLongerReturnedSince IS NULL`;
  const { cases } = database.prepare(`SELECT count(*) AS cases ${out}`).get() as { cases: number };
  if (cases === 0) return null;
  const latestFirst = database.prepare(
    `SELECT checkedOutAt AS at ${out} ORDER BY checkedOutAt DESC LIMIT 1 OFFSET ?`,
  );
  const ageAt = (part: number): BoundedTime => {
    const { at } = latestFirst.get(rankOf(part, cases)) as { at: number };
    const age = Math.max(0, now - toMilliseconds(at));
    return { least: age, most: age };
  };
  return { cases, median: ageAt(0.5), p90: ageAt(0.9) };
}

/** Since when changes are known: since the first pass that is still remembered, or the first change. */
function observedSince(database: Database): string | null {
  const { change, quarter } = database
    .prepare(
      `SELECT (SELECT min(observedBefore) FROM changes) AS change,
         (SELECT min(quarter) FROM observed_quarters) AS quarter`,
    )
    .get() as { change: number | null; quarter: number | null };
  const known = [change, quarter === null ? null : fromMilliseconds(quarter * QUARTER)].filter(
    (instant) => instant !== null,
  );
  return known.length === 0 ? null : formatInstant(Math.min(...known));
}
