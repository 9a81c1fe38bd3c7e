import { formatInstant, fromMilliseconds, parseInstant, type Instant } from "../../shared/time/instant.ts";

/*
 * Since when to ask, and why a `Date` that is ahead loses nothing.
 *
 * The mark is the service's `Date` at the start of a pass (design 4.5). But items are filtered by their `updatedAt`,
 * which another machine of the service may write by another clock. Where `Date` is ahead of the stamps by more than
 * the overlap, the mark lies in the stamps' future, and an edit stamped before it would be missed by every incremental
 * pass, for as long as the two disagree. A `Date` that is behind only brings rows again.
 *
 * From one pass alone a `Date` that is ahead cannot be told from a company in which nobody edits. What can be told is
 * whether it is ahead of the local clock, or behind a mark that it gave before: then it is in doubt, though the fault
 * may be the local clock's. An answer without a `Date` leaves a doubt that there was, for the mark stays where it was;
 * and a mark that comes of the stamps themselves is in doubt where it is ahead of the local clock. The mark stays what
 * design 4.5 says; in doubt, the question is bounded by what the stamps themselves have told:
 *
 *     updatedSince = the earlier of (mark - overlap) and the bound
 *
 * The bound is a moment, by the stamps' own clock, before which no edit can be missing once the pass is whole. What a
 * whole pass missed was edited after its first page of items was answered, and so was stamped
 *   - not before the newest stamp on that first page, which was in the past when the page was answered; and
 *   - after every stamp that was known before the pass began.
 * A maximum over the pass would be no bound (design 4.5 forbids it for the mark too): an edit behind the reader is
 * stamped before a later one that the reader still meets.
 *
 * Where nobody has edited for longer than the overlap, the bound lies one millisecond after the newest stamp, so that
 * the answer still is one empty page, however many rows share that stamp. Stamps that lie after the `Date` of the
 * answer that brought them (the local clock, where it has none) are left out: one row "of the year 2099" would move the
 * bound out of reach. A smaller bound is always safe; where no stamp is known, everything is requested. Not
 * covered: with a `Date` that is ahead, there is no overlap for stamps that become visible out of order; the full check
 * (design 4.8) finds these.
 */

/** The bound where no stamp is known. */
const EVERYTHING_STAMPED = "1970-01-01T00:00:00.000Z";
/** However long the overlap, a `Date` further ahead than this is doubted; ms. */
const MOST_TRUST = 120_000;
/** `Date` has whole seconds, and an answer takes its time; ms. */
const LEAST_TRUST = 5_000;

/** Notes what the mark and the bound are chosen from: the pass's first answer, and the first page of items. */
export class PassStart {
  readonly #previous: string | null;
  readonly #trust: number;
  readonly #bounded: boolean;
  #answered = false;
  #newestOfFirst: Instant | null = null;
  #known: Instant | null = null;
  /** Ms since the epoch, of the pass's first answer; null where it did not tell. */
  serverTime: number | null = null;
  /** The highest `updatedAt` on the first page of items. */
  highestUpdate: Instant | null = null;
  /** True where the mark may be ahead of the stamps. */
  doubted = false;

  /**
   * @param previous the last mark, ISO 8601.
   * @param overlap seconds.
   * @param bound the bound of the last mark; null where that was not in doubt.
   */
  constructor(previous: string | null, overlap: number, bound: string | null) {
    this.#previous = previous;
    this.#trust = Math.max(LEAST_TRUST, Math.min(MOST_TRUST, overlap * 500));
    this.#bounded = bound !== null;
  }

  /** Takes note of the pass's answers. @param now ms since the epoch by the local clock. */
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

  /**
   * Takes note of the first page of items; `observeKnown` has to follow where there is a doubt then.
   * @param serverTime the page's `Date` in ms since the epoch; null where it has none.
   * @param now ms since the epoch by the local clock.
   */
  observeFirstItems(records: readonly unknown[], serverTime: number | null, now: number): void {
    const stamps = records.flatMap((record) => readUpdate(record) ?? []);
    this.highestUpdate = newestOf(stamps);
    this.#newestOfFirst = newestOf(stamps.filter((stamp) => stamp <= latestPossible(serverTime, now)));
    // Without a Date the mark may come of this stamp.
    if (this.serverTime === null && this.highestUpdate !== null) {
      this.doubted ||= this.highestUpdate > fromMilliseconds(now + this.#trust);
    }
  }

  /** Takes note of the newest stamp in the copy before the first page of items; a full pass begins without. */
  observeKnown(known: Instant | null): void {
    this.#known = known;
  }

  /** Before this moment, by the stamps' own clock, no edit is missing once the pass is whole; ISO 8601, null for none. */
  get bound(): string | null {
    const [first, known] = [this.#newestOfFirst, this.#known];
    if (!this.doubted) return null;
    const after = known === null ? null : nextMillisecond(known);
    const bound = first !== null && (known === null || first > known) ? first : after;
    return bound === null ? EVERYTHING_STAMPED : formatInstant(bound);
  }
}

/**
 * The latest stamp that an answer can have: within the second that its `Date` names; an instant.
 * @param now ms since the epoch by the local clock, which stands in for a `Date` that is not there.
 */
export function latestPossible(serverTime: number | null, now: number): Instant {
  return fromMilliseconds((serverTime ?? now) + 1_000);
}

/**
 * The mark of a pass (design 4.5): the service's own clock at the pass's start, where its `Date` header says so; else
 * the larger of the last mark and the highest `updatedAt` on the first page of items. Never the local clock.
 * @param serverTime ms since the epoch, of the pass's first answer.
 * @param highestUpdate microseconds since the epoch, on the first page of items.
 * @param previous ISO 8601.
 * @param everything true in a full pass, the only one in which the mark may go back.
 * @returns ISO 8601 in UTC; null where no time is known.
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
 * The `updatedSince` of an incremental pass (specification 4.5.2): the mark less the overlap, and not after the bound.
 * @param overlap seconds.
 * @param bound ISO 8601; null where `Date` was not in doubt.
 * @returns ISO 8601 in UTC with milliseconds, rounded down.
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
  // Not by spreading: a page has as many records as the service likes.
  return instants.reduce<Instant | null>(
    (newest, instant) => (instant === null || (newest !== null && newest >= instant) ? newest : instant),
    null,
  );
}

function readUpdate(record: unknown): Instant | null {
  const { updatedAt } = (record ?? {}) as { updatedAt?: unknown };
  return typeof updatedAt === "string" ? parseInstant(updatedAt) : null;
}
