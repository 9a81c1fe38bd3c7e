import { formatInstant, fromMilliseconds, parseInstant, type Instant } from "../../../shared/instant.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { Page } from "../api/api-client.ts";

/*
 * Since when to ask, and why a `Date` that is ahead loses nothing.
 *
 * The mark is the service's `Date` at the start of a pass (design 4.5). But items are filtered by their `updatedAt`,
 * which another machine of the service may write by another clock. Where `Date` is ahead of the stamps by more than
 * the overlap, the mark lies in the stamps' future, and an edit stamped before it would be missed by every incremental
 * pass, for as long as the two disagree. A `Date` that is behind only brings rows again.
 *
 * From one pass alone a `Date` that is ahead cannot be told from a company in which nobody edits. So the mark stays
 * what design 4.5 says, and it is the question that is bounded by what the stamps themselves have told:
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
 * Where the clocks agree and people edit, the bound lies behind mark - overlap and changes nothing. Where nobody has
 * edited for longer than the overlap, it lies one millisecond after the newest stamp, so that the answer still is one
 * empty page, however many rows share that stamp. Only the pass after a full one asks for a little more, because the
 * first page of a listing in the order of ids need not have a young stamp on it: of n rows about n / 250.
 *
 * Stamps that lie after the `Date` of the answer that brought them are left out: one row "of the year 2099" would move
 * the bound out of reach. A smaller bound is always safe. Not covered: with a `Date` that is ahead, there is no overlap
 * for stamps that become visible out of order; the full check (design 4.8) finds these.
 */

/** What the time stamps of items have told so far; ISO 8601, null where nothing is known. */
export interface StampFacts {
  /** The newest `updatedAt` that the whole passes so far have met. */
  readonly newestUpdate: string | null;
  /** Before this moment, by the stamps' own clock, no edit is missing in the copy. */
  readonly updateBound: string | null;
}

/** Notes what the mark and the bound are chosen from: the pass's first answer, and the stamps of items. */
export class PassStart {
  #answered = false;
  #itemsSeen = false;
  #newestOfFirst: Instant | null = null;
  #newest: Instant | null = null;
  /** Ms since the epoch, of the pass's first answer; null where it did not tell. */
  serverTime: number | null = null;
  /** The highest `updatedAt` on the first page of items. */
  highestUpdate: Instant | null = null;

  observe(resource: Resource, page: Page): void {
    if (!this.#answered) this.serverTime = page.serverTime;
    this.#answered = true;
    if (resource !== "items") return;
    const stamps = page.records.flatMap((record) => readUpdate(record) ?? []);
    // `Date` has whole seconds.
    const latest = page.serverTime === null ? Number.POSITIVE_INFINITY : page.serverTime + 1_000;
    const possible = stamps.filter((stamp) => stamp <= fromMilliseconds(latest));
    this.#newest = newestOf([...possible, this.#newest]);
    if (this.#itemsSeen) return;
    this.#itemsSeen = true;
    this.highestUpdate = newestOf(stamps);
    this.#newestOfFirst = newestOf(possible);
  }

  /**
   * What to keep of the stamps when the pass is whole.
   * @param everything true in a full pass, which begins afresh.
   */
  stamps(known: StampFacts, everything: boolean): StampFacts {
    const before = everything ? null : readInstant(known.newestUpdate);
    const first = this.#newestOfFirst;
    const after = before === null ? null : nextMillisecond(before);
    const bound = first !== null && (before === null || first > before) ? first : after;
    return {
      newestUpdate: write(newestOf([this.#newest, before])),
      updateBound: write(bound),
    };
  }
}

/**
 * The mark of a pass (design 4.5): the service's own clock at the pass's start, where its `Date` header told; else
 * the larger of the last mark and the highest `updatedAt` on the first page of items. Never the local clock.
 * @param serverTime ms since the epoch, of the pass's first answer.
 * @param highestUpdate microseconds since the epoch, on the first page of items.
 * @param previous ISO 8601.
 * @param everything true in a full pass, the only one in which the mark may go back.
 * @returns ISO 8601 in UTC; null where nothing told the time.
 */
export function chooseMark(
  serverTime: number | null,
  highestUpdate: number | null,
  previous: string | null,
  everything: boolean,
): string | null {
  const last = previous === null ? null : fromMilliseconds(Date.parse(previous));
  const told = serverTime === null ? null : fromMilliseconds(serverTime);
  if (everything && told !== null) return formatInstant(told);
  const candidates = [told ?? highestUpdate, last].filter((time) => time !== null);
  return candidates.length === 0 ? null : formatInstant(floorToMilliseconds(Math.max(...candidates)));
}

/**
 * The `updatedSince` of an incremental pass (specification 4.5.2): the mark less the overlap, and not after the bound.
 * @param overlap seconds.
 * @param bound ISO 8601; null where the stamps have told nothing.
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

const readInstant = (text: string | null): Instant | null => (text === null ? null : parseInstant(text));
const write = (instant: Instant | null): string | null => (instant === null ? null : formatInstant(instant));
