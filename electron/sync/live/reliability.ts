import type { EventFacts } from "../../store/database/facts.ts";
import type { AnnouncedCounts } from "../../store/ingest/announced-changes.ts";

/** Longer intervals are offered after so many ms and changes that were all announced. */
const LEAST_TIME = 24 * 60 * 60_000;
const LEAST_CHANGES = 20;

/** What is known of a source from which nothing was followed yet. @param change the number of the newest change. */
export function firstFacts(source: string, change: number, now: number): EventFacts {
  return { source, place: null, ...since(change, now), longerInterval: null, missed: null };
}

/** Counts anew from here: what was before is not held against the events. */
export function since(change: number, now: number): Pick<EventFacts, "since"> {
  return { since: { change, at: new Date(now).toISOString() } };
}

/** What follows from the counts: with changes that no event announced, the usual interval comes back. */
export function afterCount(
  facts: EventFacts,
  { unannounced }: AnnouncedCounts,
  change: number,
  now: number,
): EventFacts {
  if (unannounced === 0) return facts;
  const endsInterval = facts.longerInterval !== null || (facts.missed?.endsInterval ?? false);
  const missed = { changes: unannounced, at: new Date(now).toISOString(), endsInterval };
  return { ...facts, ...since(change, now), longerInterval: null, missed };
}

/** Whether events were reliable long enough to offer a longer interval. */
export function mayOffer(
  { since: { at }, longerInterval }: EventFacts,
  announced: number,
  now: number,
): boolean {
  return longerInterval === null && announced >= LEAST_CHANGES && now - Date.parse(at) >= LEAST_TIME;
}
