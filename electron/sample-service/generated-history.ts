import type { Item } from "../../shared/inventory/resources.ts";
import { formatInstant, parseInstant } from "../api-server/instant.ts";
import { cents } from "./generator.ts";
import { between, hash32, mulberry32, pick, type Random } from "./prng.ts";

/** The length of the company's generated past in days: eight weeks. */
export const PAST_DAYS = 56;
const DAY = 86_400_000;

/** One change of an item in the company's past. */
export interface PastChange {
  /** The item before the change; null if the item was new. */
  readonly before: Item | null;
  readonly after: Item;
  /** The time of the change, ms since the epoch. */
  readonly at: number;
}

/** The parameters from which a past is made. */
export interface PastSource {
  readonly seed: number;
  /** The end of the past, ms since the epoch. */
  readonly now: number;
  readonly items: Iterable<Item>;
  readonly userIds: readonly string[];
  readonly locationIds: readonly string[];
}

/** One of six holders keeps items for weeks. The others return them within days. */
const LATE_EVERY = 6;
/** One of eight material types is used much more than the other types. */
const IN_DEMAND_EVERY = 8;
/** The probability that an item has another, earlier change. */
const EARLIER_CHANGE_CHANCE = 0.8;

/**
 * Makes the changes of the items within eight weeks, the oldest first. They are derived backwards from the present
 * state of each item. The last change of an item is at its own `updatedAt`, so that past and present agree.
 */
export function makePast({ seed, now, items, ...company }: PastSource): PastChange[] {
  const from = now - PAST_DAYS * DAY;
  const changes: PastChange[] = [];
  for (const item of items) {
    const updated = parseInstant(item.updatedAt ?? "");
    if (!(updated >= from)) continue;
    const random = mulberry32(hash32(seed ^ 0x9a57, hash32(seed, textHash(item.id))));
    changes.push(...pastOf(item, updated, { from, random, ...company }));
  }
  return changes.toSorted((left, right) => left.at - right.at || (left.after.id < right.after.id ? -1 : 1));
}

interface Situation extends Pick<PastSource, "userIds" | "locationIds"> {
  readonly from: number;
  readonly random: Random;
}

/** Makes the changes of one item, the oldest first. */
function pastOf(item: Item, updated: number, situation: Situation): readonly PastChange[] {
  const { from, random } = situation;
  const created = parseInstant(item.createdAt ?? "");
  const changes: PastChange[] = [];
  let [after, at] = [item, updated];
  for (;;) {
    if (at <= created) {
      if (at === created) changes.push({ before: null, after, at });
      break;
    }
    const outSince = parseInstant(after.checkedOutAt ?? "");
    const before = former(after, at, outSince, situation);
    // A checked-out item has no change before its check-out. An item in stock may have changed at any time.
    const outAt = before.status === "checked_out" ? parseInstant(before.checkedOutAt ?? "") : Number.NaN;
    const gap = Math.floor((0.5 + random() * 12) * DAY);
    const next = Number.isNaN(outAt) ? at - gap : Math.max(outAt, at - gap);
    changes.push({
      before: { ...before, updatedAt: formatInstant(Math.max(next, created || next)) },
      after,
      at,
    });
    // Every item that was checked out within the eight weeks must have its check-out in the past.
    const hasEarlier = outAt >= from || random() <= EARLIER_CHANGE_CHANCE;
    if (next < from || next >= at || !hasEarlier) break;
    [after, at] = [{ ...before, updatedAt: formatInstant(next) }, next];
  }
  return changes.toReversed();
}

/**
 * Returns an item as it was before its last change.
 * @param outSince the time of its check-out; NaN if the item is not out.
 */
function former(
  after: Item,
  at: number,
  outSince: number,
  { random, userIds, locationIds }: Situation,
): Item {
  const available = { status: "available", checkedOutToUserId: null, checkedOutAt: null, archivedAt: null };
  if (after.status === "archived") return { ...after, ...available };
  if (after.status === "checked_out") {
    // If the check-out has no date or was earlier, the last change was a cut or a weighing.
    return outSince >= at ? { ...after, ...available } : longer(after, random);
  }
  const ticket = random();
  if (ticket < 0.45) {
    const holder = between(random, 0, userIds.length - 1);
    const days = holder % LATE_EVERY === 0 ? 18 + random() ** 2 * 170 : 0.3 + random() * 10;
    const outAt = at - Math.floor(days * DAY);
    const checkedOutToUserId = userIds[holder] ?? null;
    // An item is never checked out before it was created.
    if (!(outAt <= parseInstant(after.createdAt ?? "")))
      return { ...after, status: "checked_out", checkedOutToUserId, checkedOutAt: formatInstant(outAt) };
  }
  if (ticket < 0.7) return longer(after, random);
  const others = locationIds.filter((id) => id !== after.locationId);
  return { ...after, locationId: pick(random, others) ?? after.locationId ?? null };
}

/** Returns an item as it was before a cut. If its length is unknown, the change was a weighing. */
function longer(after: Item, random: Random): Item {
  const { remainingLength, startingLength, weight, materialTypeId } = after;
  const isInDemand = textHash(materialTypeId ?? "") % IN_DEMAND_EVERY === 0;
  const share = isInDemand ? 1.5 + random() * 3 : 1.02 + random() * 0.3;
  if (typeof remainingLength === "number" && remainingLength > 0) {
    const most = startingLength ?? Number.POSITIVE_INFINITY;
    const before = cents(Math.min(remainingLength * share, Math.max(most, remainingLength)));
    const lighter = typeof weight === "number" ? cents(weight * (before / remainingLength)) : weight;
    if (before > remainingLength) return { ...after, remainingLength: before, weight: lighter };
  }
  return { ...after, weight: typeof weight === "number" ? cents(weight * share) : 1 };
}

function textHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = hash32(hash, text.charCodeAt(at));
  return hash;
}
