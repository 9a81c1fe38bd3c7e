import { MIN_CASES, usualTimes, type TimeOut } from "../../../shared/features/custody/usual-times.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  toMilliseconds,
  isPossible,
  type Instant,
} from "../../../shared/base/time/instant.ts";
import { instantOf, readFacts } from "../../store/database/facts.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import type { QueryAt } from "../../index/query-results.ts";
import { QUARTER } from "../../../shared/base/time/local-day.ts";
import { changeNumbers, type ChangeNumbers } from "../../store/query/changed-records.ts";

/**
 * Computes how long items are usually out. Changes are read again only if there are new changes, or after another full
 * refresh.
 */
class UsualTimesReader {
  readonly #timesOut: TimesOutReader;
  #answer: { readonly key: string; readonly times: UsualTimes } | null = null;

  constructor(database: Database) {
    this.#timesOut = new TimesOutReader(database);
  }

  usualTimes(context: ReadingContext): UsualTimes {
    const range = changeNumbers(context.database);
    const { mark, revision } = readFacts(context.database);
    const key = JSON.stringify([range, mark, revision]);
    if (this.#answer?.key !== key) this.#answer = { key, times: this.#read(context, range, instantOf(mark)) };
    return this.#answer.times;
  }

  #read(context: ReadingContext, range: ChangeNumbers, until: Instant | null): UsualTimes {
    const since = observedSince(context.database);
    const times =
      since === null || until === null
        ? []
        : this.#timesOut.read(context, range, since.returns(range.first), until);
    return { since: since && formatInstant(since.observed), ...usualTimes(times) };
  }
}

const readers = new WeakMap<Database, UsualTimesReader>();

/** The usual times of a copy. It must be called within a read transaction. The result is kept for the next call. */
export function usualTimesOf(context: ReadingContext): UsualTimes {
  const reader = readers.get(context.database) ?? new UsualTimesReader(context.database);
  readers.set(context.database, reader);
  return reader.usualTimes(context);
}

/**
 * The time from which changes were observed: the first pass in the log, or the first change. Null if there is neither.
 */
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
    /** The time from which no return is missing. Changes before the first kept number were deleted. */
    returns: (first: number): Instant => (first > 1 ? Math.max(...known) : Math.min(...known)),
  };
}

/** The custody of an item between two of its changes. */
interface State {
  readonly status: unknown;
  /** The time of the check-out; null if the service sends no time. */
  readonly outAt: Instant | null;
  /** False if the copy lacks the item, or the service no longer returns it. */
  readonly isShown: boolean;
}

/** A change of the status, the check-out or the presence of an item. */
interface ChangeRow {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly after: Instant | null;
  readonly before: Instant;
  /** 1 if the field is one of the changed fields. */
  readonly hasStatus: 0 | 1;
  readonly oldStatus: unknown;
  readonly hasOutAt: 0 | 1;
  readonly oldOutAt: unknown;
}

interface ItemRow {
  readonly rowid: number;
  readonly id: string;
  readonly typeId: string | null;
  readonly status: string | null;
  readonly outAt: Instant | null;
  readonly isShown: 0 | 1;
}

const CHANGES = `SELECT number, id, type, observedAfter AS after, observedBefore AS before,
    json_type(fields, '$.status') IS NOT NULL AS hasStatus, fields ->> '$.status.old' AS oldStatus,
    json_type(fields, '$.checkedOutAt') IS NOT NULL AS hasOutAt, fields ->> '$.checkedOutAt.old' AS oldOutAt
  FROM changes WHERE number > ? AND resource = 'items' AND (type LIKE 'stockdeck.%' OR type = 'inventory.item.created'
    OR instr(fields, '"status"') OR instr(fields, '"checkedOutAt"'))
  ORDER BY number`;

/** SQL for items that have one of these changes. Their type is the present type. */
const ITEMS = `SELECT rowid, id, materialTypeId AS typeId, status, checkedOutAt AS outAt,
    noLongerReturnedSince IS NULL AS isShown
  FROM items WHERE id IN (SELECT value FROM json_each(?))`;

/** Items that are out and whose check-out time is known. Their index has everything that usual times need. */
const STILL_OUT: Query = {
  version: 1,
  filter: {
    all: [
      { field: "status", op: "is", value: "checked_out" },
      { field: "checkedOutAt", op: "notEmpty" },
    ],
  },
};

/**
 * Finds the times out in a copy. The reader keeps the changes that it has read, so that later calls read only new
 * changes.
 */
class TimesOutReader {
  readonly #database: Database;
  readonly #changes = new Map<string, ChangeRow[]>();
  #range: ChangeNumbers = { first: 0, last: 0 };

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Finds every observed time out. The former states of an item are found by undoing its changes from its present
   * state, the latest first.
   * @param range the numbers of the kept changes.
   * @param since the time from which changes are known.
   * @param until the service's time up to which the copy is complete.
   */
  read(context: ReadingContext, range: ChangeNumbers, since: Instant, until: Instant): readonly TimeOut[] {
    this.#follow(range);
    const ids = JSON.stringify([...this.#changes.keys()]);
    const items = this.#database.prepare(ITEMS).all(ids) as unknown as ItemRow[];
    const changed = items.flatMap((item) => timesOut(item, this.#changes.get(item.id) ?? [], since, until));
    // If there are fewer returns, no usual time can be known, so the other items need not be read.
    if (changed.filter(({ isReturned }) => isReturned).length < MIN_CASES) return changed;
    return [...changed, ...stillOut(context, new Set(items.map(({ rowid }) => rowid)), since, until)];
  }

  #follow({ first, last }: ChangeNumbers): void {
    if (first > this.#range.first)
      for (const [id, own] of this.#changes) {
        if ((own[0]?.number ?? 0) >= first) continue;
        const kept = own.filter(({ number }) => number >= first);
        if (kept.length === 0) this.#changes.delete(id);
        else this.#changes.set(id, kept);
      }
    for (const change of this.#database.prepare(CHANGES).all(this.#range.last) as unknown as ChangeRow[]) {
      const own = this.#changes.get(change.id);
      if (own) own.push(change);
      else this.#changes.set(change.id, [change]);
    }
    this.#range = { first, last };
  }
}

/** The times out of items that were already out before the first observation. @param changed row ids to leave out. */
function stillOut(
  { results, revision }: ReadingContext,
  changed: ReadonlySet<number>,
  since: Instant,
  until: Instant,
): TimeOut[] {
  const query: QueryAt = { resource: "items", input: STILL_OUT, now: 0, revision };
  const rowids = results.rowids(query);
  const outAt = results.numbersOf(query, "checkedOutAt", rowids);
  const [types] = results.levelCodes(query, [{ field: "materialTypeId" }], rowids);
  const [seenAt, ended] = [toMilliseconds(since), toMilliseconds(until)];
  const found: TimeOut[] = [];
  for (const [at, rowid] of rowids.entries()) {
    const instant = outAt[at] ?? 0;
    if (changed.has(rowid) || !isPossible(instant, since)) continue;
    found.push({
      typeId: types?.valueOf(types.codes[at] ?? 0) ?? null,
      outAt: toMilliseconds(instant),
      seenAt,
      isReturned: false,
      endedAfter: ended,
      endedBefore: ended,
    });
  }
  return found;
}

function timesOut(item: ItemRow, changes: readonly ChangeRow[], since: Instant, until: Instant): TimeOut[] {
  const states: State[] = [];
  let state: State = { status: item.status, outAt: item.outAt, isShown: item.isShown === 1 };
  for (const [at, change] of [...changes.entries()].toReversed()) {
    states[at + 1] = state;
    state = undo(state, change);
  }
  states[0] = state;
  const ended: TimeOut[] = [];
  let open = begin(states[0], since);
  const end = (isReturned: boolean, after: Instant, before: Instant): void => {
    if (!open) return;
    const { outAt, seenAt } = open;
    ended.push({
      typeId: item.typeId,
      outAt: toMilliseconds(outAt),
      seenAt: toMilliseconds(seenAt),
      isReturned,
      endedAfter: toMilliseconds(Math.min(after, before)),
      endedBefore: toMilliseconds(before),
    });
  };
  for (const [at, { after, before }] of changes.entries()) {
    const now = states[at + 1] as State;
    if (open && !(isOut(now) && now.outAt === open.outAt)) {
      const wasOutAt = after ?? open.seenAt;
      if (now.isShown && now.status === "available") end(true, wasOutAt, before);
      // The item is checked out with a later time, so its return before that was not observed.
      else if (isOut(now) && now.outAt > open.outAt)
        end(true, wasOutAt, Math.max(Math.min(before, now.outAt), wasOutAt));
      // The item was archived, hidden, lost or corrected. It was out for at least this long.
      else end(false, wasOutAt, wasOutAt);
      open = null;
    }
    open ??= begin(now, before);
  }
  end(false, until, until);
  return ended;
}

/** Undoes a change. Returns the state before the change. */
function undo(state: State, { type, hasStatus, oldStatus, hasOutAt, oldOutAt }: ChangeRow): State {
  if (type === "inventory.item.created") return { ...state, isShown: false };
  if (type.startsWith("stockdeck."))
    return { ...state, isShown: type === "stockdeck.item.no_longer_returned" };
  return {
    ...state,
    ...(hasStatus && { status: oldStatus }),
    ...(hasOutAt && { outAt: typeof oldOutAt === "string" ? parseInstant(oldOutAt) : null }),
  };
}

function isOut(state: State | undefined): state is State & { readonly outAt: Instant } {
  return state?.status === "checked_out" && state.outAt !== null && state.isShown;
}

/**
 * Begins a time out; null if the item is not out since a possible date. @param seenAt the first refresh that saw this
 * state.
 */
function begin(state: State | undefined, seenAt: Instant) {
  return isOut(state) && isPossible(state.outAt, seenAt) ? { outAt: state.outAt, seenAt } : null;
}
