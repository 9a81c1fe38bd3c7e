import type { SyncStatus } from "./status.ts";

const MINUTE = 60_000;

/**
 * The moment by the service's clock, whose stamps ages and relative filters are counted from (design 7). Right to half a
 * minute: the skew changes with every page, and rows must not be painted again for a second of it.
 * @param now ms since the epoch by the local clock. @returns ms since the epoch.
 */
export function serviceTime({ clockSkewMs }: Pick<SyncStatus, "clockSkewMs">, now: number): number {
  return now + Math.round((clockSkewMs ?? 0) / MINUTE) * MINUTE;
}
