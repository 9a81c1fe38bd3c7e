import { createHash } from "node:crypto";
import type { CountScan } from "../../../shared/features/counts/count-records.ts";

/** The numbers of one ms, of which a scan of a team draws one. */
export const NUMBERS_IN_MS = 100_000;
/** Ms of a count after which numbers no longer follow the clock: 1,000 days. So they stay safe integers. */
const LONGEST_COUNT_MS = 1_000 * 86_400_000;

/**
 * The number of a new scan in a team's count. Two workstations do not know of each other's scans, so the number is the
 * time since the count's start and a random part. It is unique in practice, and in the order of time across workstations.
 * @param startedAt, now ms since the epoch, by the service's clock.
 * @param last the highest known number, which the new one exceeds.
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
