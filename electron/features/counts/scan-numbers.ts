import { createHash } from "node:crypto";
import type { CountScan } from "../../../shared/features/counts/count-records.ts";

/** The number of different scan numbers within one ms. A scan of a team gets one of them at random. */
export const NUMBERS_IN_MS = 100_000;
/**
 * Ms after the start of a count from which numbers no longer follow the clock: 1,000 days. The limit keeps them safe
 * integers.
 */
const LONGEST_COUNT_MS = 1_000 * 86_400_000;

/**
 * The number of a new scan in a team's count. Two workstations do not know of each other's scans, so the number
 * consists of the time since the count's start and a random part. It is unique in practice, and the numbers of all
 * workstations follow the order of time.
 * @param startedAt, now ms since the epoch, by the service's clock.
 * @param last the highest known number; the new number is higher.
 * @param random an integer from 0 to `NUMBERS_IN_MS` - 1.
 */
export function teamScanNumber(startedAt: number, now: number, last: number, random: number): number {
  const ms = Math.min(Math.max(0, now - startedAt), LONGEST_COUNT_MS);
  const number = ms * NUMBERS_IN_MS + random;
  return number > last ? number : last + 1 + random;
}

/**
 * The number of a count's scans, and a checksum of the data that results use. Scans are in the order of their
 * numbers.
 */
export function scansState(scans: ReadonlyMap<number, CountScan>): {
  readonly scans: number;
  readonly checksum: string;
} {
  const hash = createHash("sha256");
  for (const [number, { text, itemId, by, length, weight }] of scans)
    hash.update(JSON.stringify([number, text, itemId, by, length, weight]));
  return { scans: scans.size, checksum: hash.digest("hex") };
}
