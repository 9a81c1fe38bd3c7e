import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  type Instant,
} from "../../shared/base/time/instant.ts";

/*
 * The choice of `updatedSince`, and why a `Date` that is ahead loses nothing (docs/decisions/0014).
 *
 * The mark is the service's `Date` at the start of a pass (design 4.5), but items are filtered by `updatedAt`,
 * which may come from another clock. If `Date` is ahead of that clock by more than the overlap, an edit stamped
 * before the mark would be missed for good. So if `Date` is ahead of the local clock, or behind an earlier mark,
 * it is in doubt, and `updatedSince` is the earlier of (mark - overlap) and a bound. The bound is a time by the
 * clock of `updatedAt` before which no edit can be missing after a successful pass. An edit that the pass missed
 * was made after its first page of items was answered. So its stamp is not before the newest stamp on that page,
 * and is after every stamp known before the pass. A maximum over the whole pass would be no bound: a missed edit
 * may be stamped before a later one that the pass still meets.
 *
 * Stamps after the `Date` of their answer are ignored, because one row "of the year 2099" would move the bound out
 * of reach. A smaller bound is always safe. Stamps that become visible out of order are not covered; the full
 * check finds them.
 */

/** The bound if no time stamp is known. */
const EVERYTHING_STAMPED = "1970-01-01T00:00:00.000Z";
/** If a `Date` is ahead by more ms, it is distrusted, whatever the overlap. */
const MOST_TRUST = 120_000;
/** The least tolerance in ms. `Date` has whole seconds, and an answer takes time. */
const LEAST_TRUST = 5_000;

/** Collects the data for the mark and the bound: the pass's first answer, and the first page of items. */
export class PassStart {
  readonly #previous: string | null;
  readonly #trust: number;
  readonly #bounded: boolean;
  #answered = false;
  #newestOfFirst: Instant | null = null;
  #known: Instant | null = null;
  /** The `Date` of the pass's first answer in ms since the epoch; null if absent. */
  serverTime: number | null = null;
  /** The highest `updatedAt` on the first page of items. */
  highestUpdate: Instant | null = null;
  /** True if the mark may be ahead of the clock of `updatedAt`. */
  doubted = false;

  /**
   * @param previous the last mark, ISO 8601.
   * @param overlap in seconds.
   * @param bound the bound of the last mark; null if it has none.
   */
  constructor(previous: string | null, overlap: number, bound: string | null) {
    this.#previous = previous;
    this.#trust = Math.max(LEAST_TRUST, Math.min(MOST_TRUST, overlap * 500));
    this.#bounded = bound !== null;
  }

  /** Takes the `Date` of the pass's first answer. @param now ms since the epoch by the local clock. */
  observeAnswer(serverTime: number | null, now: number): void {
    if (this.#answered) return;
    this.#answered = true;
    this.serverTime = serverTime;
    const marked = this.#previous === null ? Number.NEGATIVE_INFINITY : Date.parse(this.#previous);
    this.doubted =
      serverTime === null
        ? this.#bounded || marked - now > this.#trust
        : Math.max(serverTime - now, marked - serverTime) > this.#trust;
  }

  /** Takes the first page of items. If `doubted` is true afterwards, an incremental pass must call `observeKnown`. */
  observeFirstItems(records: readonly unknown[], serverTime: number | null, now: number): void {
    const stamps = records.flatMap((record) => readUpdate(record) ?? []);
    this.highestUpdate = newestOf(stamps);
    this.#newestOfFirst = newestOf(stamps.filter((stamp) => stamp <= latestPossible(serverTime, now)));
    // Without a `Date`, this time stamp may become the mark.
    if (this.serverTime === null && this.highestUpdate !== null) {
      this.doubted ||= this.highestUpdate > fromMilliseconds(now + this.#trust);
    }
  }

  /** Takes the newest `updatedAt` in the copy, before the pass stores any item. Only an incremental pass needs it. */
  observeKnown(known: Instant | null): void {
    this.#known = known;
  }

  /**
   * The time before which no edit is missing after a successful pass. It is by the clock of `updatedAt`, in ISO 8601;
   * null if the service's `Date` is not in doubt.
   */
  get bound(): string | null {
    const [first, known] = [this.#newestOfFirst, this.#known];
    if (!this.doubted) return null;
    const after = known === null ? null : nextMillisecond(known);
    const bound = first !== null && (known === null || first > known) ? first : after;
    return bound === null ? EVERYTHING_STAMPED : formatInstant(bound);
  }
}

/** The latest possible update time in an answer. It follows from the second of its `Date`, or from the local clock. */
export function latestPossible(serverTime: number | null, now: number): Instant {
  return fromMilliseconds((serverTime ?? now) + 1_000);
}

/**
 * Chooses the mark of a pass (design 4.5), ISO 8601; null if no time is known. The local clock is never used.
 * @param serverTime ms since the epoch, of the pass's first answer.
 * @param highestUpdate microseconds since the epoch, on the first page of items.
 * @param everything true in a full pass, the only one in which the mark may go back.
 */
export function chooseMark(
  serverTime: number | null,
  highestUpdate: number | null,
  previous: string | null,
  everything: boolean,
): string | null {
  const last = previous === null ? null : fromMilliseconds(Date.parse(previous));
  const served = serverTime === null ? null : fromMilliseconds(serverTime);
  if (everything && served !== null) return formatInstant(served);
  const candidates = [served ?? highestUpdate, last].filter((time) => time !== null);
  return candidates.length === 0 ? null : formatInstant(floorToMilliseconds(Math.max(...candidates)));
}

/**
 * The `updatedSince` of an incremental pass (specification 4.5.2). It is the mark minus the overlap in seconds, but not
 * after the bound. The bound is null if `Date` was not in doubt.
 */
export function updatedSince(mark: string, overlap: number, bound: string | null): string {
  const since = Math.floor(Date.parse(mark)) - overlap * 1_000;
  const latest = bound === null ? since : Math.floor(Date.parse(bound));
  return new Date(Math.min(since, latest)).toISOString();
}

function floorToMilliseconds(microseconds: number): number {
  return Math.floor(microseconds / 1_000) * 1_000;
}

function nextMillisecond(instant: Instant): Instant {
  return floorToMilliseconds(instant) + 1_000;
}

function newestOf(instants: readonly (Instant | null)[]): Instant | null {
  // `Math.max` with spread arguments would fail, because a page may have any number of records.
  return instants.reduce<Instant | null>(
    (newest, instant) => (instant === null || (newest !== null && newest >= instant) ? newest : instant),
    null,
  );
}

function readUpdate(record: unknown): Instant | null {
  const { updatedAt } = (record ?? {}) as { updatedAt?: unknown };
  return typeof updatedAt === "string" ? parseInstant(updatedAt) : null;
}
