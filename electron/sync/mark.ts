import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  type Instant,
} from "../../shared/base/time/instant.ts";

/*
 * Since when to ask, and why a `Date` that is ahead loses nothing (docs/decisions/0014).
 *
 * The mark is the service's `Date` at the start of a pass (design 4.5), but items are filtered by their `updatedAt`, which
 * may come from another clock. If `Date` is ahead of the stamps by more than the overlap, an edit stamped before the mark
 * would be missed for good. So if `Date` is ahead of the local clock, or behind a mark that it gave before, it is in
 * doubt, and `updatedSince` is the earlier of (mark - overlap) and a bound: a moment, by the stamps' own clock, before
 * which no edit can be missing once the pass is whole. What a whole pass missed was edited after its first page of items
 * was answered, and so is stamped not before the newest stamp on that page, and after every stamp known before the pass.
 * A maximum over the pass would be no bound: an edit behind the reader is stamped before a later one that it still meets.
 *
 * Stamps after the `Date` of their answer are left out: one row "of the year 2099" would move the bound out of reach. A
 * smaller bound is always safe. Not covered are stamps that become visible out of order; the full check finds these.
 */

/** The bound if no stamp is known. */
const EVERYTHING_STAMPED = "1970-01-01T00:00:00.000Z";
/** However long the overlap, a `Date` further ahead than this is doubted; ms. */
const MOST_TRUST = 120_000;
/** `Date` has whole seconds, and an answer takes its time; ms. */
const LEAST_TRUST = 5_000;

/** Collects the inputs of the mark and the bound: the pass's first answer, and the first page of items. */
export class PassStart {
  readonly #previous: string | null;
  readonly #trust: number;
  readonly #bounded: boolean;
  #answered = false;
  #newestOfFirst: Instant | null = null;
  #known: Instant | null = null;
  /** The `Date` of the pass's first answer, in ms since the epoch; null without one. */
  serverTime: number | null = null;
  /** The highest `updatedAt` on the first page of items. */
  highestUpdate: Instant | null = null;
  /** True if the mark may be ahead of the stamps. */
  doubted = false;

  /** @param previous the last mark, ISO 8601. @param overlap seconds. @param bound that of the last mark, if any. */
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

  /** Takes note of the first page of items; `observeKnown` has to follow if there is a doubt then. */
  observeFirstItems(records: readonly unknown[], serverTime: number | null, now: number): void {
    const stamps = records.flatMap((record) => readUpdate(record) ?? []);
    this.highestUpdate = newestOf(stamps);
    this.#newestOfFirst = newestOf(stamps.filter((stamp) => stamp <= latestPossible(serverTime, now)));
    // Without a Date the mark may be this stamp.
    if (this.serverTime === null && this.highestUpdate !== null) {
      this.doubted ||= this.highestUpdate > fromMilliseconds(now + this.#trust);
    }
  }

  /** Takes note of the newest stamp in the copy before the first page of items; a full pass begins without. */
  observeKnown(known: Instant | null): void {
    this.#known = known;
  }

  /**
   * The moment before which no edit is missing once the pass is whole. It is by the stamps' own clock, in ISO 8601;
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

/** The latest stamp that an answer can have: within the second that its `Date` names, else that of the local clock. */
export function latestPossible(serverTime: number | null, now: number): Instant {
  return fromMilliseconds((serverTime ?? now) + 1_000);
}

/**
 * The mark of a pass (design 4.5), ISO 8601; null if no time is known. Never by the local clock.
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
 * The `updatedSince` of an incremental pass (specification 4.5.2): the mark less the overlap (seconds), and not after the
 * bound, which is null if `Date` was not in doubt.
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
